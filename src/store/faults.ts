/** What must be true of the rows of a database at rest, whatever happened to it: its turns, its lanes, their numbers. */
import type { Sql } from './sql.ts';

/** Whose rows have a number of their lane. */
const NUMBERED = ['inbox', 'outbox', 'forward', 'dead_letter', 'turn', 'event'] as const;

/** What is wrong, in words; empty when all is well. Reads all turns and events. */
export async function findFaults(sql: Sql): Promise<string[]> {
  const faults = [await findBrokenLinks(sql), await findWrongEnds(sql), await findMissingLanes(sql)];
  for (const table of NUMBERED) faults.push(await findUnnumbered(sql, table));
  return faults.filter((fault) => fault !== null);
}

/** Each turn has the hash of what it is (`turns/chain.ts`), and follows the one before it. */
export async function findBrokenLinks(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ broken: number }[]>`
    select count(*)::int as broken from (
      select seq, number, chain_before, chain, lag(chain) over turns as before, lag(number) over turns as number_before,
             lag(seq) over turns as seq_before
      from turn window turns as (partition by lane, agent_id, phone_number order by number)
    ) as link
    where chain <> left(translate(encode(sha256(convert_to(
                     concat(chain_before, '|', number, '|', seq), 'UTF8')), 'base64'), '+/', '-_'), 22)
       or (number_before is not null
           and (number <> number_before + 1 or chain_before <> before or seq <= seq_before))`;
  return told(row!.broken, 'turns do not follow the one before them');
}

/** A conversation ends in its last turn. */
async function findWrongEnds(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ wrong: number }[]>`
    select count(*)::int as wrong
    from conversation join (
      select distinct on (lane, agent_id, phone_number) lane, agent_id, phone_number, number, chain from turn
      order by lane, agent_id, phone_number, number desc
    ) as last using (lane, agent_id, phone_number)
    where last.number <> conversation.turns or last.chain <> conversation.chain`;
  return told(row!.wrong, 'conversations do not end in their last turn');
}

async function findMissingLanes(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ missing: number }[]>`
    select count(*)::int as missing
    from generate_series(0, (select value::int from setting where name = 'lanes') - 1) as wanted (lane)
    left join lane_head using (lane) left join lane_owner using (lane) left join lane_fence using (lane)
    where lane_head.next_seq is null or lane_owner.epoch is null or lane_fence.epoch is null`;
  return told(row!.missing, 'lanes are not complete');
}

/** A number at or after the lane's next one would be given twice. */
async function findUnnumbered(sql: Sql, table: (typeof NUMBERED)[number]): Promise<string | null> {
  const [row] = await sql<{ wrong: number }[]>`
    select count(*)::int as wrong from ${sql(table)} left join lane_head using (lane)
    where next_seq is null or seq >= next_seq`;
  return told(row!.wrong, `rows of ${table} have a number that their lane has not given`);
}

function told(count: number, what: string): string | null {
  return count === 0 ? null : `${count} ${what}`;
}
