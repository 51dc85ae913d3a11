/** A queue whose both ends cost the same at any length; `Array.shift` copies a long array every time. */

export type Fifo<Item> = { readonly size: number; push(item: Item): void; shift(): Item | undefined };

/** The emptied front is cut off once it is this long and most of the array. */
const COMPACT_AT = 1024;

export function createFifo<Item>(): Fifo<Item> {
  let items: (Item | undefined)[] = [];
  let head = 0;
  return {
    get size() {
      return items.length - head;
    },
    push(item) {
      items.push(item);
    },
    shift() {
      if (head === items.length) return undefined;
      const item = items[head];
      items[head++] = undefined;
      if (head >= COMPACT_AT && head * 2 >= items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
  };
}
