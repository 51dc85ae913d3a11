/**
 * Lane ownership: every process sends heartbeats, which keep its leases, claims its fair share of the lanes and gives
 * back any excess. A lost lane is simply claimed again; its rows hold the remaining work.
 */
import { failpoint } from '../failpoints.ts';
import type { Logger } from '../log.ts';
import { type Database, isDatabaseGone } from '../store/database.ts';
import {
  claimLanes,
  type Heartbeat,
  type ProcessIdentity,
  releaseLanes,
  removeProcesses,
  signOfLife,
} from '../store/lanes.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type Heart, RETRY_MS, startHeart } from './heartbeat.ts';
import { isDead } from './identity.ts';
import { LaneLost, type OwnedLane } from './lanes.ts';

/**
 * A clean stop waits this long for running work; the rest is the next owner's. Under the 10 s of a graceful shutdown.
 */
const DRAIN_MS = 7_000;

/** The work on an owned lane. */
export type Riders = {
  /** Whether they have begun: they know what waits in the lane. */
  work(): boolean;
  /** Stops starting new work and resolves when running work has ended. */
  drain(): Promise<void>;
};

/** `riders` is null while they are being started; `drained` resolves after `DRAIN_MS` at the latest. */
type Held<Work> = {
  lane: OwnedLane;
  takenAt: number;
  riders: Work | null;
  drained: Promise<unknown> | null;
  abort: AbortController;
};

/** A heartbeat: the database's answer, and what we held when it was sent. */
type Sign<Work> = { answer: Heartbeat; heldThen: Held<Work>[] };

export type OwnershipOptions<Work> = {
  sql: Database;
  log: Logger;
  metrics: Metrics;
  laneCount: number;
  identity: ProcessIdentity;
  /** Starts the work on a lane that was just taken. When that fails, the lane is given back. */
  taken: (lane: OwnedLane, crashed: boolean) => Promise<Work>;
  /** Notifies the other processes that one has come or gone, or that lanes are free. */
  tellOthers: () => void;
};

/** Resolves when the first lanes are taken, or the database failed. */
export async function startOwnership<Work extends Riders>(options: OwnershipOptions<Work>): Promise<Ownership<Work>> {
  const ownership = new Ownership(options);
  await ownership.began();
  return ownership;
}

export class Ownership<Work extends Riders> implements AsyncDisposable {
  readonly #options: OwnershipOptions<Work>;
  readonly #held = new Map<number, Held<Work>>();
  readonly #heart: Heart;
  #balancing: Promise<void> | null = null;
  #renewedAt: number | null = null;
  #isStopping = false;
  #isFailing = false;

  constructor(options: OwnershipOptions<Work>) {
    const { metrics } = options;
    this.#options = options;
    metrics.leaseAgeSeconds.from(() => (this.#renewedAt === null ? null : (Date.now() - this.#renewedAt) / 1000));
    metrics.lanesOwned.from(() => this.#held.size);
    this.#heart = startHeart({
      send: () => this.#giveSign(),
      answered: (sign, sentAt) => this.#answered(sign, sentAt),
      failed: (cause) => this.#failed(cause),
      // Without the database we cannot know that the lanes are still ours; the fence would refuse us anyway.
      expired: (cause) => {
        for (const one of this.#all) this.#lose(one, cause);
      },
    });
  }

  async began(): Promise<void> {
    await this.#heart.began;
    await this.#balancing;
    this.#options.tellOthers();
  }

  owned(): OwnedLane[] {
    return this.#all.map(({ lane }) => lane);
  }

  /** Of these, the ones on which work has not begun for longer than this. */
  idle(longerThanMs: number): number[] {
    const isIdle = ({ riders, takenAt }: Held<Work>) => !riders?.work() && performance.now() - takenAt > longerThanMs;
    return this.#all.filter(isIdle).map(({ lane }) => lane.lane);
  }

  /** Checks at once whether to take lanes or give some back. */
  look(): void {
    this.#heart.beat(0);
  }

  /** The riders of a lane, while it is ours. */
  riders(lane: number): Work | undefined {
    return this.#held.get(lane)?.riders ?? undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { sql, identity, tellOthers } = this.#options;
    this.#isStopping = true;
    try {
      await Promise.all([this.#balancing, ...this.#all.map(drain)]);
      await this.#giveBack(this.#all);
    } finally {
      await this.#heart[Symbol.asyncDispose]();
    }
    await removeProcesses(sql, [identity.processId]);
    tellOthers();
  }

  get #all(): Held<Work>[] {
    return [...this.#held.values()];
  }

  /** In a transaction, because that has a connection to itself: nothing slow is ahead of it. */
  async #giveSign(): Promise<Sign<Work>> {
    const { sql, identity } = this.#options;
    const heldThen = this.#all;
    return { heldThen, answer: await sql.begin((own) => signOfLife(own, identity)) };
  }

  #answered({ answer, heldThen }: Sign<Work>, sentAt: number): void {
    this.#renewedAt = Math.max(this.#renewedAt ?? 0, sentAt);
    const epochs = new Map(answer.owned.map(({ lane, epoch }) => [lane, epoch]));
    for (const one of heldThen) {
      if (epochs.get(one.lane.lane) !== one.lane.epoch) this.#lose(one, new LaneLost(one.lane.lane));
    }
    this.#begin(answer);
  }

  /** One at a time: draining and taking may be slow, and the next answer follows anyway. */
  #begin(answer: Heartbeat): void {
    if (this.#isStopping || this.#balancing) return;
    this.#balancing = this.#balance(answer)
      .then(() => {
        if (this.#isFailing) this.#options.log.info('the database is back');
        this.#isFailing = false;
      })
      .catch((cause) => this.#failed(cause))
      .finally(() => {
        this.#balancing = null;
      });
  }

  #failed(cause: unknown): void {
    const { log } = this.#options;
    if (!isDatabaseGone(cause)) log.error({ err: cause }, 'ownership failed');
    else if (!this.#isFailing) log.error(told(cause), 'the database cannot be reached; work is waiting');
    this.#isFailing = true;
    this.#heart.beat(RETRY_MS);
  }

  /** Takes what is missing of our share, or gives back the excess. */
  async #balance({ owned, neighbours }: Heartbeat): Promise<void> {
    const { sql, identity, laneCount } = this.#options;
    const dead = neighbours.filter((neighbour) => neighbour.host === identity.host && isDead(neighbour));
    const others = neighbours.filter((neighbour) => neighbour.seen && !dead.includes(neighbour));
    // A dead process whose lanes are not all taken yet must still be known to be dead: its lease may have long to go.
    const done = dead.filter(({ lanes }) => lanes === 0).map(({ processId }) => processId);
    if (done.length > 0) await removeProcesses(sql, done);
    // A lane that failed here is still ours in the database. With a full share we would not take it again, and nobody
    // else could.
    const strays = owned.map(({ lane }) => lane).filter((lane) => !this.#held.has(lane));
    if (strays.length > 0) await releaseLanes(sql, identity.processId, strays);
    const share = fairShare(
      laneCount,
      others.map(({ lanes }) => lanes),
    );
    const missing = share - this.#held.size;
    if (missing < 0) await this.#giveBack(this.#all.slice(share));
    else if (missing > 0) {
      await this.#claim(
        missing,
        dead.map(({ processId }) => processId),
      );
    }
  }

  async #claim(count: number, deadOwners: string[]): Promise<void> {
    const { sql, log, metrics, identity } = this.#options;
    const owner = identity.processId;
    const held = [...this.#held.keys()];
    const claimed = await claimLanes(sql, { owner, limit: count, deadOwners, held });
    if (claimed.length === 0) return;
    failpoint('after-claim');
    await Promise.all(
      claimed.map(({ lane, epoch, previousOwner }) => {
        const crashed = previousOwner !== null && previousOwner !== owner;
        metrics.laneTakeovers.inc({ previous: crashed ? 'crashed' : previousOwner === null ? 'none' : 'self' });
        return this.#take(lane, epoch, crashed);
      }),
    );
    log.info({ lanes: claimed.length, owned: this.#held.size }, 'lanes were claimed');
  }

  /** Either the lane has its work, or it is lost and thereby given back. */
  async #take(number: number, epoch: number, crashed: boolean): Promise<void> {
    const abort = new AbortController();
    const lane: OwnedLane = {
      lane: number,
      owner: this.#options.identity.processId,
      epoch,
      signal: abort.signal,
      lose: (cause) => this.#lose(taking, cause),
    };
    const taking: Held<Work> = { lane, takenAt: performance.now(), riders: null, drained: null, abort };
    // Before its riders: it may be lost while they are being started.
    this.#held.set(number, taking);
    try {
      taking.riders = await this.#options.taken(lane, crashed);
    } catch (cause) {
      lane.lose(cause);
    }
  }

  #lose({ lane, abort }: Held<Work>, cause: unknown): void {
    const { log, metrics } = this.#options;
    if (this.#held.get(lane.lane)?.lane !== lane) return;
    this.#held.delete(lane.lane);
    metrics.laneLosses.inc();
    if (cause instanceof LaneLost && cause.cause === undefined) metrics.fenced.inc();
    log.warn({ lane: lane.lane, epoch: lane.epoch, ...told(cause) }, 'a lane was lost');
    abort.abort(cause);
    this.#heart.beat(RETRY_MS);
  }

  async #giveBack(lanes: Held<Work>[]): Promise<void> {
    const { sql, log, identity, tellOthers } = this.#options;
    await Promise.all(lanes.map(drain));
    const left = lanes.filter(({ lane }) => this.#held.get(lane.lane)?.lane === lane);
    for (const { lane, abort } of left) {
      this.#held.delete(lane.lane);
      abort.abort(new LaneLost(lane.lane));
    }
    if (left.length === 0) return;
    await releaseLanes(
      sql,
      identity.processId,
      left.map(({ lane }) => lane.lane),
    );
    log.info({ lanes: left.length, owned: this.#held.size }, 'lanes were released');
    tellOthers();
  }
}

function drain(one: Held<Riders>): Promise<unknown> {
  one.drained ??= Promise.race([Promise.allSettled([one.riders?.drain()]), timeout(DRAIN_MS)]);
  return one.drained;
}

/** Rounded up, so that no lane is left over; rounded down while another process has less than that. */
function fairShare(laneCount: number, others: readonly number[]): number {
  const share = laneCount / (others.length + 1);
  const isStarving = others.some((lanes) => lanes < Math.floor(share));
  return isStarving ? Math.floor(share) : Math.ceil(share);
}

/** Known reasons in words: a stack would only hide them. */
function told(cause: unknown): { reason: string } | { err: unknown } {
  const root = cause instanceof LaneLost ? cause.cause : cause;
  if (root === undefined) return { reason: 'another process owns it' };
  return isDatabaseGone(root) ? { reason: (root as Error).message } : { err: cause };
}

function timeout(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs).unref());
}
