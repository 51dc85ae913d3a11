/**
 * What people have set for a further endpoint: whether it is paused, and how many requests a second it gets. What the
 * endpoint itself can bear is the breaker's to know. No I/O.
 */
import type { Pace } from '../model/endpoint.ts';

export class Gate {
  #isShut: boolean;
  #perSecond: number | null = null;
  /** Requests that may begin at `#countedAt`: those of one second at most. */
  #free = 0;
  #countedAt = 0;

  /** Shut until its settings are known. */
  constructor(isShut: boolean) {
    this.#isShut = isShut;
  }

  get isShut(): boolean {
    return this.#isShut;
  }

  get hasLimit(): boolean {
    return this.#perSecond !== null;
  }

  /** `share` in (0, 1]: of the limit, what this process may use. `now` in milliseconds since 1970. */
  set({ pausedAt, perSecond }: Pace, share: number, now: number): void {
    this.#isShut = pausedAt !== undefined;
    const limit = perSecond === undefined ? null : perSecond * share;
    if (limit === this.#perSecond) return;
    this.#perSecond = limit;
    this.#free = 1;
    this.#countedAt = now;
  }

  /** Milliseconds since 1970, at most `now` when a request may begin at once; never while it is shut. */
  opensAt(now: number): number {
    if (this.#isShut) return Number.POSITIVE_INFINITY;
    if (this.#perSecond === null) return now;
    this.#count(now);
    return this.#free >= 1 ? now : now + Math.ceil(((1 - this.#free) / this.#perSecond) * 1000);
  }

  /** A request begins. */
  pass(): void {
    if (this.#perSecond !== null) this.#free -= 1;
  }

  #count(now: number): void {
    const perSecond = this.#perSecond!;
    const grown = (Math.max(0, now - this.#countedAt) / 1000) * perSecond;
    this.#free = Math.min(this.#free + grown, Math.max(1, perSecond));
    this.#countedAt = now;
  }
}
