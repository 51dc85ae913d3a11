/**
 * Reads on: what of an endpoint's events is in the database alone comes into memory as there is room for it, one
 * endpoint and lane at a time, by the primary key or by what is due. A dead endpoint's million events are neither held
 * nor scanned. Source: lanes.md, "Owner".
 */

import type { OwnedLane } from '../lanes/lanes.ts';
import type { Sql } from '../store/database.ts';
import {
  type ForwardLimits,
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
  type Memory,
  placeOf,
  type Reading,
  retryCapacity,
} from './endpoint.ts';

/** Events in memory of all endpoints together, and the characters of their bodies: ordinary ones have some hundred. */
export const MAX_HELD = 50_000;
const MAX_HELD_LENGTH = 64 * 1024 * 1024;
/** An endpoint that has nothing in memory may still read this much beyond that: none may starve another. */
const SMALL_PAGE = { limit: 16, maxBytes: 64 * 1024 };
/** Of a read, so that it neither takes long nor much more than there is room for. */
const PAGE = { limit: 500, maxBytes: 4 * 1024 * 1024 };
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

  async function readFresh(backlog: Backlog, from: number, limits: ForwardLimits, reading: Reading): Promise<void> {
    const { lane, endpoint } = backlog;
    const wanted = { after: placeOf(from), ...limits };
    const { rows, cut } = await listFreshForwards(sql, lane.lane, endpoint.agentId, wanted);
    if (reading.stale || backlog.closed) return;
    for (const row of rows) {
      if (!reading.released.has(keyOf(row)) && !reading.overtaken.has(row.phoneNumber)) remember(backlog, row);
    }
    const last = rows.length === limits.limit || cut ? keyOf(rows.at(-1)!) : Number.POSITIVE_INFINITY;
    const after = Math.min(last, reading.unreadAfter);
    backlog.unreadAfter = after === Number.POSITIVE_INFINITY ? null : after;
  }

  async function readRetries(backlog: Backlog, capacity: number, maxBytes: number, reading: Reading): Promise<void> {
    const { lane, endpoint, held } = backlog;
    backlog.retryAt = Number.POSITIVE_INFINITY;
    const except = [...held.values()].flatMap(({ attempts, event }) => (attempts > 0 ? [event] : []));
    // One more than can be in memory: that says when the next one is due, or that there is none.
    const wanted = { except, limit: capacity + 1, maxBytes };
    const { rows, cut } = await listRetries(sql, lane.lane, endpoint.agentId, wanted);
    if (backlog.closed) return;
    const next = cut ?? (rows.length > capacity ? rows.at(-1)! : null);
    let nextAt = next?.dueAt.getTime() ?? Number.POSITIVE_INFINITY;
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
      const rows = await listOverdueForwards(sql, backlog.lane.lane, agentId, { dueBefore, after, limit: PAGE.limit });
      const idle = rows.filter((row) => !backlog.held.has(keyOf(row)));
      await record(
        backlog,
        idle.map((row) =>
          withoutAttempt({ ...row, agentId }, row.attempts, 'The endpoint was down until the schedule ended.'),
        ),
      );
      after = rows.at(-1) ?? after;
      more = rows.length === PAGE.limit;
    }
  }

  return {
    hasRoom(endpoint) {
      return endpoint.heldFresh < freshCapacity(endpoint, now()) && !isFull(endpoint.memory);
    },
    readOn(endpoint) {
      const at = now();
      const full = isFull(endpoint.memory);
      const page = full ? SMALL_PAGE : PAGE;
      const retries = retryCapacity(endpoint, at);
      const free = [...endpoint.backlogs.values()].filter((backlog) => backlog.reading === null && !backlog.closed);
      for (const backlog of free) {
        if (backlog.retryAt > at || endpoint.heldRetries * 2 >= retries || (full && endpoint.heldRetries > 0)) continue;
        void read(backlog, (reading) => readRetries(backlog, retries, page.maxBytes, reading));
      }
      const capacity = freshCapacity(endpoint, at);
      if (endpoint.heldFresh * 2 >= capacity || (full && endpoint.heldFresh > 0)) return;
      const unread = free.filter((backlog) => backlog.unreadAfter !== null && backlog.reading === null);
      const limit = Math.min(page.limit, Math.ceil((capacity - endpoint.heldFresh) / unread.length));
      for (const backlog of unread) {
        const from = backlog.unreadAfter!;
        void read(backlog, (reading) => readFresh(backlog, from, { limit, maxBytes: page.maxBytes }, reading));
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

function isFull({ held, length }: Memory): boolean {
  return held >= MAX_HELD || length >= MAX_HELD_LENGTH;
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
