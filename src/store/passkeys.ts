/** Passkeys of people, and the challenges that were answered with one. */
import { MAX_PASSKEYS, type Passkey } from '../model/passkey.ts';
import type { Sql } from './sql.ts';

type Row = Omit<Passkey, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date | null };

/** What a proof is checked with. */
export type KnownPasskey = {
  passkeyId: string;
  personId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
};

const columns = (sql: Sql) => sql`
  passkey_id as "passkeyId", name, created_at as "createdAt", last_used_at as "lastUsedAt"`;

/** Newest first: all of a person. */
export async function listPasskeys(sql: Sql, personId: string): Promise<Passkey[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)} from passkey where person_id = ${personId}
    order by created_at desc, passkey_id desc limit ${MAX_PASSKEYS}`;
  return rows.map(toPasskey);
}

export async function listCredentialIds(sql: Sql, personId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select credential_id as id from passkey where person_id = ${personId} limit ${MAX_PASSKEYS}`;
  return rows.map(({ id }) => id);
}

/** Of a person who may log in. */
export async function findPasskey(sql: Sql, credentialId: string): Promise<KnownPasskey | undefined> {
  const [row] = await sql<(Omit<KnownPasskey, 'counter'> & { counter: string })[]>`
    select passkey_id as "passkeyId", person_id as "personId", credential_id as "credentialId",
      public_key as "publicKey", counter::text as counter
    from passkey join person using (person_id) where credential_id = ${credentialId} and not disabled`;
  return row && { ...row, counter: Number(row.counter) };
}

/** Undefined when the key is known already, of whomever. */
export async function insertPasskey(
  sql: Sql,
  { name, ...key }: KnownPasskey & { name: string },
): Promise<Passkey | undefined> {
  const { passkeyId, personId, credentialId, publicKey, counter } = key;
  const [row] = await sql<Row[]>`
    insert into passkey (passkey_id, person_id, credential_id, name, public_key, counter)
    values (${passkeyId}, ${personId}, ${credentialId}, ${name}, ${publicKey}, ${counter})
    on conflict (credential_id) do nothing returning ${columns(sql)}`;
  return row && toPasskey(row);
}

/** False when the counter is not beyond the last one: a copy of the key was used as well. */
export async function updatePasskeyUse(
  sql: Sql,
  { passkeyId, counter, now }: { passkeyId: string; counter: number; now: Date },
): Promise<boolean> {
  const { count } = await sql`
    update passkey set counter = ${counter}, last_used_at = ${now}
    where passkey_id = ${passkeyId} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`;
  return count === 1;
}

/** What it was; undefined when there is none of this person. */
export async function removePasskey(sql: Sql, passkeyId: string, personId: string): Promise<Passkey | undefined> {
  const [row] = await sql<Row[]>`
    delete from passkey where passkey_id = ${passkeyId} and person_id = ${personId} returning ${columns(sql)}`;
  return row && toPasskey(row);
}

/** Whether it was not answered before. Also removes the expired: nothing else reads them. */
export async function insertAnsweredChallenge(
  sql: Sql,
  { digest, expiresAt, now }: { digest: Buffer; expiresAt: Date; now: Date },
): Promise<boolean> {
  const { count } = await sql`
    with expired as (delete from passkey_challenge where expires_at <= ${now})
    insert into passkey_challenge (challenge_digest, expires_at) values (${digest}, ${expiresAt})
    on conflict do nothing`;
  return count === 1;
}

function toPasskey({ passkeyId, name, createdAt, lastUsedAt }: Row): Passkey {
  return { passkeyId, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
