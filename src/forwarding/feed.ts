/**
 * One lane's events of one endpoint: which of them are in memory, in which order they may be tried, and from where on
 * the rest is read from the database. No I/O.
 */
import type { OwnedLane } from '../lanes/lanes.ts';
import type { ForwardEvent } from '../store/forwarding.ts';
import { keyOf } from './place.ts';
import { Reading } from './reading.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** An event in memory, until its outcome is committed. */
export type Pending<Owner extends Holder<Owner>> = {
  readonly event: ForwardEvent;
  readonly key: number;
  readonly feed: Feed<Owner>;
  /** Attempts made. */
  readonly attempts: number;
  /** Milliseconds since 1970: when it was committed, or for a retry, when it was due. */
  readonly since: number;
  phase: 'queued' | 'in flight' | 'ended';
  /** The next event of the conversation, which begins when the first attempt of this one has ended. */
  behind: Pending<Owner> | null;
};

/** A feed's calls to its endpoint. */
export interface Holder<Self extends Holder<Self>> {
  /** An event is in memory now. */
  added(one: Pending<Self>): void;
  /** The event left memory. */
  removed(one: Pending<Self>): void;
  /** The event may begin when there is a slot. */
  queue(one: Pending<Self>): void;
}

export class Feed<Owner extends Holder<Owner>> {
  readonly endpoint: Owner;
  readonly lane: OwnedLane;
  /** By key. */
  readonly #pending = new Map<number, Pending<Owner>>();
  /** The last event before its first attempt in each conversation, by phone number. */
  readonly #tails = new Map<string, Pending<Owner>>();
  #unreadAfter: number | null;
  #retryAt: number;
  #reading: Reading | null = null;
  #isClosed = false;

  /** `unread`: whether the database may hold events of it. */
  constructor(endpoint: Owner, lane: OwnedLane, unread: boolean) {
    this.endpoint = endpoint;
    this.lane = lane;
    this.#unreadAfter = unread ? -1 : null;
    this.#retryAt = unread ? 0 : NEVER;
  }

  /** Fresh events with a greater key must be read from the database; null when all of them are in memory. */
  get unreadAfter(): number | null {
    return this.#unreadAfter;
  }

  /** Milliseconds since 1970 at which the next retry that is not in memory is due. */
  get retryAt(): number {
    return this.#retryAt;
  }

  get isReading(): boolean {
    return this.#reading !== null;
  }

  /** Nothing of it is started any more: the lane is being given back, or is lost. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether it can be forgotten: all its events are done. */
  get isIdle(): boolean {
    return this.#pending.size === 0 && this.#unreadAfter === null && this.#retryAt === NEVER && !this.isReading;
  }

  /** Its events in memory, in order of arrival. */
  get pending(): Pending<Owner>[] {
    return [...this.#pending.values()];
  }

  has(key: number): boolean {
    return this.#pending.has(key);
  }

  /** Puts an event in memory, unless it is already there. */
  add(event: ForwardEvent, attempts: number, since: number): void {
    const key = keyOf(event);
    if (this.#pending.has(key)) return;
    const one: Pending<Owner> = { event, key, feed: this, attempts, since, phase: 'queued', behind: null };
    this.#pending.set(key, one);
    this.endpoint.added(one);
    if (attempts > 0) {
      this.endpoint.queue(one);
      return;
    }
    const before = this.#tails.get(event.phoneNumber);
    this.#tails.set(event.phoneNumber, one);
    if (before) before.behind = one;
    else this.endpoint.queue(one);
  }

  /** Leaves an event in the database, to be read later: while one is unread, no later one may be put in memory. */
  leaveUnread(event: ForwardEvent): void {
    const after = keyOf(event) - 1;
    this.#reading?.leaveUnread(after, event.phoneNumber);
    this.#unreadAfter = Math.min(this.#unreadAfter ?? NEVER, after);
  }

  /** A retry that is not in memory is due at this time. */
  expectRetry(at: number): void {
    this.#retryAt = Math.min(this.#retryAt, at);
  }

  begin(one: Pending<Owner>): void {
    one.phase = 'in flight';
  }

  /** It has ended, with any result: the conversation's next event may begin. */
  end(one: Pending<Owner>): void {
    one.phase = 'ended';
    if (one.attempts > 0) return;
    const { phoneNumber } = one.event;
    if (one.behind) this.endpoint.queue(one.behind);
    else if (this.#tails.get(phoneNumber) === one) this.#tails.delete(phoneNumber);
    one.behind = null;
  }

  /** Its outcome is in the database. */
  release(one: Pending<Owner>): void {
    if (!this.#pending.delete(one.key)) return;
    this.#reading?.release(one.key);
    this.endpoint.removed(one);
  }

  /** It could not even be tried: it is read again, with everything after it. */
  putBack(one: Pending<Owner>): void {
    if (!this.#isClosed) this.#leave(one);
  }

  #leave(one: Pending<Owner>): void {
    this.release(one);
    if (one.attempts === 0) this.leaveUnread(one.event);
    else this.expectRetry(0);
  }

  /** Drops everything that has not begun; a read in progress becomes stale. */
  letGo(): void {
    this.#tails.clear();
    for (const one of this.#pending.values()) {
      if (one.phase === 'queued') this.#leave(one);
      else if (one.phase === 'in flight' && one.attempts === 0) {
        one.behind = null;
        this.#tails.set(one.event.phoneNumber, one);
      }
    }
    this.#reading?.letGo();
  }

  /** Starts nothing of it any more; attempts in flight may still end and be written. */
  close(): void {
    this.#isClosed = true;
    for (const one of this.pending) if (one.phase === 'queued') this.release(one);
  }

  /** Forgets all of it, including attempts in flight: the lane is no longer ours. */
  abandon(): void {
    this.#isClosed = true;
    for (const one of this.pending) this.release(one);
  }

  /** One at a time; `endRead` must follow, unless the lane is lost. */
  beginRead(): Reading {
    this.#reading = new Reading(this.#unreadAfter ?? 0);
    return this.#reading;
  }

  endRead(): void {
    this.#reading = null;
  }

  /** The read has shown all events after `unreadAfter` up to `last`; null: there are no more. */
  readUpTo(last: number | null, reading: Reading): void {
    this.#unreadAfter = reading.next(last);
  }

  /** All due retries are about to be read; an `expectRetry` during the read counts as well. */
  forgetRetryAt(): void {
    this.#retryAt = NEVER;
  }
}
