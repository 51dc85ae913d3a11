/** What goes into one statement together: limited in items and in bytes. */

/** Of JSON. A statement's data is in memory four times: as objects, as text, as one text, and on its way. */
const MAX_GROUP_BYTES = 4 * 1024 * 1024;

/** Takes the next group from the front: at least one, however large. */
export function takeGroup<Item extends { bytes: number }>(waiting: Item[], maxItems: number): Item[] {
  let count = 0;
  let bytes = 0;
  for (const item of waiting) {
    bytes += item.bytes;
    if (count === maxItems || (count > 0 && bytes > MAX_GROUP_BYTES)) break;
    count += 1;
  }
  return waiting.splice(0, count);
}
