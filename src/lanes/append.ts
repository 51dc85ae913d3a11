/**
 * The way in: everything that arrives is appended to its lane and acknowledged after the commit. One statement for all lanes
 * is under way at a time; items that arrive meanwhile form the next group.
 */
import { Problem } from '../errors.ts';
import { failpoint } from '../failpoints.ts';
import type { InboxItem, NewInboxItem } from '../model/inbox-item.ts';
import { isPassing } from '../store/database.ts';
import { type AppendedLane, insertInboxItems } from '../store/inbox.ts';
import { partOf } from '../store/shards.ts';
import type { LaneSql } from '../store/sql.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type Tracing, within } from '../telemetry/tracing.ts';
import { pauseWhenBusyMs } from './busy.ts';
import { createGathering } from './gather.ts';
import { laneOf } from './hash.ts';
import type { Appended } from './lanes.ts';

/** Requests that come within this time share a group when the process is busy. */
const MAX_PAUSE_MS = 4;

/** More would make a statement longer without making each item cheaper. */
const MAX_GROUP = 500;

/** Beyond this the database is not keeping up, and an error is better than an ever longer wait. */
const MAX_WAITING = 20_000;
/** Of their bodies as JSON: five hundred of the largest sends. In memory it is a few times as much. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** `json`: its body, serialized once, so that its size is known before the statement is built. */
type PendingItem = {
  lane: number;
  item: NewInboxItem;
  json: string;
  bytes: number;
  resolve: (appended: Appended) => void;
  reject: (cause: unknown) => void;
};

export type Append = (item: NewInboxItem) => Promise<Appended>;

export function createAppend(options: {
  sql: LaneSql;
  metrics: Metrics;
  tracing?: Tracing | null;
  laneCount: number;
  /** Passes the committed items to the tail, with the numbers that the group took: `base` up to `base + size`. */
  committed: (lane: number, base: number, size: number, items: InboxItem[]) => void;
}): Append {
  const { sql, metrics, laneCount } = options;
  // In a cluster each shard is a statement, and a node that is down must not fail the others' lanes.
  const part = partOf(sql);
  const apart = part && (({ lane }: PendingItem) => part(lane));
  const pauseMs = (lastCount: number) => pauseWhenBusyMs(MAX_PAUSE_MS, lastCount);
  const gathering = createGathering<PendingItem>({ maxItems: MAX_GROUP, pauseMs, write, failed, apart });
  let waitingInAll = 0;
  let bytesInAll = 0;
  metrics.appendWaiting.from(() => waitingInAll);

  async function write(group: PendingItem[]): Promise<void> {
    const byLane = Map.groupBy(group, ({ lane }) => lane);
    const endTimer = metrics.commitSeconds.startTimer({ writes: 'inbox' });
    const appended = await insertInboxItems(
      sql,
      [...byLane.values()].flatMap((pending) =>
        pending.map(({ lane, item, json }, place) => ({ ...item, lane, place, json })),
      ),
    );
    endTimer();
    failpoint('after-append');
    for (const each of appended) settle(each, byLane.get(each.lane)!);
    leave(group);
  }

  function settle({ lane, base, inserted }: AppendedLane, group: PendingItem[]): void {
    const items = inserted.map(({ place, receivedAt }) => inboxItem(group[place]!, base + place, receivedAt));
    options.committed(lane, base, group.length, items);
    const fresh = new Set(inserted.map(({ place }) => place));
    metrics.duplicates.inc(group.length - fresh.size);
    for (const [place, { item, resolve }] of group.entries()) {
      metrics.appended.inc({ kind: item.body.kind });
      resolve({ duplicate: !fresh.has(place) });
    }
  }

  function failed(group: PendingItem[], cause: unknown): void {
    // It may have been committed all the same: the caller retries with its id and is answered once.
    const reason = isPassing(cause)
      ? new Problem('not_ready', 'The database cannot be reached, or cannot write at present.', { cause })
      : cause;
    for (const { reject } of group) reject(reason);
    leave(group);
  }

  function leave(group: PendingItem[]): void {
    waitingInAll -= group.length;
    for (const { bytes } of group) bytesInAll -= bytes;
  }

  function append(item: NewInboxItem): Promise<Appended> {
    if (waitingInAll >= MAX_WAITING || bytesInAll >= MAX_WAITING_BYTES) {
      return Promise.reject(new Problem('not_ready', 'Too many requests are waiting for the database.'));
    }
    const json = JSON.stringify(item.body);
    const bytes = Buffer.byteLength(json);
    waitingInAll += 1;
    bytesInAll += bytes;
    const endTimer = metrics.appendSeconds.startTimer();
    const lane = laneOf(item.agentId, item.phoneNumber, laneCount);
    return new Promise<Appended>((resolve, reject) => {
      gathering.add({ lane, item, json, bytes, resolve, reject });
    }).finally(endTimer);
  }

  const { tracing } = options;
  if (!tracing) return append;
  return (item) => {
    const { traceparent, kind } = item.body;
    const about = { kind: 'producer', traceparent, attributes: { 'parley.item.kind': kind } } as const;
    return within(tracing.start('inbox append', about), () => append(item));
  };
}

function inboxItem({ lane, item, bytes }: PendingItem, seq: number, receivedAt: string): InboxItem {
  const { agentId, phoneNumber, body } = item;
  return { lane, seq, agentId, phoneNumber, body, bytes, attempts: 0, receivedAt };
}
