/**
 * Splitting the lanes of a database: each lane becomes several, and every row moves to the lane of its conversation. The
 * new number is a multiple of the old one, so that no two lanes flow into one and every row keeps its number. Nobody else
 * may use the database meanwhile; what was interrupted is taken up again.
 */
import type { Connection } from './database.ts';
import { findBrokenLinks } from './faults.ts';
import type { Sql } from './sql.ts';

/** Tables whose rows belong to a conversation. What is partitioned is moved partition by partition. */
const OF_CONVERSATIONS = [
  ...['inbox', 'outbox', 'forward', 'failure', 'dead_letter', 'conversation', 'consent'],
  ...['turn', 'message', 'event'],
] as const;
/** `seen` stays: its ids do not say whose they are. */
const TABLES = [...OF_CONVERSATIONS, 'idempotency', 'attempt'] as const;

export type LaneSplit = {
  from: number;
  to: number;
  /** Rows of each table before the first one moved. */
  rows: Record<string, number>;
};

/** The split that is under way, and the number of lanes; null in a database that was never started. */
export async function findSplit(sql: Sql): Promise<{ lanes: number | null; split: LaneSplit | null }> {
  const [row] = await sql<{ lanes: number | null; split: LaneSplit | null }[]>`
    select (select value::int from setting where name = 'lanes') as lanes,
           (select value from setting where name = 'lane_split') as split`;
  return row!;
}

/** When the lanes were split last, while what they had seen before still counts; null when it does not. */
export async function findRecentSplit(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select max(split_at) as at from lane_head where split_from is not null`;
  return row?.at ?? null;
}

/** Records that the split has begun, and creates the new lanes. */
export async function beginSplit(connection: Connection, from: number, to: number): Promise<LaneSplit> {
  const rows = await countRows(connection);
  const split = { from, to, rows };
  await connection.begin(async (sql) => {
    await sql`insert into setting (name, value) values ('lane_split', ${JSON.stringify(split)}::text::jsonb)`;
    await sql`
      insert into lane_head (lane, next_seq, split_from, split_at)
      select part, next_seq, lane, now()
      from generate_series(${from}::int, ${to - 1}::int) as part join lane_head on lane = part % ${from}`;
    for (const table of ['lane_owner', 'lane_fence']) {
      await sql`insert into ${sql(table)} (lane) select generate_series(${from}::int, ${to - 1}::int)`;
    }
  });
  return split;
}

/**
 * Computes the new lane of every conversation, for this connection; `lane_of` is the hash of `lanes/hash.ts` in SQL.
 */
export async function mapConversations(connection: Connection, { to }: LaneSplit): Promise<number> {
  await connection.unsafe('set enable_seqscan = on; set work_mem = "256MB"');
  await connection.unsafe(LANE_OF);
  await connection`create temporary table lane_map (agent_id text, phone_number text, lane int)`;
  const keys = OF_CONVERSATIONS.map((table) => `select agent_id, phone_number from ${table}`).join(' union ');
  const { count } = await connection`
    insert into lane_map
    select agent_id, phone_number, pg_temp.lane_of(agent_id || ' ' || phone_number, ${to}::int)
    from (${connection.unsafe(keys)}) as key`;
  await connection`analyze lane_map`;
  return count;
}

/** 32-bit FNV-1a and an avalanche; each product is taken in two halves, because it would exceed 63 bits. */
const LANE_OF = `
  create function pg_temp.mul32(a bigint, b bigint) returns bigint language sql immutable as
    'select (((a & 65535) * b) + (((((a >> 16) * b) & 65535) << 16))) & 4294967295';
  create function pg_temp.lane_of(key text, lanes int) returns int language plpgsql immutable as $$
  declare
    bytes bytea := convert_to(key, 'UTF8');
    hash bigint := 2166136261;
  begin
    for place in 0 .. length(bytes) - 1 loop
      hash := ((hash # get_byte(bytes, place)) * 16777619) & 4294967295;
    end loop;
    hash := pg_temp.mul32(hash # (hash >> 16), 2246822507);
    hash := pg_temp.mul32(hash # (hash >> 13), 3266489909);
    return (hash # (hash >> 16)) % lanes;
  end $$`;

/** Tables and partitions, in the order in which they must be moved: attempts follow their events. */
export async function listParts(sql: Sql): Promise<{ table: string; part: string }[]> {
  return sql<{ table: string; part: string }[]>`
    select "table", coalesce(inhrelid::regclass::text, "table") as part
    from unnest(${[...TABLES]}::text[]) with ordinality as moved ("table", place)
    left join pg_inherits on inhparent = "table"::regclass
    order by place, part`;
}

/** Moves the rows of a table or partition, in one transaction; those that are in their lane already stay. */
export async function movePart(
  connection: Connection,
  { from, to }: LaneSplit,
  { table, part }: { table: string; part: string },
): Promise<number> {
  const sql = connection;
  const { count } =
    table === 'attempt'
      ? await sql`
          update ${sql(part)} as row set lane = event.lane from event
          where row.lane < ${from} and event.lane % ${from} = row.lane and event.lane <> row.lane
            and event.seq = row.seq and event.ordinal = row.ordinal`
      : table === 'idempotency'
        ? await sql`
            update ${sql(part)} set lane = pg_temp.lane_of(key, ${to}::int)
            where lane < ${from} and pg_temp.lane_of(key, ${to}::int) <> lane`
        : await sql`
            update ${sql(part)} as row set lane = wanted.lane from lane_map as wanted
            where row.lane < ${from} and wanted.lane <> row.lane
              and (wanted.agent_id, wanted.phone_number) = (row.agent_id, row.phone_number)`;
  if (count > 0) await sql`vacuum (analyze) ${sql(part)}`;
  return count;
}

/** What is not as it must be after the moves, in words; empty when all is well. */
export async function checkSplit(sql: Sql, { rows }: LaneSplit): Promise<string[]> {
  const faults: string[] = [];
  const after = await countRows(sql);
  for (const table of TABLES) {
    if (after[table] !== rows[table]) faults.push(`${table} has ${after[table]} rows and had ${rows[table]}`);
  }
  for (const table of OF_CONVERSATIONS) {
    const [row] = await sql<{ astray: number }[]>`
      select count(*)::int as astray from ${sql(table)} as row join lane_map using (agent_id, phone_number)
      where row.lane <> lane_map.lane`;
    if (row!.astray > 0) faults.push(`${row!.astray} rows of ${table} are not in the lane of their conversation`);
  }
  const broken = await findBrokenLinks(sql);
  if (broken) faults.push(broken);
  return faults;
}

/** From now on the database has the new number of lanes. */
export async function endSplit(connection: Connection, { from, to }: LaneSplit): Promise<void> {
  await connection.begin(async (sql) => {
    await sql`update setting set value = ${to}::text::jsonb where name = 'lanes'`;
    // Event ids carry the lane of their making: the smallest number that there ever was finds them all.
    await sql`
      insert into setting (name, value) values ('lanes_before', ${from}::text::jsonb) on conflict do nothing`;
    await sql`delete from conversation_look`;
    await sql`delete from setting where name = 'lane_split'`;
    // Here and not when the connection ends, which would keep the server from stopping meanwhile.
    await sql`drop table lane_map`;
  });
}

/** The lanes of before count no more once what they had seen is dropped. */
export async function forgetOldSplit(sql: Sql, days: number): Promise<void> {
  await sql`
    update lane_head set split_from = null
    where split_from is not null and split_at < now() - make_interval(days => ${days})`;
}

async function countRows(sql: Sql): Promise<Record<string, number>> {
  const counts = TABLES.map((table) => `'${table}', (select count(*) from ${table})`).join(', ');
  const [row] = await sql<{ rows: Record<string, number> }[]>`select json_build_object(${sql.unsafe(counts)}) as rows`;
  return row!.rows;
}
