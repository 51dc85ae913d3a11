/**
 * Who owns which lane: every process announces itself, claims its fair share of the lanes, renews their leases and
 * gives back what is too much. A lane that is lost is simply claimed again; its rows say what is left to do.
 */
import { reached } from '../faults.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { isDatabaseGone, type Sql } from '../store/database.ts';
import {
  announceProcess,
  claimLanes,
  type ProcessIdentity,
  releaseLanes,
  removeProcesses,
  renewLeases,
} from '../store/lanes.ts';
import { isDead } from './identity.ts';
import { LaneLost, type OwnedLane } from './lanes.ts';

/** By the database's clock. Long enough for a stall, short enough for a person to wait. Source: lanes.md, "Owner". */
export const LEASE_SECONDS = 10;
const CYCLE_MS = (LEASE_SECONDS * 1000) / 3;
/** The pause before ownership is tried again after a lane was lost or the database failed. */
const RETRY_MS = 250;

/** A clean stop waits this long for what runs; the rest is left to the next owner. Under the 10 s of a polite shutdown. */
const DRAIN_MS = 7_000;

/** What lives on an owned lane. */
export type Riders = {
  /** Stops starting new work and resolves when what runs has ended. */
  drain(): Promise<void>;
};

export type Ownership = AsyncDisposable & {
  owned(): OwnedLane[];
  /** Looks at once whether lanes are to be had or to be given back. */
  look(): void;
  /** The riders of a lane, while it is ours. */
  riders<Found extends Riders>(lane: number): Found | undefined;
};

/** `riders` is null while they are being put on. */
type Held = { lane: OwnedLane; riders: Riders | null; abort: AbortController };

export async function startOwnership(options: {
  sql: Sql;
  log: Logger;
  metrics: Metrics;
  laneCount: number;
  identity: ProcessIdentity;
  /** Puts the work on a lane that was just taken. */
  taken: (lane: OwnedLane, crashed: boolean) => Promise<Riders>;
  /** Tells the other processes that one has come or gone, or that lanes are free. */
  tellOthers: () => void;
}): Promise<Ownership> {
  const { sql, log, metrics, laneCount, identity, tellOthers } = options;
  const owner = identity.processId;
  const held = new Map<number, Held>();
  let leaseEnd = 0;
  metrics.leaseAgeSeconds.from(() => (leaseEnd === 0 ? null : LEASE_SECONDS + (Date.now() - leaseEnd) / 1000));
  let timer: NodeJS.Timeout | undefined;
  let cycling: Promise<void> | null = null;
  let stopping = false;
  let failing = false;

  function lose(number: number, epoch: number, cause: unknown): void {
    const lost = held.get(number);
    if (!lost || lost.lane.epoch !== epoch) return;
    held.delete(number);
    metrics.lanesOwned.set(held.size);
    metrics.laneLosses.inc();
    if (cause instanceof LaneLost && cause.cause === undefined) metrics.fenced.inc();
    log.warn({ lane: number, epoch, ...told(cause) }, 'a lane was lost');
    lost.abort.abort(cause);
    schedule(RETRY_MS);
  }

  async function take(number: number, epoch: number, crashed: boolean): Promise<void> {
    const abort = new AbortController();
    const lane: OwnedLane = {
      lane: number,
      owner,
      epoch,
      signal: abort.signal,
      lose: (cause) => lose(number, epoch, cause),
    };
    // Before its riders: it may be lost while they are being put on.
    const taking: Held = { lane, riders: null, abort };
    held.set(number, taking);
    const riders = await options.taken(lane, crashed);
    if (held.get(number) === taking) taking.riders = riders;
    else await riders.drain();
  }

  async function claim(count: number, deadOwners: string[]): Promise<void> {
    const claimed = await claimLanes(sql, {
      owner,
      limit: count,
      leaseSeconds: LEASE_SECONDS,
      deadOwners,
      held: [...held.keys()],
    });
    if (claimed.length > 0) reached('after-claim');
    for (const { lane, epoch, previousOwner } of claimed) {
      const crashed = previousOwner !== null && previousOwner !== owner;
      metrics.laneTakeovers.inc({ previous: crashed ? 'crashed' : previousOwner === null ? 'none' : 'self' });
      await take(lane, epoch, crashed);
    }
    if (claimed.length > 0) log.info({ lanes: claimed.length, owned: held.size }, 'lanes were taken');
    metrics.lanesOwned.set(held.size);
  }

  async function giveBack(lanes: Held[]): Promise<void> {
    await Promise.race([Promise.all(lanes.map(({ riders }) => riders?.drain())), timeout(DRAIN_MS)]);
    const numbers = lanes.map(({ lane }) => lane.lane);
    for (const { lane, abort } of lanes) {
      held.delete(lane.lane);
      abort.abort(new LaneLost(lane.lane));
    }
    if (numbers.length > 0) {
      await releaseLanes(sql, owner, numbers);
      log.info({ lanes: numbers.length, owned: held.size }, 'lanes were given back');
      tellOthers();
    }
    metrics.lanesOwned.set(held.size);
  }

  async function cycle(): Promise<void> {
    const begun = Date.now();
    const neighbours = await announceProcess(sql, identity);
    const dead = neighbours.filter((neighbour) => neighbour.host === identity.host && isDead(neighbour));
    const others = neighbours.filter((neighbour) => neighbour.seen && !dead.includes(neighbour));
    // One whose lanes are not all taken yet must still be known to be dead: its lease may have long to go.
    const done = dead.filter(({ lanes }) => lanes === 0).map(({ processId }) => processId);
    if (done.length > 0) await removeProcesses(sql, done);
    const renewed = new Map((await renewLeases(sql, owner, LEASE_SECONDS)).map(({ lane, epoch }) => [lane, epoch]));
    for (const { lane } of [...held.values()]) {
      if (renewed.get(lane.lane) !== lane.epoch) lane.lose(new LaneLost(lane.lane));
    }
    // A lane that broke here is still ours in the database. With our share in hand we would not take it again, and nobody
    // else could.
    const strays = [...renewed.keys()].filter((lane) => !held.has(lane));
    if (strays.length > 0) await releaseLanes(sql, owner, strays);
    leaseEnd = begun + LEASE_SECONDS * 1000;
    const share = fairShare(
      laneCount,
      others.map(({ lanes }) => lanes),
    );
    if (held.size > share) await giveBack([...held.values()].slice(share));
    else if (held.size < share) {
      await claim(
        share - held.size,
        dead.map(({ processId }) => processId),
      );
    }
  }

  async function run(): Promise<void> {
    try {
      await cycle();
      if (failing) log.info('the database is back');
      failing = false;
      schedule(CYCLE_MS);
    } catch (cause) {
      if (!isDatabaseGone(cause)) log.error({ err: cause }, 'ownership failed');
      else if (!failing) log.error(told(cause), 'the database cannot be reached; work waits for it');
      failing = true;
      // Without the database nobody can say that the lanes are still ours; the fence would refuse us anyway.
      if (Date.now() > leaseEnd) for (const { lane } of [...held.values()]) lane.lose(cause);
      schedule(RETRY_MS);
    }
  }

  function schedule(inMs: number): void {
    if (stopping) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      // A cycle that is under way schedules the next one itself.
      cycling ??= run().finally(() => {
        cycling = null;
      });
    }, inMs);
  }

  await run();
  tellOthers();

  return {
    look: () => schedule(0),
    owned: () => [...held.values()].map(({ lane }) => lane),
    riders: <Found extends Riders>(lane: number) => (held.get(lane)?.riders ?? undefined) as Found | undefined,
    async [Symbol.asyncDispose]() {
      stopping = true;
      clearTimeout(timer);
      await cycling;
      await giveBack([...held.values()]);
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
