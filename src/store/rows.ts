/** Values sent as `json`: one for a column, or many rows as one parameter that `json_to_recordset` expands. */
import type { Sql } from './sql.ts';

/** PostgreSQL's type `json`; the driver's own `sql.json` means `jsonb`, which loses the order of keys. */
const JSON_TYPE = 114;
const TEXT_TYPE = 25;

export function jsonValue(sql: Sql, value: object) {
  return sql.typed(value as never, JSON_TYPE);
}

/** Rows already serialized, because their size had to be known. */
export function writtenRows(sql: Sql, rows: readonly string[]) {
  return writtenJson(sql, `[${rows.join(',')}]`);
}

export function writtenJson(sql: Sql, json: string) {
  return sql`${sql.typed(json as never, TEXT_TYPE)}::json`;
}

/** So that one statement serves any number of rows. */
export function jsonRows(sql: Sql, rows: readonly object[]) {
  return jsonValue(sql, rows);
}
