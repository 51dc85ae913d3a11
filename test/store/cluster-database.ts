/**
 * A database that is distributed over a Citus cluster, for tests. `CITUS_URL` is a database of the coordinator that has the
 * extension, the coordinator's address and workers; everything in it is dropped. Without it these tests are skipped.
 */
import { pino } from 'pino';
import { distribute } from '../../src/database/distribute.ts';
import { prepareCluster } from '../../src/store/cluster.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { ensureLanes } from '../../src/store/lanes.ts';
import { migrate } from '../../src/store/migrate.ts';
import { createPartitions } from '../../src/store/partitions.ts';
import type { Node } from '../cluster.ts';

export const CITUS_URL = process.env['CITUS_URL'];
export const skip = CITUS_URL ? false : 'CITUS_URL is not set: there is no cluster to try';

export const LANES = 16;
export const SHARDS = 8;

/**
 * `last`: the migration after which the database is distributed; the later ones change it on the cluster. `told` hears
 * what the coordinator sends to the nodes.
 */
export async function openCluster({
  last = Number.POSITIVE_INFINITY,
  told = () => {},
}: {
  last?: number;
  told?: (message: string) => void;
}): Promise<Database> {
  const log = { debug: ({ notice }: { notice: { message: string } }) => told(notice.message) } as never;
  const url = new URL(CITUS_URL!);
  url.searchParams.set('citus.log_remote_commands', 'on');
  const silent = pino({ level: 'silent' });
  const sql = openDatabase(url.href, { maxConnections: 4, log, applicationName: 'parley-test' });
  await dropEverything(sql);
  await migrate(sql, silent, undefined, last);
  await ensureLanes(sql, LANES);
  await createPartitions(sql, new Date());
  await sql`insert into inbox (lane, seq, agent_id, phone_number, body) values (3, 1, 'before', '+1', '{}')`;
  await sql`update lane_head set next_seq = 2 where lane = 3`;
  await distribute(sql, SHARDS, () => {});
  await migrate(sql, silent);
  await prepareCluster(sql);
  await ensureLanes(sql, LANES);
  return sql;
}

/** All but what belongs to the extension. */
async function dropEverything(sql: Database): Promise<void> {
  const rows = await sql<{ statement: string }[]>`
    select format('drop table %s cascade', oid::regclass) as statement from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and oid not in (select objid from pg_depend where deptype = 'e')
    union all
    select format('drop function %s cascade', oid::regprocedure) from pg_proc
    where pronamespace = 'public'::regnamespace and oid not in (select objid from pg_depend where deptype = 'e')`;
  for (const { statement } of rows) await sql.unsafe(statement);
}

/** Where the shard of a lane is, and the other node of the two. */
export async function findPlace(sql: Database, lane: number): Promise<{ shard: number; node: Node; other: Node }> {
  const [row] = await sql<{ shard: number; node: Node; other: Node }[]>`
    select shardid as shard, json_build_object('host', here.nodename, 'port', here.nodeport) as node,
           json_build_object('host', there.nodename, 'port', there.nodeport) as other
    from pg_dist_placement
    join pg_dist_node as here using (groupid)
    join pg_dist_node as there on there.shouldhaveshards and there.groupid <> here.groupid
    where shardid = get_shard_id_for_distribution_column('lane_fence', ${lane}::int)
    limit 1`;
  return row!;
}
