/**
 * Loads events that are only in the database into memory as there is room, one endpoint and lane at a time, by the
 * primary key or by due time. A dead endpoint's million events are neither held nor scanned.
 */

import { type OwnedLane, orLose } from '../lanes/lanes.ts';
import { createLimit } from '../limit.ts';
import type { EndpointKey } from '../model/endpoint.ts';
import { DOWN_TOO_LONG } from '../model/failure-group.ts';
import {
  type ForwardLimits,
  type ForwardRow,
  type ForwardWrite,
  listForwardEndpoints,
  listFreshForwards,
  listOverdueForwards,
  listRetries,
} from '../store/forwarding.ts';
import type { Sql } from '../store/sql.ts';
import { withoutAttempt } from './deliver.ts';
import type { Endpoint, EndpointFeed } from './endpoint.ts';
import { keyOf, placeOf } from './place.ts';
import type { Reading } from './reading.ts';

/** An endpoint with nothing in memory may still read this much beyond the limit: none may starve another. */
const SMALL_PAGE = { limit: 16, maxBytes: 64 * 1024 };
/** Limits one read's duration, and how far it can exceed the room. */
const PAGE = { limit: 500, maxBytes: 4 * 1024 * 1024 };
/** Concurrent reads: a takeover among thousands of endpoints must leave connections for the rest. */
const MAX_READS = 4;

export type Reader = {
  /** Starts to read what there is room for. */
  readOn(endpoint: Endpoint): void;
  /** Gives up on the events of an endpoint whose schedule is over. */
  sweep(endpoint: Endpoint): void;
  /** The endpoints with events in a lane that was taken over; undefined when the lane is lost. */
  findEndpoints(lane: OwnedLane): Promise<EndpointKey[] | undefined>;
};

export function createReader(options: {
  sql: Sql;
  now: () => number;
  /** See `remainingMs`. */
  remainingMs: readonly number[];
  changed: (endpoint: Endpoint) => void;
  /** Records the outcome of events that end without an attempt; resolves when it is written. */
  record: (feed: EndpointFeed, writes: ForwardWrite[]) => Promise<void>;
}): Reader {
  const { sql, now, record } = options;
  const limited = createLimit(MAX_READS);

  /** One read of a feed at a time. When the database fails it, the lane is lost and read again. */
  async function read(feed: EndpointFeed, work: (reading: Reading) => Promise<void>): Promise<void> {
    feed.beginRead();
    // Anew when its turn has come: an event whose outcome was recorded while the read waited is in the database as it is
    // now, and would be passed over for good.
    const done = await limited(() => orLose(feed.lane, () => work(feed.beginRead()).then(() => true)));
    if (!done) return;
    feed.endRead();
    if (!feed.isClosed) options.changed(feed.endpoint);
  }

  async function readFresh(feed: EndpointFeed, limits: ForwardLimits, reading: Reading): Promise<void> {
    const { lane, endpoint } = feed;
    const wanted = { after: placeOf(reading.after), ...limits };
    const { rows, cut } = await listFreshForwards(sql, lane.lane, endpoint.key, wanted);
    if (reading.isStale || feed.isClosed) return;
    for (const row of rows) if (reading.mayFollow(row)) remember(feed, row);
    const isAll = rows.length < limits.limit && !cut;
    feed.readUpTo(isAll ? null : keyOf(rows.at(-1)!), reading);
  }

  async function readRetries(feed: EndpointFeed, capacity: number, maxBytes: number, reading: Reading): Promise<void> {
    const { lane, endpoint } = feed;
    feed.forgetRetryAt();
    const except = feed.pending.flatMap(({ attempts, event }) => (attempts > 0 ? [event] : []));
    // One more than can be in memory: it shows when the next one is due, or that there is none.
    const wanted = { except, limit: capacity + 1, maxBytes };
    const { rows, cut } = await listRetries(sql, lane.lane, endpoint.key, wanted);
    if (feed.isClosed) return;
    const next = cut ?? (rows.length > capacity ? rows.at(-1)! : null);
    if (next) feed.expectRetry(next.dueAt.getTime());
    for (const row of rows) {
      if (feed.has(keyOf(row)) || reading.isDone(keyOf(row))) continue;
      const dueAt = row.dueAt.getTime();
      if (reading.isStale || dueAt > now() || endpoint.heldRetries >= capacity) {
        feed.expectRetry(dueAt);
        break;
      }
      remember(feed, row);
    }
  }

  function remember(feed: EndpointFeed, row: ForwardRow): void {
    if (row.event) feed.add(row.event, row.attempts, row.dueAt.getTime());
    else void record(feed, [withoutAttempt({ ...row, ...feed.endpoint.key }, row.attempts, null)]);
  }

  /** They came due while their endpoint's breaker was open, and their schedule is over. */
  async function giveUp(feed: EndpointFeed): Promise<void> {
    const { key } = feed.endpoint;
    const at = now();
    const dueBefore = options.remainingMs.map((ms) => new Date(at - ms));
    for (let after = placeOf(-1), more = true; more && !feed.isClosed; ) {
      const rows = await listOverdueForwards(sql, feed.lane.lane, key, { dueBefore, after, limit: PAGE.limit });
      const idle = rows.filter((row) => !feed.has(keyOf(row)));
      await record(
        feed,
        idle.map((row) => withoutAttempt({ ...row, ...key }, row.attempts, DOWN_TOO_LONG)),
      );
      after = rows.at(-1) ?? after;
      more = rows.length === PAGE.limit;
    }
  }

  const free = (endpoint: Endpoint) => endpoint.feeds.filter((feed) => !feed.isReading && !feed.isClosed);

  return {
    readOn(endpoint) {
      const at = now();
      const { limit, maxBytes } = endpoint.memory.isFull ? SMALL_PAGE : PAGE;
      const retries = endpoint.retriesWanted(at);
      const due = retries > 0 ? free(endpoint).filter(({ retryAt }) => retryAt <= at) : [];
      for (const feed of due) void read(feed, (reading) => readRetries(feed, retries, maxBytes, reading));
      const fresh = endpoint.freshWanted(at);
      const unread = fresh > 0 ? free(endpoint).filter(({ unreadAfter }) => unreadAfter !== null) : [];
      const limits = { limit: Math.min(limit, Math.ceil(fresh / unread.length)), maxBytes };
      for (const feed of unread) void read(feed, (reading) => readFresh(feed, limits, reading));
    },
    sweep(endpoint) {
      for (const feed of free(endpoint)) void read(feed, () => giveUp(feed));
    },
    findEndpoints: (lane) => limited(() => orLose(lane, () => listForwardEndpoints(sql, lane.lane))),
  };
}
