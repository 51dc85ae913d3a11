/**
 * What the process holds in memory for one endpoint of an agent, its own webhook or a further one, and which of its events goes next.
 * Bounded by the breaker: an endpoint that does not answer holds nothing, and its events wait in the database. No I/O;
 * reading and sending are decided elsewhere.
 */
import type { OwnedLane } from '../lanes/lanes.ts';
import { type EndpointKey, endpointName, OWN_WEBHOOK } from '../model/endpoint.ts';
import { answered, type Breaker, failed, NEW_BREAKER, opened, slotsAt } from '../net/breaker.ts';
import { createQueue } from '../queue.ts';
import { Feed, type Holder, type Pending } from './feed.ts';
import { Gate } from './gate.ts';
import type { Memory } from './memory.ts';

/** Events in memory, fresh and to be retried, for each attempt that may be in flight: 1,024 and 256 at most. */
export const FRESH_PER_SLOT = 16;
export const RETRIES_PER_SLOT = 4;

/** Retries may use this part of the slots, so that fresh events keep flowing. */
export const RETRY_SHARE = 0.3;

const NEVER = Number.POSITIVE_INFINITY;

export type PendingEvent = Pending<Endpoint>;
export type EndpointFeed = Feed<Endpoint>;

export type BreakerChange = 'opened' | 'opened again' | 'closed';

export class Endpoint implements Holder<Endpoint> {
  readonly key: EndpointKey;
  readonly name: string;
  readonly memory: Memory;
  readonly #feeds = new Map<number, EndpointFeed>();
  /** Events whose first attempt may begin now: at most one of each conversation. */
  readonly #fresh = createQueue<PendingEvent>();
  /** Events that were tried before and are due. */
  readonly #retries = createQueue<PendingEvent>();
  readonly gate: Gate;
  #breaker: Breaker = NEW_BREAKER;
  /** Events in memory, until their outcome is committed. */
  #heldFresh = 0;
  #heldRetries = 0;
  #inFlight = 0;
  #retriesInFlight = 0;
  #sweptAt = 0;

  constructor({ agentId, endpointId }: EndpointKey, memory: Memory) {
    this.key = { agentId, endpointId };
    this.name = endpointName(this.key);
    this.memory = memory;
    this.gate = new Gate(endpointId !== OWN_WEBHOOK);
  }

  get heldFresh(): number {
    return this.#heldFresh;
  }

  get heldRetries(): number {
    return this.#heldRetries;
  }

  get hasFresh(): boolean {
    return this.#fresh.size > 0;
  }

  get hasRetries(): boolean {
    return this.#retries.size > 0;
  }

  get isOpen(): boolean {
    return this.#breaker.openUntil !== null;
  }

  get feeds(): EndpointFeed[] {
    return [...this.#feeds.values()];
  }

  /** `unread`: whether the database may hold events of it. */
  addFeed(lane: OwnedLane, unread: boolean): EndpointFeed {
    const feed: EndpointFeed = new Feed(this, lane, unread);
    this.#feeds.set(lane.lane, feed);
    return feed;
  }

  removeFeed({ lane }: EndpointFeed): void {
    this.#feeds.delete(lane.lane);
  }

  /** Called by its feeds: an event is in memory now. */
  added({ attempts, event }: PendingEvent): void {
    this.memory.add(event.body.length);
    if (attempts > 0) this.#heldRetries += 1;
    else this.#heldFresh += 1;
  }

  /** The event left memory. */
  removed({ attempts, event }: PendingEvent): void {
    this.memory.remove(event.body.length);
    if (attempts > 0) this.#heldRetries -= 1;
    else this.#heldFresh -= 1;
  }

  /** The event may begin when there is a slot. */
  queue(one: PendingEvent): void {
    if (one.attempts > 0) this.#retries.push(one);
    else this.#fresh.push(one);
  }

  /** Whether a new event may go straight into memory. */
  hasRoom(now: number): boolean {
    return !this.gate.isShut && this.#heldFresh < this.#freshCapacity(now) && !this.memory.isFull;
  }

  /** How many fresh events to read now: none until half of its capacity is free. */
  freshWanted(now: number): number {
    if (this.gate.isShut) return 0;
    const capacity = this.#freshCapacity(now);
    const has = this.#heldFresh;
    return has * 2 >= capacity || (this.memory.isFull && has > 0) ? 0 : capacity - has;
  }

  /** The limit of retries in memory when more should be read now, else 0. */
  retriesWanted(now: number): number {
    if (this.gate.isShut) return 0;
    const capacity = RETRIES_PER_SLOT * slotsAt(this.#breaker, now);
    const has = this.#heldRetries;
    return has * 2 >= capacity || (this.memory.isFull && has > 0) ? 0 : capacity;
  }

  #freshCapacity(now: number): number {
    return FRESH_PER_SLOT * slotsAt(this.#breaker, now);
  }

  /** The next event whose first attempt may begin, now counted as in flight. */
  takeFresh(now: number): PendingEvent | undefined {
    return this.#inFlight < this.#slots(now) ? this.#take(this.#fresh) : undefined;
  }

  /** The next event to retry. Where the share is less than one slot, only while nothing else waits. */
  takeRetry(now: number): PendingEvent | undefined {
    const slots = this.#slots(now);
    if (this.#inFlight >= slots) return undefined;
    const isAlone = this.#inFlight === 0 && !this.hasFresh;
    const share = Math.floor(slots * RETRY_SHARE);
    return this.#retriesInFlight < share || isAlone ? this.#take(this.#retries) : undefined;
  }

  #slots(now: number): number {
    return this.gate.opensAt(now) <= now ? slotsAt(this.#breaker, now) : 0;
  }

  #take(queue: { shift(): PendingEvent | undefined }): PendingEvent | undefined {
    for (let one = queue.shift(); one; one = queue.shift()) {
      if (one.feed.isClosed) continue;
      one.feed.begin(one);
      this.gate.pass();
      this.#inFlight += 1;
      if (one.attempts > 0) this.#retriesInFlight += 1;
      return one;
    }
    return undefined;
  }

  /** The attempt has ended, with any result. */
  end(one: PendingEvent): void {
    this.#inFlight -= 1;
    if (one.attempts > 0) this.#retriesInFlight -= 1;
    one.feed.end(one);
  }

  /** Reports to the breaker: `unattempted` is a fault of our own, which pauses it as well. null: no change. */
  judge(sign: 'answered' | 'failed' | 'unattempted', now: number): BreakerChange | null {
    const before = this.#breaker;
    if (sign === 'answered') this.#breaker = answered(before);
    else this.#breaker = sign === 'failed' ? failed(before, now) : opened(before, now);
    if (this.#breaker.openUntil === before.openUntil) return null;
    if (this.#breaker.openUntil === null) return 'closed';
    return before.openUntil === null ? 'opened' : 'opened again';
  }

  /** Drops everything that has not begun: it is in the database, and is read again when the endpoint may be tried. */
  letGo(): void {
    this.#fresh.clear();
    this.#retries.clear();
    for (const feed of this.#feeds.values()) feed.letGo();
  }

  /** Whether an event in memory waits for nothing but the limit per second. */
  get isPaced(): boolean {
    return this.gate.hasLimit && !this.isOpen && (this.hasFresh || this.hasRetries);
  }

  /** Milliseconds since 1970 at which an event of it in the database may begin, past or future. */
  get nextDueAt(): number {
    if (this.#breaker.openUntil !== null) return this.#breaker.openUntil;
    let dueAt = NEVER;
    for (const { retryAt } of this.#feeds.values()) dueAt = Math.min(dueAt, retryAt);
    return dueAt;
  }

  /** Whether to search for events whose schedule is over: it has been down for `everyMs` since the last search. */
  isSweepDue(now: number, everyMs: number): boolean {
    if (!this.isOpen || now - this.#sweptAt < everyMs) return false;
    this.#sweptAt = now;
    return true;
  }
}
