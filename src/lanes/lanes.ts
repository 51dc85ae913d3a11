/** The promise of the service in one interface: what was appended is never lost, doubled or reordered. */
import type { Fence } from '../model/fence.ts';
import type { NewInboxItem } from '../model/inbox-item.ts';

/** The lane has another owner by now, or the database is gone: whoever sees this stops and leaves the rest to the next owner. */
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
  /** Tells the manager that a fenced write found another owner, or that the database went away in the middle of one. */
  lose(cause: unknown): void;
};

/** A statement of the lane's own: when the database fails it, or the fence (null, false), the lane is lost and read anew. */
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
  /** Takes lanes and works on them. Call once, when everything that a turn needs is there. */
  start(): Promise<void>;
  /** Resolves after the commit. What arrived before under the same `dedupeId` is dropped. @throws Problem `not_ready` */
  append(item: NewInboxItem): Promise<Appended>;
  laneOf(agentId: string, phoneNumber: string): number;
  /** How many lanes the database has. */
  readonly count: number;
  /** As whom this process owns them. */
  readonly processId: string;
  /** Lanes that this process owns now. */
  owned(): OwnedLane[];
  /** Of these, the ones on which work has not begun for longer than this. */
  idle(longerThanMs: number): number[];
}
