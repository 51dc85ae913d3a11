/** Puts the parts together: append, ownership, a tail on every owned lane, and the notifications between processes. */

import { createLimit } from '../limit.ts';
import type { Logger } from '../log.ts';
import type { InboxItem } from '../model/inbox-item.ts';
import { pause } from '../pause.ts';
import type { Database } from '../store/database.ts';
import { listHeads } from '../store/lanes.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { createAppend } from './append.ts';
import { laneOf } from './hash.ts';
import { processIdentity } from './identity.ts';
import type { Lanes, OwnedLane } from './lanes.ts';
import { type Ownership, type Riders, startOwnership } from './own.ts';
import { Shares } from './shares.ts';
import { type Stalls, watchStalls } from './stall.ts';
import { type LaneWork, Tail } from './tail.ts';

const CHANNEL = 'parley_inbox';
/** A process has come or gone: lanes move at once, and not when the next lease is renewed. */
const MOVES_CHANNEL = 'parley_lanes';
/** A notification is only a hint: the owner also polls this often. */
const POLL_MS = 250;
/** Concurrent polls. */
const MAX_LOOKS = 8;
/**
 * How long a suspect has the process to itself. A crash comes soon after the start; a message that the platform keeps
 * waiting must not delay the others.
 */
const ALONE_MS = 5_000;
/** Concurrent takeovers that read what waits in their lane. */
const MAX_TAKEOVERS = 4;
/** The owners in other processes are notified at most this often, of all lanes together. */
const NOTIFY_PAUSE_MS = 5;

type LaneRiders = Riders & { tail: Tail };

/** Lanes that accept items at once, and work on them from `start` on. */
export function createLanes(options: {
  sql: Database;
  log: Logger;
  metrics: Metrics;
  tracing?: Tracing | null;
  laneCount: number;
  /** Puts the work on a lane that was taken. */
  open: (lane: OwnedLane) => LaneWork;
  /** After how long a lane without progress counts as stalled, and how long a suspect is alone; tests shorten them. */
  stallAfterMs?: number;
  aloneForMs?: number;
}): Lanes {
  const { sql, log, metrics, laneCount } = options;
  const alone = oneByOne(options.aloneForMs ?? ALONE_MS);
  const inTurn = createLimit(MAX_TAKEOVERS);
  const shares = new Shares();
  const toNotify = new Set<number>();
  const started = new AsyncDisposableStack();
  const identity = processIdentity();
  let ownership: Ownership<LaneRiders> | undefined;
  let stalls: Stalls | undefined;
  let looks = 0;

  async function taken(lane: OwnedLane, crashed: boolean): Promise<LaneRiders> {
    const [head] = await listHeads(sql, [lane.lane]);
    lane.signal.throwIfAborted();
    const work = options.open(lane);
    const tail = new Tail({
      sql,
      log,
      lane,
      work,
      crashed,
      shares,
      inTurn,
      alone,
      head: head?.nextSeq ?? 0,
      moved: () => stalls?.moved(lane.lane),
      failed: () => metrics.turnFailures.inc(),
      deadLettered: () => metrics.deadLetters.inc(),
    });
    const drain = async () => {
      work.stop();
      await tail.drain();
      await work.drain();
    };
    return { tail, drain, work: () => tail.hasRead() };
  }

  const owned = () => ownership?.owned() ?? [];
  const tailOf = (lane: number) => ownership?.riders(lane)?.tail;
  const isOurs = (lane: number) => tailOf(lane) !== undefined;

  function committed(lane: number, base: number, size: number, items: InboxItem[]): void {
    const tail = tailOf(lane);
    if (tail) tail.push(base, size, items);
    else notify(lane);
  }

  /** Notifies the lane's owner in another process, after the commit and never inside it. */
  function notify(lane: number): void {
    toNotify.add(lane);
    if (toNotify.size > 1) return;
    setTimeout(() => {
      const lanes = [...toNotify].join(' ');
      toNotify.clear();
      // Lost notifications do no harm: the owner polls.
      sql.notify(CHANNEL, lanes).catch(() => {});
    }, NOTIFY_PAUSE_MS);
  }

  const tellOthers = () => void sql.notify(MOVES_CHANNEL, '').catch(() => {});

  /** A slow one must not hold up the others, and many of them must not hold up the rest. */
  async function look(lanes: number[]): Promise<void> {
    if (lanes.length === 0 || looks >= MAX_LOOKS) return;
    looks += 1;
    try {
      for (const { lane, nextSeq } of await listHeads(sql, lanes)) tailOf(lane)?.advance(nextSeq);
    } catch (cause) {
      log.debug({ err: cause }, 'polling for items failed');
    }
    looks -= 1;
  }

  const lookAtAll = () => void look(owned().map(({ lane }) => lane));

  metrics.inboxHeld.from(() => shares.items);

  return {
    count: laneCount,
    processId: identity.processId,
    append: createAppend({ ...options, committed }),
    laneOf: (agentId, phoneNumber) => laneOf(agentId, phoneNumber, laneCount),
    owned,
    idle: (longerThanMs) => ownership?.idle(longerThanMs) ?? [],
    async start() {
      const { stallAfterMs: afterMs } = options;
      stalls = started.use(watchStalls({ sql, log, metrics, owned: () => owned().map(({ lane }) => lane), afterMs }));
      // Before any lane is owned: from then on the service counts as ready, and a reset connection must not stop it.
      const subscriptions = [
        await sql.listen(CHANNEL, (lanes) => void look(lanes.split(' ').map(Number).filter(isOurs))),
        await sql.listen(MOVES_CHANNEL, () => ownership?.look()),
      ];
      ownership = started.use(await startOwnership({ sql, log, metrics, laneCount, identity, taken, tellOthers }));
      for (const subscription of subscriptions) started.defer(() => subscription.unlisten());
      started.adopt(setInterval(lookAtAll, POLL_MS), clearInterval);
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** Starts functions in the order of the calls, each when the one before has ended or has run for this long. */
function oneByOne(aloneForMs: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    const isOver = new AbortController();
    const over = result.finally(() => isOver.abort()).catch(() => {});
    last = last.then(() => Promise.race([over, pause(aloneForMs, isOver.signal)]));
    return result;
  };
}
