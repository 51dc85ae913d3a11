/**
 * Turns many small writes into few statements, one group at a time. While one group is being written the next gathers, so
 * groups grow with the load.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isPassing } from '../store/database.ts';

/** Of JSON. A statement's data is in memory four times: as objects, as text, as one text, and on its way. */
const MAX_GROUP_BYTES = 4 * 1024 * 1024;

export type Gathering<Item> = { add(item: Item): void };

/**
 * `pauseMs`: how long to wait for more before a group that is not full, given how many the last one had. Items for which
 * `apart` gives different numbers are never in one group.
 */
export function createGathering<Item extends { bytes: number }>(
  options: GroupOptions<Item> & { apart?: ((item: Item) => number) | null },
): Gathering<Item> {
  const { apart } = options;
  if (!apart) return gatherInto(options);
  const gatherings = new Map<number, Gathering<Item>>();
  return {
    add(item) {
      const number = apart(item);
      const gathering = gatherings.get(number) ?? gatherInto(options);
      gatherings.set(number, gathering);
      gathering.add(item);
    },
  };
}

type GroupOptions<Item> = {
  maxItems: number;
  pauseMs: (lastCount: number) => number;
  write: (group: Item[]) => Promise<void>;
  /** Told of a group that met with an error that can pass, and of a single item that the database refuses. */
  failed: (group: Item[], cause: unknown) => void;
};

function gatherInto<Item extends { bytes: number }>(options: GroupOptions<Item>): Gathering<Item> {
  const { maxItems, pauseMs, write, failed } = options;
  const waiting: Item[] = [];
  let running = false;
  let lastCount = 0;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      // A timer of 0 ms takes 1 ms; this waits only for the rest of this turn of the event loop.
      const ms = waiting.length < maxItems ? pauseMs(lastCount) : 0;
      if (ms > 0) await delay(ms);
      else await new Promise(setImmediate);
      const group = takeGroup(waiting, maxItems);
      lastCount = group.length;
      await writeAll(group);
    }
    running = false;
  }

  async function writeAll(group: Item[]): Promise<void> {
    try {
      await write(group);
    } catch (cause) {
      if (group.length === 1 || isPassing(cause)) return failed(group, cause);
      // An item that the database refuses must not fail the others.
      const middle = Math.ceil(group.length / 2);
      await writeAll(group.slice(0, middle));
      await writeAll(group.slice(middle));
    }
  }

  return {
    add(item) {
      waiting.push(item);
      if (!running) void run();
    },
  };
}

/** Takes the next group from the front: at least one, however large. */
function takeGroup<Item extends { bytes: number }>(waiting: Item[], maxItems: number): Item[] {
  let count = 0;
  let bytes = 0;
  for (const item of waiting) {
    bytes += item.bytes;
    if (count === maxItems || (count > 0 && bytes > MAX_GROUP_BYTES)) break;
    count += 1;
  }
  return waiting.splice(0, count);
}
