/** Values sent as `json`: one for a column, or many rows as one parameter that `json_to_recordset` expands. */
import type { Sql } from './sql.ts';

/** PostgreSQL's type `json`; the driver's own `sql.json` means `jsonb`, which loses the order of keys. */
const JSON_TYPE = 114;

export function jsonValue(sql: Sql, value: object) {
  return sql.typed(value as never, JSON_TYPE);
}

/** So that one statement serves any number of rows. */
export function jsonRows(sql: Sql, rows: readonly object[]) {
  return jsonValue(sql, rows);
}
