/** The promise of the service in one interface: an appended item is never lost, doubled or reordered. */
import type { Fence } from '../model/fence.ts';
import type { NewInboxItem } from '../model/inbox-item.ts';

/** The lane has another owner by now, or the database is gone: stop, and leave the rest to the next owner. */
export class LaneLost extends Error {
  constructor(lane: number, options?: ErrorOptions) {
    super(`lane ${lane} is no longer ours`, options);
    this.name = 'LaneLost';
  }
}

/** A lane while this process owns it. */
export type OwnedLane = Fence & {
  /** Aborts when the lane is given back or lost. */
  signal: AbortSignal;
  /** Reports that a fenced write found another owner, or that the database went away in the middle of one. */
  lose(cause: unknown): void;
};

/** A statement of the lane's own: when the database or the fence (null, false) fails it, the lane is lost. */
export async function orLose<Result>(lane: OwnedLane, statement: () => Promise<Result>): Promise<Result | undefined> {
  try {
    const result = await statement();
    if (result === null || result === false) throw new LaneLost(lane.lane);
    return result;
  } catch (cause) {
    lane.lose(cause);
    return undefined;
  }
}

export type Appended = { duplicate: boolean };

export interface Lanes extends AsyncDisposable {
  /** Takes lanes and works on them. Call once, when everything a turn needs is ready. */
  start(): Promise<void>;
  /** Resolves after the commit. A repeat of an earlier `dedupeId` is dropped. @throws Problem `not_ready` */
  append(item: NewInboxItem): Promise<Appended>;
  laneOf(agentId: string, phoneNumber: string): number;
  readonly count: number;
  /** The owner id of this process. */
  readonly processId: string;
  /** Lanes that this process owns now. */
  owned(): OwnedLane[];
  /** Of these, the ones on which work has not begun for longer than this. */
  idle(longerThanMs: number): number[];
}
