/** One walk through the events and the failure queue of the database, beside what the sink saw. */
import { createHash } from 'node:crypto';
import type { Sql } from '../src/store/database.ts';
import { hasVerdict, type Ledger } from './ledger.ts';

export type StoredEvents = {
  count: number;
  failures: number;
  neverArrived: string[];
  otherBytes: string[];
  /** Arrived, but was never committed. */
  unknown: string[];
  /** In the failure queue without a 4xx and without having been tried to the end, or the other way round. */
  wrongFailures: string[];
};

type Row = { eventId: string; type: string; messageId: string | null; body: string; reason: string | null };

const PAGE = 2_000;

export async function compareEvents(sql: Sql, ledger: Ledger): Promise<StoredEvents> {
  const result: StoredEvents = {
    count: 0,
    failures: 0,
    neverArrived: [],
    otherBytes: [],
    unknown: [],
    wrongFailures: [],
  };
  const stored = new Set<string>();
  const pages = sql<Row[]>`
    select event_id as "eventId", type, message_id as "messageId", event.body, reason
    from event left join failure using (lane, seq, ordinal)`.cursor(PAGE);
  for await (const rows of pages) {
    for (const row of rows) {
      result.count += 1;
      stored.add(row.eventId);
      compare(result, row, ledger);
    }
  }
  for (const eventId of ledger.events.keys()) {
    if (!stored.has(eventId)) result.unknown.push(`event ${eventId} arrived, but the database does not know it`);
  }
  return result;
}

function compare(result: StoredEvents, { eventId, type, messageId, body, reason }: Row, { events }: Ledger): void {
  const what = `event ${eventId} (${type} of ${messageId})`;
  const seen = events.get(eventId);
  if (reason !== null) result.failures += 1;
  if (!seen) {
    result.neverArrived.push(what);
    return;
  }
  if (seen.hash !== createHash('sha256').update(body).digest('base64url').slice(0, 22)) result.otherBytes.push(what);
  const mustFail = hasVerdict(seen, 'refused') || hasVerdict(seen, 'dead');
  if (mustFail && reason === null)
    result.wrongFailures.push(`${what} was refused or never taken, but is not in the queue`);
  if (!mustFail && reason !== null) result.wrongFailures.push(`${what} is in the queue: ${reason}`);
  if (!mustFail && reason === null && !hasVerdict(seen, 'accepted')) {
    result.wrongFailures.push(`${what} is done, but the endpoint never accepted it`);
  }
}
