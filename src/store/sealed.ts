/** Every column that holds sealed text, with the column whose value it is sealed under. They are opened elsewhere. */
import type { Sql } from './sql.ts';

const COLUMNS = [
  { table: 'access_token_key', id: 'key_id', column: 'private_key_sealed' },
  { table: 'signing_token', id: 'signing_token_id', column: 'token_sealed' },
  { table: 'authentication', id: 'authentication_id', column: 'secrets_sealed' },
  { table: 'endpoint', id: 'endpoint_id', column: 'headers_sealed' },
] as const;

type Column = (typeof COLUMNS)[number];

export type Sealed = { place: Column; rowId: string; sealed: string };

/** All of them; a service has some thousands at most. Destroyed ones are empty and left out. */
export async function listSealed(sql: Sql): Promise<Sealed[]> {
  const lists = COLUMNS.map(async (place) => {
    const rows = await sql<{ rowId: string; sealed: string }[]>`
      select ${sql(place.id)} as "rowId", ${sql(place.column)} as sealed from ${sql(place.table)}
      where ${sql(place.column)} <> ''`;
    return rows.map((row) => ({ place, ...row }));
  });
  return (await Promise.all(lists)).flat();
}

/** Unless it was changed or destroyed meanwhile. */
export async function updateSealed(sql: Sql, { place, rowId, sealed }: Sealed, resealed: string): Promise<void> {
  await sql`
    update ${sql(place.table)} set ${sql(place.column)} = ${resealed}
    where ${sql(place.id)} = ${rowId} and ${sql(place.column)} = ${sealed}`;
}
