/**
 * Keyset pages: the cursor is the last row's place in the order of its list, so that concurrent inserts and deletes
 * neither repeat nor hide rows. Most lists are newest first, by (created_at, id); the others by a key of their own.
 */
import { Problem } from '../errors.ts';
import { MAX_PAGE_SIZE, type Page, type PageRequest } from '../model/page.ts';
import type { Sql } from './sql.ts';

type Fragment = ReturnType<Sql>;

/** Of a place. Numbers are integers; text is printable ASCII. */
type Part = number | string;

/** One row more than the page has shows whether there is another page. */
export function rowsToAsk({ limit = MAX_PAGE_SIZE }: PageRequest): number {
  return limit + 1;
}

/** The page in `rows`, of which there are up to `rowsToAsk`. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  { limit = MAX_PAGE_SIZE }: PageRequest,
  placeOf: (row: Row) => Part[],
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const page: Page<Item> = { rows: shown.map(toItem) };
  if (last && rows.length > limit) page.nextCursor = writeCursor(placeOf(last));
  return page;
}

export function writeCursor(place: Part[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/**
 * The place in a cursor, whose parts have the types of those in `shape`.
 * @throws Problem `validation_failed`: a cursor that we did not write must not reach the database.
 */
export function readCursor<const Shape extends readonly Part[]>(
  cursor: string,
  ...shape: Shape
): { -readonly [Index in keyof Shape]: Shape[Index] extends number ? number : string } {
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

function badCursor(): Problem {
  const message = 'must be the nextCursor of an answer of this list';
  return new Problem('validation_failed', `cursor ${message}.`, { errors: [{ path: 'cursor', message }] });
}

/** Microseconds since 1970, because a JS Date would lose three digits. */
export function micros(sql: Sql, column: Fragment) {
  return sql`(extract(epoch from ${column}) * 1000000)::bigint`;
}

/** The inverse of `micros`. */
export function instant(sql: Sql, sinceMicros: number) {
  return sql`(timestamptz 'epoch' + ${sinceMicros}::bigint * interval '1 microsecond')`;
}

/** What `position` selects. */
export type Paged = { position: number };

/** A further column for the select list of a query that is newest first. */
export function position(sql: Sql) {
  return sql`${micros(sql, sql`created_at`)} as position`;
}

/** The condition, including its `and`, for rows after the request's cursor; `id` is the column that breaks ties. */
export function after(sql: Sql, { cursor }: PageRequest, id: Fragment) {
  if (cursor === undefined) return sql``;
  const [position, last] = readCursor(cursor, 0, '');
  return sql`and (created_at, ${id}) < (${instant(sql, position)}, ${last})`;
}
