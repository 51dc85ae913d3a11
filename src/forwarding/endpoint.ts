/**
 * What the process holds in memory for one endpoint (the webhook of one agent), and who of it goes next. Bounded by the
 * breaker: an endpoint that does not answer holds nothing, and its events wait in the database. No I/O; who reads on
 * and who sends is decided elsewhere.
 */
import type { OwnedLane } from '../lanes/lanes.ts';
import { type Breaker, MAX_SLOTS, NEW_BREAKER, slotsAt } from '../net/breaker.ts';
import type { ForwardEvent, ForwardPlace } from '../store/forwarding.ts';
import { createQueue, type Queue } from './queue.ts';

/** Events in memory, fresh and to be tried again, for each attempt that may be in flight. */
const FRESH_PER_SLOT = 16;
const RETRIES_PER_SLOT = 4;
/** With every slot: 1,024 fresh events of an endpoint and 256 retries. */
export const MAX_FRESH = FRESH_PER_SLOT * MAX_SLOTS;

/** Retries may use this part of the slots, so that fresh events keep flowing. Source: reference "forwarding". */
export const RETRY_SHARE = 0.3;

/** Events in memory, of all endpoints together, and the characters of their bodies. */
export type Memory = { held: number; length: number };

export type Endpoint = {
  readonly agentId: string;
  readonly memory: Memory;
  breaker: Breaker;
  /** Its events of each lane, by the lane's number. */
  readonly backlogs: Map<number, Backlog>;
  /** Events whose first attempt may begin now: at most one of each conversation. */
  readonly fresh: Queue<Waiting>;
  /** Events that were tried before and are due. */
  readonly retries: Queue<Waiting>;
  /** Events in memory, until what became of them is committed. */
  heldFresh: number;
  heldRetries: number;
  inFlight: number;
  retriesInFlight: number;
  /** Milliseconds since 1970 at which it was last looked for events whose schedule is over. */
  sweptAt: number;
};

/** One lane's events of one endpoint: what of them is in memory, and from where on the rest is read. */
export type Backlog = {
  readonly endpoint: Endpoint;
  readonly lane: OwnedLane;
  readonly held: Map<number, Waiting>;
  /** The last event of each conversation that has events before their first attempt, by phone number. */
  readonly tails: Map<string, Waiting>;
  /** Fresh events with a greater key are read from the database; null when all of them are in memory. */
  unreadAfter: number | null;
  /** Milliseconds since 1970 at which the next retry that is not in memory is due. */
  retryAt: number;
  /** The read that is under way, and what happens meanwhile that its snapshot may not show. */
  reading: Reading | null;
  /** Nothing of it is begun any more: the lane is being given back, or is lost. */
  closed: boolean;
};

export type Reading = {
  /** It shows events with greater keys. */
  readonly after: number;
  /** Keys that left memory: the read may still show them. */
  readonly released: Set<number>;
  /** Conversations of which an event came that lies before what is read: the read may show those behind it. */
  readonly overtaken: Set<string>;
  /** The least place from which on an event was left unread. */
  unreadAfter: number;
  /** Everything was let go of: what is read would be out of order. */
  stale: boolean;
};

export type Waiting = {
  readonly event: ForwardEvent;
  readonly key: number;
  readonly backlog: Backlog;
  /** Attempts made. */
  readonly attempts: number;
  /** Milliseconds since 1970 at which it was committed; of one that was tried before, at which it was due. */
  readonly since: number;
  phase: 'queued' | 'in flight' | 'ended';
  /** The next event of the conversation, which begins when the first attempt of this one has ended. */
  behind: Waiting | null;
};

/** The ordinal of an event id has 12 bits. Sequence numbers stay under 2^41, so that keys are exact numbers. */
const ORDINALS = 4096;
export const keyOf = ({ seq, ordinal }: ForwardPlace): number => seq * ORDINALS + ordinal;
export const placeOf = (key: number): ForwardPlace => ({ seq: Math.floor(key / ORDINALS), ordinal: key % ORDINALS });

export function createEndpoint(agentId: string, memory: Memory): Endpoint {
  return {
    agentId,
    memory,
    breaker: NEW_BREAKER,
    backlogs: new Map(),
    fresh: createQueue(),
    retries: createQueue(),
    heldFresh: 0,
    heldRetries: 0,
    inFlight: 0,
    retriesInFlight: 0,
    sweptAt: 0,
  };
}

/** `unread`: whether the database may hold events of it. */
export function createBacklog(endpoint: Endpoint, lane: OwnedLane, unread: boolean): Backlog {
  const backlog: Backlog = {
    endpoint,
    lane,
    held: new Map(),
    tails: new Map(),
    unreadAfter: unread ? -1 : null,
    retryAt: unread ? 0 : Number.POSITIVE_INFINITY,
    reading: null,
    closed: false,
  };
  endpoint.backlogs.set(lane.lane, backlog);
  return backlog;
}

/** How many fresh events the endpoint may hold in memory now. */
export function freshCapacity({ breaker }: Endpoint, now: number): number {
  return FRESH_PER_SLOT * slotsAt(breaker, now);
}

export function retryCapacity({ breaker }: Endpoint, now: number): number {
  return RETRIES_PER_SLOT * slotsAt(breaker, now);
}

/** Puts an event in memory. One that is there already is not doubled. */
export function enqueue(backlog: Backlog, event: ForwardEvent, attempts: number, since: number): void {
  const key = keyOf(event);
  if (backlog.held.has(key)) return;
  const { endpoint, tails } = backlog;
  const waiting: Waiting = { event, key, backlog, attempts, since, phase: 'queued', behind: null };
  backlog.held.set(key, waiting);
  endpoint.memory.held += 1;
  endpoint.memory.length += event.body.length;
  if (attempts > 0) {
    endpoint.heldRetries += 1;
    endpoint.retries.push(waiting);
    return;
  }
  endpoint.heldFresh += 1;
  const before = tails.get(event.phoneNumber);
  tails.set(event.phoneNumber, waiting);
  if (before) before.behind = waiting;
  else endpoint.fresh.push(waiting);
}

/** Leaves an event in the database, to be read later: while one is unread, none behind it may be put in memory. */
export function leaveUnread(backlog: Backlog, event: ForwardEvent): void {
  const after = keyOf(event) - 1;
  const { reading } = backlog;
  if (reading) {
    reading.unreadAfter = Math.min(reading.unreadAfter, after);
    if (after < reading.after) reading.overtaken.add(event.phoneNumber);
  }
  backlog.unreadAfter = Math.min(backlog.unreadAfter ?? Number.POSITIVE_INFINITY, after);
}

/** The next event whose first attempt may begin. */
export function takeFresh(endpoint: Endpoint, now: number): Waiting | undefined {
  return endpoint.inFlight < slotsAt(endpoint.breaker, now) ? take(endpoint, endpoint.fresh) : undefined;
}

/** The next event that may be tried again. Where the share is less than one slot, only while nothing else is there. */
export function takeRetry(endpoint: Endpoint, now: number): Waiting | undefined {
  const slots = slotsAt(endpoint.breaker, now);
  if (endpoint.inFlight >= slots) return undefined;
  const idle = endpoint.inFlight === 0 && endpoint.fresh.size === 0;
  const share = Math.floor(slots * RETRY_SHARE);
  return endpoint.retriesInFlight < share || idle ? take(endpoint, endpoint.retries) : undefined;
}

function take(endpoint: Endpoint, queue: Queue<Waiting>): Waiting | undefined {
  for (let waiting = queue.shift(); waiting; waiting = queue.shift()) {
    if (waiting.backlog.closed) continue;
    waiting.phase = 'in flight';
    endpoint.inFlight += 1;
    if (waiting.attempts > 0) endpoint.retriesInFlight += 1;
    return waiting;
  }
  return undefined;
}

/** The attempt has ended, whatever the result: the conversation's next event may begin. */
export function attemptEnded(waiting: Waiting): void {
  const { endpoint, tails } = waiting.backlog;
  waiting.phase = 'ended';
  endpoint.inFlight -= 1;
  if (waiting.attempts > 0) {
    endpoint.retriesInFlight -= 1;
    return;
  }
  const { phoneNumber } = waiting.event;
  if (waiting.behind) endpoint.fresh.push(waiting.behind);
  else if (tails.get(phoneNumber) === waiting) tails.delete(phoneNumber);
  waiting.behind = null;
}

/** What became of it is in the database. */
export function release({ backlog, key, attempts, event }: Waiting): void {
  if (!backlog.held.delete(key)) return;
  backlog.reading?.released.add(key);
  backlog.endpoint.memory.held -= 1;
  backlog.endpoint.memory.length -= event.body.length;
  if (attempts > 0) backlog.endpoint.heldRetries -= 1;
  else backlog.endpoint.heldFresh -= 1;
}

/** Lets go of everything that has not begun: it is in the database, and is read again when the endpoint may be tried. */
export function unload(endpoint: Endpoint): void {
  endpoint.fresh.clear();
  endpoint.retries.clear();
  for (const backlog of endpoint.backlogs.values()) {
    backlog.tails.clear();
    for (const waiting of backlog.held.values()) {
      if (waiting.phase === 'queued') {
        release(waiting);
        if (waiting.attempts === 0) leaveUnread(backlog, waiting.event);
        else backlog.retryAt = 0;
      } else if (waiting.phase === 'in flight' && waiting.attempts === 0) {
        waiting.behind = null;
        backlog.tails.set(waiting.event.phoneNumber, waiting);
      }
    }
    if (backlog.reading) backlog.reading.stale = true;
  }
}

/** Begins nothing of it any more; what is in flight may still end and be written. */
export function closeBacklog(backlog: Backlog): void {
  backlog.closed = true;
  for (const waiting of [...backlog.held.values()]) if (waiting.phase === 'queued') release(waiting);
}

/** Forgets all of it, whatever becomes of what is in flight: the lane is no longer ours. */
export function abandonBacklog(backlog: Backlog): void {
  backlog.closed = true;
  for (const waiting of [...backlog.held.values()]) release(waiting);
}

/** Milliseconds since 1970 at which something of the endpoint in the database may be begun, past or future. */
export function nextDueAt({ breaker, backlogs }: Endpoint): number {
  if (breaker.openUntil !== null) return breaker.openUntil;
  let dueAt = Number.POSITIVE_INFINITY;
  for (const { retryAt } of backlogs.values()) dueAt = Math.min(dueAt, retryAt);
  return dueAt;
}

/** Whether it can be forgotten: everything of it that there is, is done. */
export function isIdle({ held, unreadAfter, retryAt, reading }: Backlog): boolean {
  return held.size === 0 && unreadAfter === null && retryAt === Number.POSITIVE_INFINITY && reading === null;
}
