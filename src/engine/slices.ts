/**
 * Long work on the main thread, cut into slices: between two of them whatever else waits gets its turn. One slice at a
 * time, whosever it is: of eight pieces of work side by side, each would otherwise take one before anything else could.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/** Resolves when the next slice may be worked on, in the order of the calls. */
export function nextSlice(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
