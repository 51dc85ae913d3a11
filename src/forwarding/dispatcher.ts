/**
 * Matches events with slots, for all lanes of this process: takes in what is committed, starts what an endpoint may
 * take, records the outcome. The breaker decides how much an endpoint may take, the round who is next, and the reader
 * loads what is only in the database.
 */
import { failpoint } from '../failpoints.ts';
import type { OwnedLane } from '../lanes/lanes.ts';
import type { Logger } from '../log.ts';
import { type EndpointKey, endpointName, named } from '../model/endpoint.ts';
import type { StoredEvent } from '../model/event.ts';
import type { EndpointSigns } from '../store/endpoint-health.ts';
import type { Sql } from '../store/sql.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type Alarm, createAlarm } from './alarm.ts';
import { type Delivered, type Delivery, deliver, findTarget } from './deliver.ts';
import { Endpoint, type EndpointFeed, type PendingEvent } from './endpoint.ts';
import { createFailureReport, type FailureReport } from './failure-report.ts';
import { createGates, type Gates } from './gates.ts';
import { LaneForwarding } from './lane-forwarding.ts';
import { Memory } from './memory.ts';
import { createReader, type Reader } from './reader.ts';
import { createForwardCommit, createRecorder, type ForwardCommit, type Recorded } from './recorder.ts';
import { createRound, type Round } from './round.ts';
import { remainingMs } from './schedule.ts';
import { Signs } from './signs.ts';

/** Idle endpoints are forgotten at least this often. */
const TIDY_MS = 60_000;
/** How often to search for events of an endpoint that is down whose schedule is over: that takes hours to days. */
const SWEEP_MS = 3_600_000;

type Parts = { sql: Sql; log: Logger; metrics: Metrics };

export class Dispatcher implements AsyncDisposable {
  readonly #parts: Parts;
  readonly #delivery: Delivery;
  readonly #memory = new Memory();
  /** By name. */
  readonly #endpoints = new Map<string, Endpoint>();
  /** By number. */
  readonly #lanes = new Map<number, LaneForwarding>();
  readonly #failures: FailureReport;
  readonly #round: Round;
  readonly #alarm: Alarm;
  readonly #reader: Reader;
  readonly #commit: ForwardCommit;
  readonly #signs = new Signs();
  readonly #gates: Gates;
  #tidiedAt = 0;

  constructor(parts: Parts, delivery: Delivery, limits: { maxInFlight?: number; laneCount?: number } = {}) {
    this.#parts = parts;
    this.#delivery = delivery;
    const now = () => this.#now();
    this.#failures = createFailureReport(parts);
    this.#commit = createForwardCommit(parts);
    this.#round = createRound(now, limits.maxInFlight);
    this.#alarm = createAlarm(now, () => this.#ring());
    this.#gates = createGates({
      now,
      alarm: this.#alarm,
      find: (key) => findTarget(delivery, key),
      share: () => Math.max(1, this.#lanes.size) / (limits.laneCount ?? Math.max(1, this.#lanes.size)),
      opened: (endpoint) => this.#awake(endpoint),
    });
    this.#reader = createReader({
      sql: parts.sql,
      now,
      remainingMs: remainingMs(delivery.delaysMs),
      changed: (endpoint) => this.#awake(endpoint),
      record: async ({ lane }, writes) => {
        const recorder = this.#lanes.get(lane.lane)?.recorder;
        for (const write of writes) recorder?.add({ write, pending: null });
        await recorder?.drained();
      },
    });
    this.#alarm.set(now() + TIDY_MS);
    parts.metrics.forwardInFlight.from(() => this.#lanes.values().reduce((sum, { inFlight }) => sum + inFlight, 0));
  }

  /** See `Forwarder`. */
  laneTaken(lane: OwnedLane): void {
    if (lane.signal.aborted) return;
    const recorder = createRecorder({ log: this.#parts.log, commit: this.#commit }, lane, (group) =>
      this.#recorded(group),
    );
    const forwarding = new LaneForwarding(lane, recorder);
    this.#lanes.set(lane.lane, forwarding);
    lane.signal.addEventListener('abort', () => this.#close(forwarding), { once: true });
    void this.#discover(forwarding);
  }

  /** See `Forwarder`. */
  committed(lane: OwnedLane, events: readonly (StoredEvent & EndpointKey)[]): void {
    const forwarding = this.#laneOf(lane);
    if (!forwarding || forwarding.isDraining) return;
    const at = this.#now();
    for (const event of events) {
      const feed = this.#feedOf(forwarding, event);
      const { endpoint } = feed;
      if (feed.unreadAfter === null && endpoint.hasRoom(at)) {
        feed.add(event, 0, at);
        this.#round.offer(endpoint);
      } else {
        feed.leaveUnread(event);
        this.#reader.readOn(endpoint);
      }
    }
    this.#pump();
  }

  /** See `Forwarder`. */
  async drain(lane: OwnedLane): Promise<void> {
    await this.#laneOf(lane)?.drain();
  }

  /** See `Forwarder`. */
  openBreakers(): EndpointKey[] {
    return [...this.#endpoints.values()].filter(({ isOpen }) => isOpen).map(({ key }) => key);
  }

  /** See `Forwarder`. */
  takeSigns(): EndpointSigns[] {
    return this.#signs.take();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((forwarding) => forwarding.drain()));
    for (const forwarding of [...this.#lanes.values()]) this.#close(forwarding);
    this.#alarm[Symbol.dispose]();
    this.#failures[Symbol.dispose]();
  }

  #now(): number {
    return this.#delivery.now().getTime();
  }

  /** Something changed for the endpoint: starts and reads what it may. */
  #awake(endpoint: Endpoint): void {
    this.#round.offer(endpoint);
    this.#reader.readOn(endpoint);
    const dueAt = endpoint.nextDueAt;
    if (dueAt > this.#now()) this.#alarm.set(dueAt);
    this.#pump();
  }

  #pump(): void {
    for (let pending = this.#round.next(); pending; pending = this.#round.next()) void this.#attempt(pending);
    this.#gates.expect();
    this.#parts.metrics.forwardWaiting.set(this.#memory.events);
  }

  async #attempt(pending: PendingEvent): Promise<void> {
    const { feed, event, attempts } = pending;
    const forwarding = this.#lanes.get(feed.lane.lane);
    forwarding?.begin();
    let delivered: Delivered | null = null;
    let isPaused = false;
    try {
      const target = await findTarget(this.#delivery, event);
      isPaused = !this.#gates.set(feed.endpoint, target);
      if (!isPaused) delivered = await deliver(this.#delivery, event, target, attempts);
      if (delivered?.accepted) failpoint('after-webhook-answer');
    } catch (cause) {
      this.#parts.log.error({ err: cause, ...named(event) }, 'a forwarding attempt could not be made');
    }
    this.#round.ended(pending);
    feed.endpoint.end(pending);
    if (delivered) {
      this.#signs.note(delivered, this.#now());
      forwarding?.recorder.add({ write: delivered.write, pending });
    }
    forwarding?.end();
    if (delivered?.accepted && attempts === 0)
      this.#parts.metrics.eventAgeSeconds.observe(Math.max(0, this.#now() - pending.since) / 1000);
    if (isPaused) this.#letGo(pending);
    else this.#judge(pending, delivered);
    this.#round.offer(feed.endpoint);
    this.#pump();
  }

  /** It was paused meanwhile: its events wait in the database. */
  #letGo(pending: PendingEvent): void {
    pending.feed.putBack(pending);
    pending.feed.endpoint.letGo();
  }

  /** Reports to the breaker; when it opens, events waiting in memory are left to the database. */
  #judge(pending: PendingEvent, delivered: Delivered | null): void {
    const { log, metrics } = this.#parts;
    const { feed } = pending;
    const { endpoint } = feed;
    const about = named(endpoint.key);
    const sign = delivered === null ? 'unattempted' : delivered.answered ? 'answered' : 'failed';
    const change = endpoint.judge(sign, this.#now());
    if (delivered === null) feed.putBack(pending);
    if (change === null) return;
    if (change === 'closed') {
      metrics.breakersOpen.dec();
      log.info(about, 'a webhook is responding again');
      this.#reader.readOn(endpoint);
      return;
    }
    if (change === 'opened') {
      metrics.breakersOpen.inc();
      metrics.breakerOpenings.inc();
      log.warn(about, 'a webhook keeps failing; its events are waiting for a probe to succeed');
    }
    endpoint.letGo();
    this.#alarm.set(endpoint.nextDueAt);
  }

  #recorded(group: Recorded[]): void {
    const touched = new Set<Endpoint>();
    for (const { write, pending } of group) {
      if (write.failure !== null) this.#failures.note(write, write.failure.reason);
      if (!pending) continue;
      const { feed } = pending;
      feed.release(pending);
      touched.add(feed.endpoint);
      if (write.dueAt) feed.expectRetry(write.dueAt.getTime());
    }
    for (const endpoint of touched) this.#awake(endpoint);
  }

  /** Handles what is due by now, and sets the time of the next run. */
  #ring(): void {
    const at = this.#now();
    for (const endpoint of this.#endpoints.values()) {
      if (endpoint.gate.isShut) {
        void this.#gates.open(endpoint);
        continue;
      }
      if (endpoint.isPaced) this.#round.offer(endpoint);
      const dueAt = endpoint.nextDueAt;
      if (dueAt > at) {
        this.#alarm.set(dueAt);
        continue;
      }
      if (endpoint.isSweepDue(at, SWEEP_MS)) this.#reader.sweep(endpoint);
      this.#awake(endpoint);
    }
    if (at - this.#tidiedAt >= TIDY_MS) {
      this.#tidiedAt = at;
      for (const endpoint of this.#endpoints.values()) this.#tidy(endpoint);
    }
    this.#alarm.set(this.#tidiedAt + TIDY_MS);
    this.#pump();
  }

  #tidy(endpoint: Endpoint): void {
    for (const feed of endpoint.feeds) {
      if (!feed.isIdle) continue;
      this.#lanes.get(feed.lane.lane)?.feeds.delete(endpoint.name);
      this.#remove(feed);
    }
  }

  #remove(feed: EndpointFeed): void {
    const { endpoint } = feed;
    endpoint.removeFeed(feed);
    if (endpoint.feeds.length > 0 || this.#endpoints.get(endpoint.name) !== endpoint) return;
    this.#endpoints.delete(endpoint.name);
    this.#gates.forget(endpoint);
    if (endpoint.isOpen) this.#parts.metrics.breakersOpen.dec();
  }

  #feedOf(forwarding: LaneForwarding, key: EndpointKey): EndpointFeed {
    const name = endpointName(key);
    const known = forwarding.feeds.get(name);
    if (known) return known;
    const existing = this.#endpoints.get(name);
    const endpoint = existing ?? new Endpoint(key, this.#memory);
    this.#endpoints.set(name, endpoint);
    if (!existing && endpoint.gate.isShut) void this.#gates.open(endpoint);
    const feed = endpoint.addFeed(forwarding.lane, !forwarding.isDiscovered);
    forwarding.feeds.set(name, feed);
    return feed;
  }

  async #discover(forwarding: LaneForwarding): Promise<void> {
    const endpoints = await this.#reader.findEndpoints(forwarding.lane);
    if (!endpoints || forwarding.lane.signal.aborted || forwarding.isDraining) return;
    for (const key of endpoints) this.#feedOf(forwarding, key);
    forwarding.discovered();
    for (const { endpoint } of [...forwarding.feeds.values()]) this.#awake(endpoint);
  }

  #close(forwarding: LaneForwarding): void {
    forwarding.close();
    for (const feed of forwarding.feeds.values()) this.#remove(feed);
    if (this.#lanes.get(forwarding.lane.lane) === forwarding) this.#lanes.delete(forwarding.lane.lane);
  }

  /** While we own the lane in that epoch. */
  #laneOf({ lane, epoch }: OwnedLane): LaneForwarding | undefined {
    const forwarding = this.#lanes.get(lane);
    return forwarding?.lane.epoch === epoch ? forwarding : undefined;
  }
}
