/** The keys that sign access tokens. `http/auth/access-token.ts` decides what they sign, and when one is replaced. */
import type { JWK } from 'jose';
import type { Database } from './database.ts';
import type { Sql } from './sql.ts';

export type AccessTokenKey = { keyId: string; publicJwk: JWK; privateKeySealed: string };

/** The signing key first, then those whose tokens may still be valid: superseded less than `graceSeconds` ago. */
export async function listLiveAccessTokenKeys(sql: Sql, graceSeconds: number): Promise<AccessTokenKey[]> {
  return sql<AccessTokenKey[]>`
    select key_id as "keyId", public_jwk as "publicJwk", private_key_sealed as "privateKeySealed"
    from (
      select *, lead(created_at) over (order by created_at, key_id) as superseded_at from access_token_key
    ) as key
    where superseded_at is null or superseded_at > now() - make_interval(secs => ${graceSeconds})
    order by created_at desc, key_id desc`;
}

/** Inserts the key unless there is one: several processes may start at once on an empty database. */
export async function insertFirstAccessTokenKey(database: Database, key: AccessTokenKey): Promise<void> {
  await database.begin(async (sql) => {
    // Conflicts with itself and lets readers pass.
    await sql`lock table access_token_key in share row exclusive mode`;
    const [existing] = await sql`select 1 from access_token_key limit 1`;
    if (!existing) await insertAccessTokenKey(sql, key);
  });
}

export async function insertAccessTokenKey(sql: Sql, key: AccessTokenKey): Promise<void> {
  // clock_timestamp: two keys of one transaction must not have the same age.
  await sql`
    insert into access_token_key (key_id, public_jwk, private_key_sealed, created_at)
    values (${key.keyId}, ${sql.json(key.publicJwk as never)}, ${key.privateKeySealed}, clock_timestamp())`;
}
