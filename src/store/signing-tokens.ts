/** The signing tokens of accounts. A unique index allows one token of an account in each stage but `retired`. */
import type { Page, PageRequest } from '../model/page.ts';
import type { SigningStage, SigningToken } from '../model/signing-token.ts';
import { after, type Paged, pageOf, position, rowsToAsk } from './page.ts';
import type { Sql } from './sql.ts';

type Row = Paged & { signingTokenId: string; accountId: string; stage: SigningStage; createdAt: Date };

/** Sealed under the row id `signingTokenId`. */
export type LiveSigningToken = {
  signingTokenId: string;
  stage: Exclude<SigningStage, 'retired'>;
  tokenSealed: string;
};

const columns = (sql: Sql) => sql`
  signing_token_id as "signingTokenId", account_id as "accountId", stage, created_at as "createdAt"`;

/** Those that sign: at most one in each stage. */
export async function listLiveSigningTokens(sql: Sql, accountId: string): Promise<LiveSigningToken[]> {
  return sql<LiveSigningToken[]>`
    select signing_token_id as "signingTokenId", stage, token_sealed as "tokenSealed"
    from signing_token where account_id = ${accountId} and stage <> 'retired'`;
}

/** When a token of the account last got into its stage; null when it never had one. */
export async function findSigningChange(sql: Sql, accountId: string): Promise<Date | null> {
  const [row] = await sql<{ changedAt: Date | null }[]>`
    select max(changed_at) as "changedAt" from signing_token where account_id = ${accountId}`;
  return row?.changedAt ?? null;
}

/** `accountId` null: of every account. */
export async function listSigningTokens(
  sql: Sql,
  accountId: string | null,
  request: PageRequest,
): Promise<Page<SigningToken>> {
  const rows = await sql<Row[]>`
    select ${columns(sql)}, ${position(sql)} from signing_token
    where (${accountId}::text is null or account_id = ${accountId}) ${after(sql, request, sql`signing_token_id`)}
    order by created_at desc, signing_token_id desc limit ${rowsToAsk(request)}`;
  return pageOf(rows, request, (row) => [row.position, row.signingTokenId], toSigningToken);
}

/** Locks the account, so that its tokens change stage one after the other. Undefined when there is no such token. */
export async function findSigningTokenForUpdate(sql: Sql, signingTokenId: string): Promise<SigningToken | undefined> {
  await sql`
    select 1 from account join signing_token using (account_id)
    where signing_token_id = ${signingTokenId} for update of account`;
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from signing_token where signing_token_id = ${signingTokenId}`;
  return row && toSigningToken(row);
}

/** Undefined when another token of the account is in this stage. */
export async function insertSigningToken(
  sql: Sql,
  token: { signingTokenId: string; accountId: string; stage: SigningStage; tokenSealed: string },
): Promise<SigningToken | undefined> {
  const { signingTokenId, accountId, stage, tokenSealed } = token;
  const [row] = await sql<Row[]>`
    insert into signing_token (signing_token_id, account_id, stage, token_sealed)
    values (${signingTokenId}, ${accountId}, ${stage}, ${tokenSealed})
    on conflict (account_id, stage) where stage <> 'retired' do nothing
    returning ${columns(sql)}`;
  return row && toSigningToken(row);
}

/** Advances the stages of the account: `previous` to retired, `current` to `previous`, `next` to `current`. */
export async function updateSigningStages(sql: Sql, accountId: string): Promise<void> {
  // One after the other, because the index checks each row as it changes.
  await sql`
    update signing_token set stage = 'retired', token_sealed = '', changed_at = now()
    where account_id = ${accountId} and stage = 'previous'`;
  await sql`update signing_token set stage = 'previous', changed_at = now() where account_id = ${accountId} and stage = 'current'`;
  await sql`update signing_token set stage = 'current', changed_at = now() where account_id = ${accountId} and stage = 'next'`;
}

/** Retires the token and destroys its secret: the record that it existed remains. Undefined when there was none. */
export async function retireSigningToken(sql: Sql, signingTokenId: string): Promise<SigningToken | undefined> {
  const [row] = await sql<Row[]>`
    update signing_token set stage = 'retired', token_sealed = '', changed_at = now()
    where signing_token_id = ${signingTokenId} returning ${columns(sql)}`;
  return row && toSigningToken(row);
}

function toSigningToken({ signingTokenId, accountId, stage, createdAt }: Row): SigningToken {
  return { signingTokenId, accountId, stage, createdAt: createdAt.toISOString() };
}
