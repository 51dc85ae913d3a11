/** Lists that may be long: how many rows a command shows, and that there are more. */
import { UsageError } from './failure.ts';
import { inAll } from './output.ts';

/** More scroll by unread. */
const DEFAULT_LIMIT = 100;

export const LIMIT = { limit: { value: 'n', says: `show at most this many; ${DEFAULT_LIMIT} by default` } };

/** @throws UsageError */
export function readLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError('--limit must be a whole number, at least 1.');
}

/** The newest rows up to the limit, and how many there are, or that there are more: nothing is left out without a word. */
export async function upTo<Row>(
  limit: string | undefined,
  list: (atMost: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; more: boolean; note: string }> {
  const atMost = readLimit(limit);
  const rows = await list(atMost + 1);
  const more = rows.length > atMost;
  const note = more
    ? `\nThe newest ${atMost.toLocaleString('en')} are shown; there are more: --limit ${atMost * 10}`
    : inAll(rows.length);
  return { rows: rows.slice(0, atMost), more, note };
}
