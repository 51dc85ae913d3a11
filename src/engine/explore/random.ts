/** Random choices from a seed: the same seed makes the same choices everywhere. */

export type Random = {
  /** A whole number from 0, below this. */
  below(limit: number): number;
  /** Of a list with at least one element. */
  pick<Item>(list: readonly Item[]): Item;
  /** Whether something of this probability happens. */
  chance(probability: number): boolean;
};

/** @param seeds together they make the seed: of an exploration, and of one of its conversations, for example */
export function createRandom(...seeds: (number | string)[]): Random {
  let state = seeds.reduce<number>((hash, seed) => mixed(hash, String(seed)), 2166136261);
  const next = () => {
    // Mulberry32: 32 bits of state, and evenly spread.
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: (list) => list[below(list.length)]!, chance: (probability) => next() < probability };
}

/** FNV-1a, with a mark where the text ends. */
function mixed(hash: number, text: string): number {
  let bits = hash;
  for (let at = 0; at < text.length; at++) bits = Math.imul(bits ^ text.charCodeAt(at), 16777619);
  return Math.imul(bits ^ 0xff, 16777619);
}
