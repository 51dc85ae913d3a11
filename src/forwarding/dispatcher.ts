/**
 * Brings events and slots together, for all lanes of this process: what is committed comes in, what an endpoint may
 * take goes out, what became of it is recorded. How much an endpoint may take is its breaker's word, who is next the
 * round's, and what lies in the database alone is the reader's.
 */
import type { Context } from '../context.ts';
import { reached } from '../faults.ts';
import type { OwnedLane } from '../lanes/lanes.ts';
import type { StoredEvent } from '../model/event.ts';
import { answered, failed, opened } from '../net/breaker.ts';
import { createAlarm } from './alarm.ts';
import { type Delivered, type Delivery, deliver } from './deliver.ts';
import {
  abandonBacklog,
  attemptEnded,
  type Backlog,
  closeBacklog,
  createBacklog,
  createEndpoint,
  type Endpoint,
  enqueue,
  isIdle,
  leaveUnread,
  type Memory,
  nextDueAt,
  release,
  unload,
  type Waiting,
} from './endpoint.ts';
import { createFailureReport } from './failure-report.ts';
import { createReader } from './reader.ts';
import { createRecorder, type Recorded, type Recorder } from './recorder.ts';
import { createRound } from './round.ts';
import { remainingMs } from './schedule.ts';

/** Endpoints that have nothing to do are forgotten at least this often. */
const TIDY_MS = 60_000;
/** How often it is looked for events of an endpoint that is down whose schedule is over: that takes hours to days. */
const SWEEP_MS = 3_600_000;

type Work = {
  readonly lane: OwnedLane;
  readonly recorder: Recorder;
  /** By agent. */
  readonly backlogs: Map<string, Backlog>;
  /** Which agents have events is not known yet: all new ones wait until they are read in order. */
  discovering: boolean;
  inFlight: number;
  /** Resolves when nothing is in flight any more; null while new attempts may begin. */
  draining: PromiseWithResolvers<void> | null;
};

export type Dispatcher = AsyncDisposable & {
  laneTaken(lane: OwnedLane): void;
  committed(lane: OwnedLane, events: readonly StoredEvent[]): void;
  drain(lane: OwnedLane): Promise<void>;
  openBreakers(): string[];
  /** Events in memory. */
  held(): number;
};

export function createDispatcher(
  context: Pick<Context, 'sql' | 'log' | 'metrics'>,
  delivery: Delivery,
  limits: { maxInFlight?: number } = {},
): Dispatcher {
  const { log, metrics } = context;
  const now = () => delivery.now().getTime();
  const memory: Memory = { held: 0, length: 0 };
  const failures = createFailureReport(context);
  const endpoints = new Map<string, Endpoint>();
  const works = new Map<number, Work>();
  let tidiedAt = 0;
  metrics.forwardInFlight.from(() => works.values().reduce((sum, { inFlight }) => sum + inFlight, 0));
  const round = createRound(now, limits.maxInFlight);
  const alarm = createAlarm(now, ring);
  const reader = createReader({
    sql: context.sql,
    now,
    remainingMs: remainingMs(delivery.delaysMs),
    changed: awake,
    record(backlog, writes) {
      const recorder = works.get(backlog.lane.lane)?.recorder;
      for (const write of writes) recorder?.add({ write, waiting: null });
      return recorder?.drained() ?? Promise.resolve();
    },
  });
  alarm.set(now() + TIDY_MS);

  /** Something changed for the endpoint: begins and reads what it may. */
  function awake(endpoint: Endpoint): void {
    round.offer(endpoint);
    reader.readOn(endpoint);
    const dueAt = nextDueAt(endpoint);
    if (dueAt > now()) alarm.set(dueAt);
    pump();
  }

  function pump(): void {
    for (let waiting = round.next(); waiting; waiting = round.next()) void run(waiting);
    metrics.forwardWaiting.set(memory.held);
  }

  async function run(waiting: Waiting): Promise<void> {
    const { backlog, event, attempts } = waiting;
    const work = works.get(backlog.lane.lane);
    if (work) work.inFlight += 1;
    let delivered: Delivered | null = null;
    try {
      delivered = await deliver(delivery, event, attempts);
      if (delivered.accepted) reached('after-webhook-answer');
    } catch (cause) {
      log.error({ err: cause, agentId: event.agentId }, 'an event could not be attempted');
    }
    round.ended(waiting);
    attemptEnded(waiting);
    if (work) {
      if (delivered) work.recorder.add({ write: delivered.write, waiting });
      work.inFlight -= 1;
      if (work.inFlight === 0) work.draining?.resolve();
    }
    if (delivered?.accepted && attempts === 0)
      metrics.eventAgeSeconds.observe(Math.max(0, now() - waiting.since) / 1000);
    judge(waiting, delivered);
    round.offer(backlog.endpoint);
    pump();
  }

  /** Tells the breaker; when it opens, what waits in memory is left to the database. */
  function judge(waiting: Waiting, delivered: Delivered | null): void {
    const { endpoint } = waiting.backlog;
    const before = endpoint.breaker;
    if (delivered === null) endpoint.breaker = opened(before, now());
    else endpoint.breaker = delivered.answered ? answered(before) : failed(before, now());
    const { openUntil } = endpoint.breaker;
    if (delivered === null) putBack(waiting);
    if (openUntil === before.openUntil) return;
    if (openUntil === null) {
      metrics.breakersOpen.dec();
      log.info({ agentId: endpoint.agentId }, 'a webhook answers again');
      reader.readOn(endpoint);
      return;
    }
    if (before.openUntil === null) {
      metrics.breakersOpen.inc();
      metrics.breakerOpenings.inc();
      log.warn({ agentId: endpoint.agentId }, 'a webhook keeps failing; its events wait until a probe succeeds');
    }
    unload(endpoint);
    alarm.set(openUntil);
  }

  function putBack(waiting: Waiting): void {
    const { backlog, attempts, event } = waiting;
    if (backlog.closed) return;
    release(waiting);
    if (attempts === 0) leaveUnread(backlog, event);
    else backlog.retryAt = 0;
  }

  function recorded(group: Recorded[]): void {
    const touched = new Set<Endpoint>();
    for (const { write, waiting } of group) {
      if (write.failure !== null) failures.note(write.agentId, write.failure);
      if (!waiting) continue;
      const { backlog } = waiting;
      release(waiting);
      touched.add(backlog.endpoint);
      if (write.dueAt) backlog.retryAt = Math.min(backlog.retryAt, write.dueAt.getTime());
    }
    for (const endpoint of touched) awake(endpoint);
  }

  /** Looks for what is due by now, and sets the time of the next look. */
  function ring(): void {
    const at = now();
    for (const endpoint of endpoints.values()) {
      const dueAt = nextDueAt(endpoint);
      if (dueAt > at) {
        alarm.set(dueAt);
        continue;
      }
      if (endpoint.breaker.openUntil !== null && at - endpoint.sweptAt >= SWEEP_MS) {
        endpoint.sweptAt = at;
        reader.sweep(endpoint);
      }
      awake(endpoint);
    }
    if (at - tidiedAt >= TIDY_MS) {
      tidiedAt = at;
      for (const endpoint of endpoints.values()) tidy(endpoint);
    }
    alarm.set(tidiedAt + TIDY_MS);
  }

  function tidy(endpoint: Endpoint): void {
    for (const backlog of endpoint.backlogs.values()) {
      if (!isIdle(backlog)) continue;
      works.get(backlog.lane.lane)?.backlogs.delete(endpoint.agentId);
      remove(backlog);
    }
  }

  function remove({ endpoint, lane }: Backlog): void {
    endpoint.backlogs.delete(lane.lane);
    if (endpoint.backlogs.size > 0 || endpoints.get(endpoint.agentId) !== endpoint) return;
    endpoints.delete(endpoint.agentId);
    if (endpoint.breaker.openUntil !== null) metrics.breakersOpen.dec();
  }

  function backlogOf(work: Work, agentId: string): Backlog {
    let backlog = work.backlogs.get(agentId);
    if (backlog) return backlog;
    const endpoint = endpoints.get(agentId) ?? createEndpoint(agentId, memory);
    endpoints.set(agentId, endpoint);
    backlog = createBacklog(endpoint, work.lane, work.discovering);
    work.backlogs.set(agentId, backlog);
    return backlog;
  }

  async function discover(work: Work): Promise<void> {
    const agents = await reader.findAgents(work.lane);
    if (agents === null || work.lane.signal.aborted || work.draining) return;
    const found = new Set(agents.map((agentId) => backlogOf(work, agentId).endpoint));
    for (const { endpoint } of work.backlogs.values()) found.add(endpoint);
    work.discovering = false;
    for (const endpoint of found) awake(endpoint);
  }

  function close(work: Work): void {
    for (const backlog of work.backlogs.values()) {
      abandonBacklog(backlog);
      remove(backlog);
    }
    if (works.get(work.lane.lane) === work) works.delete(work.lane.lane);
    work.draining?.resolve();
  }

  async function drain(work: Work): Promise<void> {
    for (const backlog of work.backlogs.values()) closeBacklog(backlog);
    work.draining ??= Promise.withResolvers<void>();
    if (work.inFlight === 0) work.draining.resolve();
    await work.draining.promise;
    await work.recorder.drained();
  }

  /** The work of a lane in the epoch in which we own it. */
  function workOf({ lane, epoch }: OwnedLane): Work | undefined {
    const work = works.get(lane);
    return work?.lane.epoch === epoch ? work : undefined;
  }

  return {
    laneTaken(lane) {
      if (lane.signal.aborted) return;
      const recorder = createRecorder(context, lane, recorded);
      const work: Work = { lane, recorder, backlogs: new Map(), discovering: true, inFlight: 0, draining: null };
      works.set(lane.lane, work);
      lane.signal.addEventListener('abort', () => close(work), { once: true });
      void discover(work);
    },
    committed(lane, events) {
      const work = workOf(lane);
      if (!work || work.draining) return;
      const at = now();
      for (const event of events) {
        const backlog = backlogOf(work, event.agentId);
        const { endpoint } = backlog;
        if (backlog.unreadAfter === null && reader.hasRoom(endpoint)) {
          enqueue(backlog, event, 0, at);
          round.offer(endpoint);
        } else {
          leaveUnread(backlog, event);
          reader.readOn(endpoint);
        }
      }
      pump();
    },
    async drain(lane) {
      const work = workOf(lane);
      if (work) await drain(work);
    },
    openBreakers: () =>
      [...endpoints.values()].filter(({ breaker }) => breaker.openUntil !== null).map(({ agentId }) => agentId),
    held: () => memory.held,
    async [Symbol.asyncDispose]() {
      await Promise.all([...works.values()].map(drain));
      for (const work of [...works.values()]) close(work);
      alarm[Symbol.dispose]();
      failures[Symbol.dispose]();
    },
  };
}
