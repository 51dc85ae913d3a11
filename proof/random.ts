/** Reproducible randomness: the same seed gives the same numbers, so that a run's load and faults have one plan. */

export type Random = {
  next(): number;
  /** An integer, both ends included. */
  whole(from: number, to: number): number;
  pick<Value>(values: readonly Value[]): Value;
  shuffled<Value>(values: readonly Value[]): Value[];
  /** An independent source, unaffected by draws from this one. */
  branch(name: string): Random;
};

/** Mulberry32: small, fast, and good enough to spread faults. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    whole,
    pick: (values) => values[whole(0, values.length - 1)]!,
    shuffled(values) {
      const left = [...values];
      return values.map(() => left.splice(whole(0, left.length - 1), 1)[0]!);
    },
    branch: (name) =>
      createRandom([...name].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16777619), seed)),
  };
}
