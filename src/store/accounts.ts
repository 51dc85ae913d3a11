/** The accounts. They are never removed. */
import { Problem } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { Page, PageRequest } from '../model/page.ts';
import { after, type Paged, pageOf, position, rowsToAsk } from './page.ts';
import type { Sql } from './sql.ts';

type Row = Paged & { accountId: string; name: string; createdAt: Date };

const columns = (sql: Sql) => sql`account_id as "accountId", name, created_at as "createdAt"`;

/** @throws Problem `account_not_found` */
export async function getAccount(sql: Sql, accountId: string): Promise<Account> {
  const [row] = await sql<Row[]>`select ${columns(sql)} from account where account_id = ${accountId}`;
  if (!row) throw new Problem('account_not_found', `There is no account ${accountId}.`);
  return toAccount(row);
}

export async function listAccounts(sql: Sql, request: PageRequest): Promise<Page<Account>> {
  const rows = await sql<Row[]>`
    select ${columns(sql)}, ${position(sql)} from account
    where true ${after(sql, request, sql`account_id`)}
    order by created_at desc, account_id desc limit ${rowsToAsk(request)}`;
  return pageOf(rows, request, (row) => [row.position, row.accountId], toAccount);
}

/** Undefined when there is an account of this name. */
export async function insertAccount(
  sql: Sql,
  account: { accountId: string; name: string },
): Promise<Account | undefined> {
  const [row] = await sql<Row[]>`
    insert into account (account_id, name) values (${account.accountId}, ${account.name})
    on conflict (name) do nothing returning ${columns(sql)}`;
  return row && toAccount(row);
}

function toAccount({ accountId, name, createdAt }: Row): Account {
  return { accountId, name, createdAt: createdAt.toISOString() };
}
