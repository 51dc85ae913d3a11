/** Cursors of lists that page by a key of their own: the key of the last row, opaque to the caller. */
import { badCursor } from './page.ts';

/** Numbers are whole; text is printable ASCII. */
export type CursorPart = number | string;

export function writeCursor(place: readonly CursorPart[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/**
 * The place in a cursor, whose parts are of the same types as those of `shape`.
 * @throws Problem `validation_failed`: a cursor that we did not write must not reach the database.
 */
export function readCursor<const Place extends readonly CursorPart[]>(
  cursor: string,
  ...shape: Place
): { -readonly [Part in keyof Place]: Place[Part] extends number ? number : string } {
  let place: unknown;
  try {
    place = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw badCursor();
  }
  if (!Array.isArray(place) || place.length !== shape.length) throw badCursor();
  const fits = shape.every((part, index) => typeof part === typeof place[index] && isPart(place[index]));
  if (!fits) throw badCursor();
  return place as never;
}

function isPart(value: unknown): boolean {
  return typeof value === 'string' ? /^[\x20-\x7e]*$/.test(value) : Number.isSafeInteger(value);
}
