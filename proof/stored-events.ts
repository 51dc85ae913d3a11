/** One pass through the events and the failure queue of the database, compared with the sink's records. */
import { createHash } from 'node:crypto';
import { type EventColumns, wholeBody } from '../src/store/short-rows.ts';
import type { Sql } from '../src/store/sql.ts';
import { hasVerdict, type Ledger } from './ledger.ts';
import { FORWARD_DELAYS_SECONDS } from './rig.ts';

export type StoredEvents = {
  count: number;
  failures: number;
  neverArrived: string[];
  otherBytes: string[];
  /** Arrived, but never committed. */
  unknown: string[];
  /** In the failure queue without a 4xx and without all attempts, or the other way round. */
  wrongFailures: string[];
  /** `<type> <messageId>` of events that were rightly given up. */
  givenUp: Set<string>;
};

type Row = EventColumns & {
  reason: string | null;
  /** From the event to its failure; null without one. */
  waitedSeconds: number | null;
};

const PAGE = 2_000;
/** Of `forwarding/schedule.ts`: a wait may be shorter by this share. */
const JITTER = 0.2;

export async function compareEvents(sql: Sql, ledger: Ledger): Promise<StoredEvents> {
  const result: StoredEvents = {
    count: 0,
    failures: 0,
    neverArrived: [],
    otherBytes: [],
    unknown: [],
    wrongFailures: [],
    givenUp: new Set(),
  };
  const stored = new Set<string>();
  const pages = sql<Row[]>`
    select event_id as "eventId", case event.class when 'UserMessage' then event.class else event.type end as type,
           event.class, event.agent_id as "agentId", event.phone_number as "phoneNumber", message_id as "messageId",
           event.body, reason,
           extract(epoch from failed_at - event.created_at)::float8 as "waitedSeconds"
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

function compare(result: StoredEvents, row: Row, { events }: Ledger): void {
  const { eventId, type, messageId, reason } = row;
  const what = `event ${eventId} (${type} of ${messageId})`;
  const seen = events.get(eventId);
  if (reason !== null) result.failures += 1;
  const givenUp = isGivenUp(row, seen?.attempts ?? 0);
  if (givenUp) result.givenUp.add(`${type} ${messageId}`);
  if (!seen) {
    if (!givenUp) result.neverArrived.push(what);
    return;
  }
  if (seen.hash !== createHash('sha256').update(wholeBody(row)).digest('base64url').slice(0, 22))
    result.otherBytes.push(what);
  const mustFail = hasVerdict(seen, 'refused') || hasVerdict(seen, 'dead');
  if (mustFail && reason === null)
    result.wrongFailures.push(`${what} was refused or never taken, but is not in the queue`);
  if (!mustFail && !givenUp && reason !== null) result.wrongFailures.push(`${what} is in the queue: ${reason}`);
  if (!mustFail && reason === null && !hasVerdict(seen, 'accepted')) {
    result.wrongFailures.push(`${what} is done, but the endpoint never accepted it`);
  }
}

/**
 * All attempts were made, or the breaker was open whenever one was due, for at least as long as they would have taken.
 * That happens to ordinary events as well, at an endpoint that is repeatedly down; whether the client has such an event
 * all the same, because the record of its answer died with a process, cannot be known.
 */
function isGivenUp({ reason, waitedSeconds }: Row, attempts: number): boolean {
  if (reason?.startsWith('None of')) return attempts >= FORWARD_DELAYS_SECONDS.length;
  const scheduleSeconds = FORWARD_DELAYS_SECONDS.reduce((sum, seconds) => sum + seconds, 0);
  return (
    reason === 'The endpoint was down until the schedule ended.' && waitedSeconds! >= scheduleSeconds * (1 - JITTER)
  );
}
