/**
 * One read of a feed, and concurrent changes that its snapshot may not show: it must not lose an event, duplicate one,
 * or put one before another of its conversation.
 */
import type { ForwardPlace } from '../store/forwarding.ts';
import { keyOf } from './place.ts';

export class Reading {
  /** The read shows events with greater keys. */
  readonly after: number;
  /** Keys that left memory: the read may still show them. */
  readonly #released = new Set<number>();
  /** Conversations that got an event from before the range being read: the read may show later ones. */
  readonly #overtaken = new Set<string>();
  /** The lowest place from which on an event was left unread. */
  #unreadAfter = Number.POSITIVE_INFINITY;
  #isStale = false;

  constructor(after: number) {
    this.after = after;
  }

  /** Everything was dropped: the events read would be out of order. */
  get isStale(): boolean {
    return this.#isStale;
  }

  letGo(): void {
    this.#isStale = true;
  }

  release(key: number): void {
    this.#released.add(key);
  }

  /** An event of this conversation is left in the database, to be read after this place. */
  leaveUnread(after: number, phoneNumber: string): void {
    this.#unreadAfter = Math.min(this.#unreadAfter, after);
    if (after < this.after) this.#overtaken.add(phoneNumber);
  }

  /** Whether the event, which the read shows, was done meanwhile. */
  isDone(key: number): boolean {
    return this.#released.has(key);
  }

  /** Whether it may go into memory as a fresh event. */
  mayFollow(event: ForwardPlace & { phoneNumber: string }): boolean {
    return !this.isDone(keyOf(event)) && !this.#overtaken.has(event.phoneNumber);
  }

  /** Where to read on, when this read went up to `last` (null: to the end); null when nothing is left to read. */
  next(last: number | null): number | null {
    const after = Math.min(last ?? Number.POSITIVE_INFINITY, this.#unreadAfter);
    return after === Number.POSITIVE_INFINITY ? null : after;
  }
}
