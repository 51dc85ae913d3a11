/** `parley database lanes`: more lanes for an existing database, so that more processes can share it. */
import { isDistributed } from '../store/cluster.ts';
import type { Connection, Database } from '../store/database.ts';
import {
  beginSplit,
  checkSplit,
  endSplit,
  findRecentSplit,
  findSplit,
  type LaneSplit,
  listParts,
  mapConversations,
  movePart,
} from '../store/split-lanes.ts';
import { DatabaseRefusal } from './open.ts';

/** Told of each table and partition that is done. */
type Progress = (part: string, moved: number) => void;

export type LaneSplitResult = {
  from: number;
  to: number;
  conversations: number;
  /** Rows that are in another lane now; of an earlier attempt none. */
  moved: number;
};

/**
 * Splits the lanes, or takes up a split that was interrupted, and checks the result: as many rows as before in every table,
 * each in the lane of its conversation, and every turn behind the one before it. @throws DatabaseRefusal
 */
export async function splitLanes(database: Database, to: number, progress: Progress): Promise<LaneSplitResult> {
  return database.alone(async (connection) => {
    const split = await beginOrResume(connection, to);
    const conversations = await mapConversations(connection, split);
    let moved = 0;
    for (const part of await listParts(connection)) {
      const count = await movePart(connection, split, part);
      moved += count;
      progress(part.part, count);
    }
    const faults = await checkSplit(connection, split);
    if (faults.length > 0) {
      throw new DatabaseRefusal(`The lanes are not right, so the service will not start: ${faults.join('; ')}.`);
    }
    await endSplit(connection, split);
    return { from: split.from, to, conversations, moved };
  });
}

async function beginOrResume(connection: Connection, to: number): Promise<LaneSplit> {
  const { lanes: from, split } = await findSplit(connection);
  if (await isDistributed(connection)) {
    throw new DatabaseRefusal('The lanes of this database are distributed; they can only be split before that.');
  }
  if (from === null)
    throw new DatabaseRefusal('The database has no lanes yet: PARLEY_LANES sets their number at the first start.');
  if (split && split.to !== to) {
    throw new DatabaseRefusal(
      `A split from ${split.from} to ${split.to} lanes was interrupted: finish it with --to ${split.to}.`,
    );
  }
  if (split) return split;
  if (to <= from || to % from !== 0) {
    throw new DatabaseRefusal(`The database has ${from} lanes; the new number must be a multiple of that, and more.`);
  }
  const before = await findRecentSplit(connection);
  if (before) {
    throw new DatabaseRefusal(
      `The lanes were split on ${before.toISOString().slice(0, 10)}; they can be split again ten days later, when what arrived before is forgotten.`,
    );
  }
  return beginSplit(connection, from, to);
}
