/**
 * Reads on: what of an endpoint's events is in the database alone comes into memory as there is room for it, one
 * endpoint and lane at a time, by the primary key or by what is due. A dead endpoint's million events are neither held
 * nor scanned. Source: lanes.md, "Owner".
 */

import type { OwnedLane } from '../lanes/lanes.ts';
import type { Sql } from '../store/database.ts';
import {
  type ForwardRow,
  type ForwardWrite,
  listForwardAgents,
  listFreshForwards,
  listOverdueForwards,
  listRetries,
} from '../store/forwarding.ts';
import { withoutAttempt } from './deliver.ts';
import {
  type Backlog,
  type Endpoint,
  enqueue,
  freshCapacity,
  keyOf,
  placeOf,
  type Reading,
  retryCapacity,
} from './endpoint.ts';

/** Events in memory of all endpoints together, some 100 MB with ordinary bodies. */
export const MAX_HELD = 50_000;
/** An endpoint that has nothing in memory may still read this many beyond `MAX_HELD`: none may starve another. */
const SMALL_PAGE = 16;
const PAGE = 500;
/** Reads under way at once: a take-over among thousands of endpoints must leave connections for the rest. */
const MAX_READS = 4;

export type Reader = {
  /** Whether a new event may go straight into memory. */
  hasRoom(endpoint: Endpoint): boolean;
  /** Begins to read what there is room for. */
  readOn(endpoint: Endpoint): void;
  /** Gives up on the events of an endpoint whose schedule is over; `give` resolves when that is written. */
  sweep(endpoint: Endpoint): void;
  /** The agents with events in a lane that was taken over. */
  findAgents(lane: OwnedLane): Promise<string[] | null>;
};

export function createReader(options: {
  sql: Sql;
  now: () => number;
  /** See `remainingMs`. */
  remainingMs: readonly number[];
  /** Something was read: there may be work. */
  changed: (endpoint: Endpoint) => void;
  /** Records what becomes of events that leave without an attempt; resolves when it is written. */
  record: (backlog: Backlog, writes: ForwardWrite[]) => Promise<void>;
}): Reader {
  const { sql, now, record } = options;
  const limited = createLimit(MAX_READS);

  /** One read of a backlog at a time. When the database fails it, the lane is lost and read anew. */
  async function read(backlog: Backlog, work: (reading: Reading) => Promise<void>): Promise<void> {
    const reading: Reading = {
      after: backlog.unreadAfter ?? 0,
      released: new Set(),
      overtaken: new Set(),
      unreadAfter: Number.POSITIVE_INFINITY,
      stale: false,
    };
    backlog.reading = reading;
    const done = await limited(() => orLose(backlog.lane, () => work(reading)));
    if (done === null) return;
    backlog.reading = null;
    if (!backlog.closed) options.changed(backlog.endpoint);
  }

  async function readFresh(backlog: Backlog, from: number, limit: number, reading: Reading): Promise<void> {
    const { lane, endpoint } = backlog;
    const rows = await listFreshForwards(sql, lane.lane, endpoint.agentId, { after: placeOf(from), limit });
    if (reading.stale || backlog.closed) return;
    for (const row of rows) {
      if (!reading.released.has(keyOf(row)) && !reading.overtaken.has(row.phoneNumber)) remember(backlog, row);
    }
    const last = rows.length === limit ? keyOf(rows.at(-1)!) : Number.POSITIVE_INFINITY;
    const after = Math.min(last, reading.unreadAfter);
    backlog.unreadAfter = after === Number.POSITIVE_INFINITY ? null : after;
  }

  async function readRetries(backlog: Backlog, capacity: number, reading: Reading): Promise<void> {
    const { lane, endpoint } = backlog;
    backlog.retryAt = Number.POSITIVE_INFINITY;
    // One more than can be in memory: with those in memory among them, there is still a new one, or the end.
    const rows = await listRetries(sql, lane.lane, endpoint.agentId, capacity + 1);
    if (backlog.closed) return;
    let nextAt = rows.length > capacity ? rows.at(-1)!.dueAt.getTime() : Number.POSITIVE_INFINITY;
    for (const row of rows) {
      const key = keyOf(row);
      if (backlog.held.has(key) || reading.released.has(key)) continue;
      const dueAt = row.dueAt.getTime();
      if (reading.stale || dueAt > now() || endpoint.heldRetries >= capacity) {
        nextAt = dueAt;
        break;
      }
      remember(backlog, row);
    }
    backlog.retryAt = Math.min(backlog.retryAt, nextAt);
  }

  function remember(backlog: Backlog, row: ForwardRow): void {
    if (row.event) enqueue(backlog, row.event, row.attempts, row.dueAt.getTime());
    else void record(backlog, [withoutAttempt({ ...row, agentId: backlog.endpoint.agentId }, row.attempts, null)]);
  }

  /** Their endpoint's breaker was open when they were due, and their schedule is over. */
  async function giveUp(backlog: Backlog): Promise<void> {
    const { agentId } = backlog.endpoint;
    const at = now();
    const dueBefore = options.remainingMs.map((ms) => new Date(at - ms));
    for (let after = placeOf(-1), more = true; more && !backlog.closed; ) {
      const rows = await listOverdueForwards(sql, backlog.lane.lane, agentId, { dueBefore, after, limit: PAGE });
      const idle = rows.filter((row) => !backlog.held.has(keyOf(row)));
      await record(
        backlog,
        idle.map((row) =>
          withoutAttempt({ ...row, agentId }, row.attempts, 'The endpoint was down until the schedule ended.'),
        ),
      );
      after = rows.at(-1) ?? after;
      more = rows.length === PAGE;
    }
  }

  return {
    hasRoom(endpoint) {
      return endpoint.heldFresh < freshCapacity(endpoint, now()) && endpoint.memory.held < MAX_HELD;
    },
    readOn(endpoint) {
      const at = now();
      const retries = retryCapacity(endpoint, at);
      const free = [...endpoint.backlogs.values()].filter((backlog) => backlog.reading === null && !backlog.closed);
      for (const backlog of free) {
        if (backlog.retryAt > at || endpoint.heldRetries * 2 >= retries) continue;
        void read(backlog, (reading) => readRetries(backlog, retries, reading));
      }
      const capacity = freshCapacity(endpoint, at);
      if (endpoint.heldFresh * 2 >= capacity) return;
      if (endpoint.memory.held >= MAX_HELD && endpoint.heldFresh > 0) return;
      const page = endpoint.memory.held >= MAX_HELD ? SMALL_PAGE : PAGE;
      const unread = free.filter((backlog) => backlog.unreadAfter !== null && backlog.reading === null);
      const limit = Math.min(page, Math.ceil((capacity - endpoint.heldFresh) / unread.length));
      for (const backlog of unread) {
        const from = backlog.unreadAfter!;
        void read(backlog, (reading) => readFresh(backlog, from, limit, reading));
      }
    },
    sweep(endpoint) {
      for (const backlog of endpoint.backlogs.values()) {
        if (backlog.reading === null && !backlog.closed) void read(backlog, () => giveUp(backlog));
      }
    },
    findAgents: (lane) => limited(() => orLose(lane, () => listForwardAgents(sql, lane.lane))),
  };
}

/** null when the database failed: then the lane is lost, and the next owner reads everything anew. */
async function orLose<Result>(lane: OwnedLane, statement: () => Promise<Result>): Promise<Result | null> {
  try {
    return await statement();
  } catch (cause) {
    lane.lose(cause);
    return null;
  }
}

/** Runs at most `max` functions at a time, in the order of the calls. */
function createLimit(max: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
