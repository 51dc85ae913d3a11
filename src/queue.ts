/** First in, first out, at constant cost: an array's own `shift` moves every later element. */

export type Queue<Item> = {
  readonly size: number;
  push(item: Item): void;
  shift(): Item | undefined;
  clear(): void;
};

/** Used slots are cut off when there are at least this many and they are half of the array. */
const COMPACT_FROM = 64;

export function createQueue<Item>(): Queue<Item> {
  let items: (Item | undefined)[] = [];
  let first = 0;
  return {
    get size() {
      return items.length - first;
    },
    push(item) {
      items.push(item);
    },
    shift() {
      if (first === items.length) return undefined;
      const item = items[first];
      // The slot must not keep a taken item alive.
      items[first] = undefined;
      first += 1;
      if (first >= COMPACT_FROM && first * 2 >= items.length) {
        items = items.slice(first);
        first = 0;
      }
      return item;
    },
    clear() {
      items = [];
      first = 0;
    },
  };
}
