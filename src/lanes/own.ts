/**
 * Who owns which lane: every process gives signs of life, which keep its leases, claims its fair share of the lanes and
 * gives back what is too much. A lane that is lost is simply claimed again; its rows say what is left to do.
 */
import { reached } from '../faults.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { type Database, isDatabaseGone } from '../store/database.ts';
import {
  claimLanes,
  type Heartbeat,
  type ProcessIdentity,
  releaseLanes,
  removeProcesses,
  signOfLife,
} from '../store/lanes.ts';
import { RETRY_MS, startHeart } from './heartbeat.ts';
import { isDead } from './identity.ts';
import { LaneLost, type OwnedLane } from './lanes.ts';

/** A clean stop waits this long for what runs; the rest is left to the next owner. Under the 10 s of a polite shutdown. */
const DRAIN_MS = 7_000;

/** What lives on an owned lane. */
export type Riders = {
  /** Whether they have begun: they know what waits in the lane. */
  work(): boolean;
  /** Stops starting new work and resolves when what runs has ended. */
  drain(): Promise<void>;
};

export type Ownership = AsyncDisposable & {
  owned(): OwnedLane[];
  /** Of these, the ones on which work has not begun for longer than this. */
  idle(longerThanMs: number): number[];
  /** Looks at once whether lanes are to be had or to be given back. */
  look(): void;
  /** The riders of a lane, while it is ours. */
  riders<Found extends Riders>(lane: number): Found | undefined;
};

/** `riders` is null while they are being put on; `drained` resolves at the latest after `DRAIN_MS`. */
type Held = {
  lane: OwnedLane;
  takenAt: number;
  riders: Riders | null;
  drained: Promise<unknown> | null;
  abort: AbortController;
};

export async function startOwnership(options: {
  sql: Database;
  log: Logger;
  metrics: Metrics;
  laneCount: number;
  identity: ProcessIdentity;
  /** Puts the work on a lane that was just taken. When it fails, the lane is given back. */
  taken: (lane: OwnedLane, crashed: boolean) => Promise<Riders>;
  /** Tells the other processes that one has come or gone, or that lanes are free. */
  tellOthers: () => void;
}): Promise<Ownership> {
  const { sql, log, metrics, laneCount, identity, tellOthers } = options;
  const owner = identity.processId;
  const held = new Map<number, Held>();
  let balancing: Promise<void> | null = null;
  let renewedAt: number | null = null;
  let stopping = false;
  let failing = false;
  metrics.leaseAgeSeconds.from(() => (renewedAt === null ? null : (Date.now() - renewedAt) / 1000));
  metrics.lanesOwned.from(() => held.size);

  const ours = () => [...held.values()];

  function lose({ lane, abort }: Held, cause: unknown): void {
    if (held.get(lane.lane)?.lane !== lane) return;
    held.delete(lane.lane);
    metrics.laneLosses.inc();
    if (cause instanceof LaneLost && cause.cause === undefined) metrics.fenced.inc();
    log.warn({ lane: lane.lane, epoch: lane.epoch, ...told(cause) }, 'a lane was lost');
    abort.abort(cause);
    heart.beat(RETRY_MS);
  }

  /** Either the lane has its work, or it is lost again and with that given back. */
  async function take(number: number, epoch: number, crashed: boolean): Promise<void> {
    const abort = new AbortController();
    const lane: OwnedLane = {
      lane: number,
      owner,
      epoch,
      signal: abort.signal,
      lose: (cause) => lose(taking, cause),
    };
    const taking: Held = { lane, takenAt: performance.now(), riders: null, drained: null, abort };
    // Before its riders: it may be lost while they are being put on.
    held.set(number, taking);
    try {
      taking.riders = await options.taken(lane, crashed);
    } catch (cause) {
      lane.lose(cause);
    }
  }

  async function claim(count: number, deadOwners: string[]): Promise<void> {
    const claimed = await claimLanes(sql, {
      owner,
      limit: count,
      deadOwners,
      held: [...held.keys()],
    });
    if (claimed.length === 0) return;
    reached('after-claim');
    await Promise.all(
      claimed.map(({ lane, epoch, previousOwner }) => {
        const crashed = previousOwner !== null && previousOwner !== owner;
        metrics.laneTakeovers.inc({ previous: crashed ? 'crashed' : previousOwner === null ? 'none' : 'self' });
        return take(lane, epoch, crashed);
      }),
    );
    log.info({ lanes: claimed.length, owned: held.size }, 'lanes were taken');
  }

  function drain(one: Held): Promise<unknown> {
    one.drained ??= Promise.race([Promise.allSettled([one.riders?.drain()]), timeout(DRAIN_MS)]);
    return one.drained;
  }

  async function giveBack(lanes: Held[]): Promise<void> {
    await Promise.all(lanes.map(drain));
    const left = lanes.filter(({ lane }) => held.get(lane.lane)?.lane === lane);
    for (const { lane, abort } of left) {
      held.delete(lane.lane);
      abort.abort(new LaneLost(lane.lane));
    }
    if (left.length === 0) return;
    await releaseLanes(
      sql,
      owner,
      left.map(({ lane }) => lane.lane),
    );
    log.info({ lanes: left.length, owned: held.size }, 'lanes were given back');
    tellOthers();
  }

  /** Takes what is missing of our share, or gives back what is too much. */
  async function balance({ owned, neighbours }: Heartbeat): Promise<void> {
    const dead = neighbours.filter((neighbour) => neighbour.host === identity.host && isDead(neighbour));
    const others = neighbours.filter((neighbour) => neighbour.seen && !dead.includes(neighbour));
    // One whose lanes are not all taken yet must still be known to be dead: its lease may have long to go.
    const done = dead.filter(({ lanes }) => lanes === 0).map(({ processId }) => processId);
    if (done.length > 0) await removeProcesses(sql, done);
    // A lane that broke here is still ours in the database. With our share in hand we would not take it again, and nobody
    // else could.
    const strays = owned.map(({ lane }) => lane).filter((lane) => !held.has(lane));
    if (strays.length > 0) await releaseLanes(sql, owner, strays);
    const share = fairShare(
      laneCount,
      others.map(({ lanes }) => lanes),
    );
    if (held.size > share) await giveBack(ours().slice(share));
    else if (held.size < share) {
      await claim(
        share - held.size,
        dead.map(({ processId }) => processId),
      );
    }
  }

  /** One at a time: draining and taking may last, and the next answer comes by itself. */
  function begin(answer: Heartbeat): void {
    if (stopping || balancing) return;
    balancing = balance(answer)
      .then(() => {
        if (failing) log.info('the database is back');
        failing = false;
      })
      .catch(failed)
      .finally(() => {
        balancing = null;
      });
  }

  function failed(cause: unknown): void {
    if (!isDatabaseGone(cause)) log.error({ err: cause }, 'ownership failed');
    else if (!failing) log.error(told(cause), 'the database cannot be reached; work waits for it');
    failing = true;
    heart.beat(RETRY_MS);
  }

  /** In a transaction, because that has a connection to itself: nothing slow is ahead of it. */
  async function send(): Promise<{ answer: Heartbeat; heldThen: Held[] }> {
    const heldThen = ours();
    return { heldThen, answer: await sql.begin((own) => signOfLife(own, identity)) };
  }

  const heart = startHeart({
    send,
    answered({ answer, heldThen }, sentAt) {
      renewedAt = Math.max(renewedAt ?? 0, sentAt);
      const epochs = new Map(answer.owned.map(({ lane, epoch }) => [lane, epoch]));
      for (const one of heldThen) {
        if (epochs.get(one.lane.lane) !== one.lane.epoch) lose(one, new LaneLost(one.lane.lane));
      }
      begin(answer);
    },
    failed,
    // Without the database nobody can say that the lanes are still ours; the fence would refuse us anyway.
    expired(cause) {
      for (const one of ours()) lose(one, cause);
    },
  });

  await heart.began;
  await balancing;
  tellOthers();

  return {
    look: () => heart.beat(0),
    owned: () => ours().map(({ lane }) => lane),
    idle: (longerThanMs) =>
      ours()
        .filter(({ riders, takenAt }) => !riders?.work() && performance.now() - takenAt > longerThanMs)
        .map(({ lane }) => lane.lane),
    riders: <Found extends Riders>(lane: number) => (held.get(lane)?.riders ?? undefined) as Found | undefined,
    async [Symbol.asyncDispose]() {
      stopping = true;
      try {
        await Promise.all([balancing, ...ours().map(drain)]);
        await giveBack(ours());
      } finally {
        await heart[Symbol.asyncDispose]();
      }
      await removeProcesses(sql, [owner]);
      tellOthers();
    },
  };
}

/**
 * Rounded up, so that no lane is left over. Where that leaves another one with less than its own share rounded down,
 * whoever has one more gives it up.
 */
function fairShare(laneCount: number, others: readonly number[]): number {
  const share = laneCount / (others.length + 1);
  const isStarving = others.some((lanes) => lanes < Math.floor(share));
  return isStarving ? Math.floor(share) : Math.ceil(share);
}

/** The reason in words where it is a known one: a stack would only hide it. */
function told(cause: unknown): { reason: string } | { err: unknown } {
  const root = cause instanceof LaneLost ? cause.cause : cause;
  if (root === undefined) return { reason: 'another process owns it' };
  return isDatabaseGone(root) ? { reason: (root as Error).message } : { err: cause };
}

function timeout(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs).unref());
}
