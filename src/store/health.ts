/** What `/readyz` asks the database, in one cheap statement. */
import type { Sql } from './database.ts';

/** All lanes, and those whose owner's lease is live. */
export async function countLanes(sql: Sql): Promise<{ total: number; owned: number }> {
  const [row] = await sql<{ total: number; owned: number }[]>`
    select count(*)::int as total, count(*) filter (where lease_until > now())::int as owned from lane_owner`;
  return row!;
}
