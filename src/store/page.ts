/**
 * Keyset pages, newest first: the cursor is the place of the last row in the order (created_at, id), so that rows that
 * come and go meanwhile neither repeat nor hide others. Lists with a natural order of their own page by their key.
 */
import { Problem } from '../errors.ts';
import { MAX_PAGE_SIZE, type Page, type PageRequest } from '../model/page.ts';
import type { Sql } from './database.ts';

/** What `position` selects: microseconds since 1970, because a JS Date would lose three digits of it. */
export type Paged = { position: number };

type Place = { position: number; id: string };

/** Further columns for the select list of a paged query. */
export function position(sql: Sql) {
  return sql`(extract(epoch from created_at) * 1000000)::bigint as position`;
}

/** The condition, with its `and`, that continues behind the request's cursor; `id` is the column that breaks ties. */
export function after(sql: Sql, { cursor }: PageRequest, id: ReturnType<Sql>) {
  if (cursor === undefined) return sql``;
  const place = readCursor(cursor);
  return sql`and (created_at, ${id}) <
    (timestamptz 'epoch' + ${place.position}::bigint * interval '1 microsecond', ${place.id})`;
}

/** One more row than the page has shows whether there is another page. */
export function rowsToAsk({ limit = MAX_PAGE_SIZE }: PageRequest): number {
  return limit + 1;
}

/** The page in `rows`, of which there are up to `rowsToAsk`. */
export function pageOf<Row extends Paged, Item>(
  rows: readonly Row[],
  { limit = MAX_PAGE_SIZE }: PageRequest,
  idOf: (row: Row) => string,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const page: Page<Item> = { rows: shown.map(toItem) };
  if (last && rows.length > limit) page.nextCursor = writeCursor({ position: last.position, id: idOf(last) });
  return page;
}

function writeCursor({ position, id }: Place): string {
  return Buffer.from(JSON.stringify([position, id])).toString('base64url');
}

/** @throws Problem `validation_failed`: a cursor that we did not write must not reach the database. */
function readCursor(cursor: string): Place {
  try {
    const [position, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (Number.isSafeInteger(position) && typeof id === 'string' && /^[\x20-\x7e]+$/.test(id)) {
      return { position: position as number, id };
    }
  } catch {
    // Not JSON: said below.
  }
  throw badCursor();
}

export function badCursor(): Problem {
  const message = 'must be the nextCursor of an answer of this list';
  return new Problem('validation_failed', `cursor ${message}.`, { errors: [{ path: 'cursor', message }] });
}
