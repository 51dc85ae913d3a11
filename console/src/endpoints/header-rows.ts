/** The headers of an endpoint in its form. Values that are kept are not known here: an empty one stays as it is. */
import { fieldError } from '../api.ts';
import { pointerTo } from '../flow/pointer.ts';

/** `isKept`: the endpoint has it. */
export type HeaderRow = { name: string; value: string; isKept: boolean };

export const MAX_HEADERS = 10;
export const NEW_ROW: HeaderRow = { name: '', value: '', isKept: false };

export function rowsOf(headers: Record<string, string> = {}): HeaderRow[] {
  return Object.keys(headers).map((name) => ({ name, value: '', isKept: true }));
}

/** What differs: a header that is gone is null. `before` are the headers that the endpoint has. */
export function headersSent(
  rows: readonly HeaderRow[],
  before: Record<string, string> = {},
): Record<string, string | null> {
  const given = rows
    .filter(({ name, value, isKept }) => value !== '' || (!isKept && name.trim() !== ''))
    .map(({ name, value }) => [name.trim(), value] as const);
  const present = new Set(rows.map(({ name }) => name.trim().toLowerCase()));
  const gone = Object.keys(before).filter((name) => !present.has(name.toLowerCase()));
  return Object.fromEntries([...gone.map((name) => [name, null] as const), ...given]);
}

export function rowError(error: unknown, { name }: HeaderRow): string | undefined {
  return fieldError(error, pointerTo(['headers', name.trim()]));
}

/** What is wrong with them together. */
export function headersError(error: unknown): string | undefined {
  return fieldError(error, '/headers');
}
