/** What a thread of the sandbox is told while it is busy, in memory that it shares with the main thread. */

export type Signals = Int32Array;

/** A number that changes with each turn of another account than that of the template. */
const TURNS = 0;
/** 1 while an account that has no thread waits for one. */
const WANTED = 1;

export const createSignals = (): Signals => new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));

export function tellTurn(signals: Signals): void {
  Atomics.add(signals, TURNS, 1);
}

/** Ends a rest. */
export function tellWanted(signals: Signals, isWanted: boolean): void {
  Atomics.store(signals, WANTED, isWanted ? 1 : 0);
  if (isWanted) Atomics.notify(signals, WANTED);
}

export const turnsIn = (signals: Signals): number => Atomics.load(signals, TURNS);

/** Blocks the thread for so many milliseconds, unless it is wanted. */
export function restUnlessWanted(signals: Signals, ms: number): void {
  Atomics.wait(signals, WANTED, 0, ms);
}
