/** Values that travel as `json`: one for a column, or many rows as one parameter that `json_to_recordset` takes apart. */
import type { Sql } from './database.ts';

/** The type `json` of PostgreSQL; the driver's own `sql.json` says `jsonb`, which loses the order of keys. */
const JSON_TYPE = 114;

export function jsonValue(sql: Sql, value: object) {
  return sql.typed(value as never, JSON_TYPE);
}

/** So that one statement serves any number of rows. */
export function jsonRows(sql: Sql, rows: readonly object[]) {
  return jsonValue(sql, rows);
}
