/**
 * How fast each agent may call the platform. An agent's quota is known to the platform alone and changes, so it is
 * probed: the limit of concurrent calls grows with every accepted one and is halved when one is throttled. A pause that
 * the platform requests applies to the agent, not the message; other agents are unaffected.
 */
import { type Backoff, nextPauseMs, spread } from '../backoff.ts';
import { LaneLost } from '../lanes/lanes.ts';

/** Calls of one agent under way in this process, at first and at most: the platform has 128 connections for all. */
const FIRST_LIMIT = 32;
const MAX_LIMIT = 96;
/** Calls under way when throttling begins are throttled too: that is one event, not one for each. */
const ONE_EVENT_MS = 1_000;
/** The shortest pause, whatever the platform requests: `Retry-After: 0` must not make a loop. Doubles until success. */
const PAUSE: Backoff = { firstMs: 1_000, maxMs: 60_000 };

type WaitingCall = { begin: () => void; priority: number };

/** One agent's calls: started in order, a limited number at a time. */
export class Pace {
  readonly #now: () => number;
  #limit = FIRST_LIMIT;
  #underWay = 0;
  #waiting: WaitingCall[] = [];
  #pausedUntil = 0;
  #pauseMs = 0;
  #throttledAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Resolves when a call may begin; `leave` must follow. Throttled calls go first.
   * @throws LaneLost when the signal aborts before that
   */
  async enter(lane: number, signal: AbortSignal, isRepeat: boolean): Promise<void> {
    if (signal.aborted) throw new LaneLost(lane);
    if (this.isFree()) {
      this.#underWay += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const waiting: WaitingCall = {
        priority: isRepeat ? 0 : 1,
        begin: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new LaneLost(lane));
      };
      signal.addEventListener('abort', giveUp, { once: true });
      if (isRepeat) this.#waiting.splice(this.#waiting.findLastIndex(({ priority }) => priority === 0) + 1, 0, waiting);
      else this.#waiting.push(waiting);
      this.#schedule();
    });
  }

  isFree(): boolean {
    return this.#mayBegin() && this.#waiting.length === 0;
  }

  /** The call has ended. `throttled`: the platform answered that it was too fast, and perhaps how long to wait. */
  leave(throttled: { retryAfterMs: number | null } | null): void {
    this.#underWay -= 1;
    const now = this.#now();
    if (throttled) {
      if (now - this.#throttledAt >= ONE_EVENT_MS) {
        this.#throttledAt = now;
        this.#limit = Math.max(1, this.#limit / 2);
        this.#pauseMs = nextPauseMs(this.#pauseMs, PAUSE);
      }
      const pauseMs = spread(Math.max(this.#pauseMs, throttled.retryAfterMs ?? 0));
      this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs);
    } else {
      // A call that began before the throttling proves nothing about the time after it.
      if (now >= this.#pausedUntil) this.#pauseMs = 0;
      this.#limit = Math.min(MAX_LIMIT, this.#limit + 1 / this.#limit);
    }
    this.#beginWaiting();
  }

  /** Whether the platform throttles this agent at present. */
  isThrottled(): boolean {
    return this.#now() < this.#pausedUntil;
  }

  /** Its state is that of a new one. */
  isFresh(): boolean {
    return this.#underWay === 0 && this.#waiting.length === 0 && this.#limit >= FIRST_LIMIT && !this.isThrottled();
  }

  #hasSlot(): boolean {
    return this.#underWay < Math.floor(this.#limit);
  }

  #mayBegin(): boolean {
    return this.#hasSlot() && !this.isThrottled();
  }

  #beginWaiting(): void {
    while (this.#waiting.length > 0 && this.#mayBegin()) {
      this.#underWay += 1;
      this.#waiting.shift()!.begin();
    }
    this.#schedule();
  }

  /**
   * Runs again when the pause is over; the end of a call runs it by itself. The clock is not read a second time: if the
   * pause had ended in between, nothing would run this again.
   */
  #schedule(): void {
    if (this.#timer || this.#waiting.length === 0 || !this.#hasSlot()) return;
    const again = () => {
      this.#timer = undefined;
      this.#beginWaiting();
    };
    this.#timer = setTimeout(again, Math.max(1, this.#pausedUntil - this.#now())).unref();
  }
}

/** The paces of all agents with recent calls. */
export type Paces = {
  of(platformAgentId: string): Pace;
  /** The agents that the platform throttles at present, by their ids there. */
  throttled(): string[];
};

/** Agents whose pace is kept; beyond it fresh ones are dropped. */
const KEPT = 1_000;

export function createPaces(): Paces {
  const known = new Map<string, Pace>();
  return {
    of(platformAgentId) {
      let pace = known.get(platformAgentId);
      if (!pace) {
        if (known.size >= KEPT) for (const [id, each] of known) if (each.isFresh()) known.delete(id);
        pace = new Pace();
        known.set(platformAgentId, pace);
      }
      return pace;
    },
    throttled: () => [...known].flatMap(([id, pace]) => (pace.isThrottled() ? id : [])),
  };
}
