/** Many rows as one parameter: `json_to_recordset` takes them apart, so that one statement serves any number. */
import type { Sql } from './database.ts';

/** The type `json` of PostgreSQL; the driver's own `sql.json` says `jsonb`, which the server would parse twice. */
const JSON_TYPE = 114;

export function jsonRows(sql: Sql, rows: readonly object[]) {
  return sql.typed(rows as never, JSON_TYPE);
}
