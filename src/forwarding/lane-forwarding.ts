/** The forwarding of one lane while this process owns it, and how it ends. */
import type { OwnedLane } from '../lanes/lanes.ts';
import type { EndpointFeed } from './endpoint.ts';
import type { Recorder } from './recorder.ts';

export class LaneForwarding {
  readonly lane: OwnedLane;
  readonly recorder: Recorder;
  /** By the name of the endpoint. */
  readonly feeds = new Map<string, EndpointFeed>();
  #isDiscovered = false;
  #inFlight = 0;
  /** Resolves when nothing is in flight any more; null while new attempts may begin. */
  #draining: PromiseWithResolvers<void> | null = null;

  constructor(lane: OwnedLane, recorder: Recorder) {
    this.lane = lane;
    this.recorder = recorder;
  }

  /** Whether the endpoints with events are known; until then all new events wait to be read in order. */
  get isDiscovered(): boolean {
    return this.#isDiscovered;
  }

  discovered(): void {
    this.#isDiscovered = true;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  begin(): void {
    this.#inFlight += 1;
  }

  end(): void {
    this.#inFlight -= 1;
    if (this.#inFlight === 0) this.#draining?.resolve();
  }

  /** Whether nothing new begins, because the lane is being given back. */
  get isDraining(): boolean {
    return this.#draining !== null;
  }

  /** Resolves when all attempts in flight are recorded. */
  async drain(): Promise<void> {
    for (const feed of this.feeds.values()) feed.close();
    this.#draining ??= Promise.withResolvers<void>();
    if (this.#inFlight === 0) this.#draining.resolve();
    await this.#draining.promise;
    await this.recorder.drained();
  }

  /** The lane is no longer ours, or has nothing in flight any more. */
  close(): void {
    for (const feed of this.feeds.values()) feed.abandon();
    this.#draining?.resolve();
  }
}
