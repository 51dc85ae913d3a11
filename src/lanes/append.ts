/**
 * The way in: everything that arrives is appended to its lane and acknowledged after the commit. Each lane has one
 * statement under way at a time; items that arrive meanwhile form the next group.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../errors.ts';
import { failpoint } from '../failpoints.ts';
import type { InboxItem, NewInboxItem } from '../model/inbox-item.ts';
import { isPassing } from '../store/database.ts';
import { insertInboxItems } from '../store/inbox.ts';
import type { Sql } from '../store/sql.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { takeGroup } from './group.ts';
import { laneOf } from './hash.ts';
import type { Appended } from './lanes.ts';

/** Requests that come within this time share a group. A statement costs as much as ten of its rows. */
const GATHER_MS = 4;

/** More would make a statement longer without making each item cheaper. */
const MAX_GROUP = 500;

/** Beyond this the database is not keeping up, and an error is better than an ever longer wait. */
const MAX_WAITING = 20_000;
/** Of their bodies as JSON: five hundred of the largest sends. In memory it is a few times as much. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** `json`: its body, serialized once, so that its size is known before the statement is built. */
type PendingItem = {
  item: NewInboxItem;
  json: string;
  bytes: number;
  resolve: (appended: Appended) => void;
  reject: (cause: unknown) => void;
};

export type Append = (item: NewInboxItem) => Promise<Appended>;

export function createAppend(options: {
  sql: Sql;
  metrics: Metrics;
  laneCount: number;
  /** Passes the committed items to the tail, with the numbers that the group took: `base` up to `base + size`. */
  committed: (lane: number, base: number, size: number, items: InboxItem[]) => void;
}): Append {
  const { sql, metrics, laneCount } = options;
  const lanes = Array.from({ length: laneCount }, () => ({ waiting: [] as PendingItem[], running: false }));
  let waitingInAll = 0;
  let bytesInAll = 0;
  metrics.appendWaiting.from(() => waitingInAll);

  async function run(lane: number): Promise<void> {
    const state = lanes[lane]!;
    state.running = true;
    while (state.waiting.length > 0) {
      if (state.waiting.length < MAX_GROUP) await delay(GATHER_MS);
      const group = takeGroup(state.waiting, MAX_GROUP);
      await appendGroup(lane, group);
      waitingInAll -= group.length;
      for (const { bytes } of group) bytesInAll -= bytes;
    }
    state.running = false;
  }

  async function appendGroup(lane: number, group: PendingItem[]): Promise<void> {
    try {
      const endTimer = metrics.commitSeconds.startTimer({ writes: 'inbox' });
      const { base, inserted } = await insertInboxItems(
        sql,
        lane,
        group.map(({ item, json }) => ({ ...item, json })),
      );
      endTimer();
      failpoint('after-append');
      const items = inserted
        .sort((a, b) => a.place - b.place)
        .map(({ place, receivedAt }) => inboxItem(group[place]!, lane, base + place, receivedAt));
      options.committed(lane, base, group.length, items);
      const fresh = new Set(inserted.map(({ place }) => place));
      metrics.duplicates.inc(group.length - fresh.size);
      for (const [place, { item, resolve }] of group.entries()) {
        metrics.appended.inc({ kind: item.body.kind });
        resolve({ duplicate: !fresh.has(place) });
      }
    } catch (cause) {
      await refuse(lane, group, cause);
    }
  }

  async function refuse(lane: number, group: PendingItem[], cause: unknown): Promise<void> {
    if (isPassing(cause)) {
      // It may have been committed all the same: the caller retries with its id and is answered once.
      const problem = new Problem('not_ready', 'The database cannot be reached, or cannot write at present.', {
        cause,
      });
      for (const { reject } of group) reject(problem);
    } else if (group.length === 1) {
      group[0]?.reject(cause);
    } else {
      // An item that the database refuses must not fail the others.
      for (const one of group) await appendGroup(lane, [one]);
    }
  }

  return (item) => {
    if (waitingInAll >= MAX_WAITING || bytesInAll >= MAX_WAITING_BYTES) {
      return Promise.reject(new Problem('not_ready', 'Too many requests are waiting for the database.'));
    }
    const json = JSON.stringify(item.body);
    const bytes = Buffer.byteLength(json);
    waitingInAll += 1;
    bytesInAll += bytes;
    const endTimer = metrics.appendSeconds.startTimer();
    const lane = laneOf(item.agentId, item.phoneNumber, laneCount);
    const state = lanes[lane]!;
    return new Promise<Appended>((resolve, reject) => {
      state.waiting.push({ item, json, bytes, resolve, reject });
      if (!state.running) void run(lane);
    }).finally(endTimer);
  };
}

function inboxItem({ item, bytes }: PendingItem, lane: number, seq: number, receivedAt: string): InboxItem {
  const { agentId, phoneNumber, body } = item;
  return { lane, seq, agentId, phoneNumber, body, bytes, attempts: 0, receivedAt };
}
