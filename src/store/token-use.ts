/** The tokens that the models of a connector have taken, by the day. */
import type { Sql } from './sql.ts';

/** Days that are kept. */
const KEPT_DAYS = 31;

/**
 * Takes so many of the day's tokens if that is no more than `perDay` in all; false when it is. Processes ask for blocks, so
 * that this is one statement for many calls.
 */
export async function takeTokens(
  sql: Sql,
  { accountId, connectorId, day }: { accountId: string; connectorId: string; day: string },
  tokens: number,
  perDay: number,
): Promise<boolean> {
  const rows = await sql`
    with forgotten as (
      delete from token_use
      where account_id = ${accountId} and connector_id = ${connectorId} and day < ${day}::date - ${KEPT_DAYS}::int
    )
    insert into token_use (account_id, connector_id, day, tokens)
    select ${accountId}, ${connectorId}, ${day}::date, ${tokens}::bigint where ${tokens}::bigint <= ${perDay}::bigint
    on conflict (account_id, connector_id, day) do update set tokens = token_use.tokens + excluded.tokens
      where token_use.tokens + excluded.tokens <= ${perDay}::bigint
    returning 1`;
  return rows.length > 0;
}
