/** First in, first out, at constant cost: an array's own `shift` moves every element behind it. */

export type Queue<Item> = {
  readonly size: number;
  push(item: Item): void;
  shift(): Item | undefined;
  clear(): void;
};

/** Taken places are cut off when they are at least this many and half of the array. */
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
      // What was taken must not be kept alive by the place that it had.
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
