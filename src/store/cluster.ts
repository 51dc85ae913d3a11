/**
 * A database on several nodes, with Citus: every table with a lane is distributed by it, so that all rows of a lane are on
 * one node, and the functions that write to a lane run there. Everything else stays on the coordinator.
 */
import type { Connection, Database } from './database.ts';
import type { Sql } from './sql.ts';

/** The table whose lanes say where those of all others are. */
const FIRST = 'lane_fence';

/** Tables with a lane that stay where the processes agree: who owns one, and how far upkeep has looked. */
const LOCAL = ['lane_owner', 'conversation_look'];

/** The functions that `migrations/` makes for one lane each, by the name of their first argument. */
const LANE_ARGUMENT = 'p_lane';

/** Whether the lanes of this database are distributed, or that was begun. */
export async function isDistributed(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ there: boolean }[]>`select to_regclass('pg_dist_partition') is not null as there`;
  if (!row!.there) return false;
  const found = await sql`select 1 as found from pg_dist_partition where logicalrelid = ${FIRST}::regclass`;
  return found.length > 0;
}

export type Cluster = {
  /** Of Citus; null when the extension is not installed in this database. */
  version: string | null;
  /** The coordinator has told the workers its own address. */
  hasCoordinator: boolean;
  /** Nodes that may have lanes. */
  workers: number;
};

export async function findCluster(sql: Sql): Promise<Cluster> {
  const [extension] = await sql<
    { version: string }[]
  >`select extversion as version from pg_extension where extname = 'citus'`;
  if (!extension) return { version: null, hasCoordinator: false, workers: 0 };
  const [nodes] = await sql<{ hasCoordinator: boolean; workers: number }[]>`
    select coalesce(bool_or(groupid = 0), false) as "hasCoordinator",
           count(*) filter (where isactive and shouldhaveshards)::int as workers
    from pg_dist_node`;
  return { version: extension.version, ...nodes! };
}

/** The tables that belong to lanes and are not distributed yet, in an order that allows being interrupted. */
export async function listLocalTables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'lane'
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> all(${LOCAL}::text[])
      and pg_class.oid not in (select logicalrelid from pg_dist_partition)
    order by relname <> ${FIRST}, relname`;
  return rows.map(({ name }) => name);
}

/** Distributes a table with what it has; its rows on the coordinator are removed. `shards` counts for the first table. */
export async function distributeTable(connection: Connection, table: string, shards: number): Promise<void> {
  await connection.begin(async (sql) => {
    if (table === FIRST) await sql`select create_distributed_table(${table}, 'lane', shard_count := ${shards}::int)`;
    else await sql`select create_distributed_table(${table}, 'lane', colocate_with := ${FIRST})`;
    const rows = await sql<{ name: string }[]>`
      select relid::regclass::text as name from pg_partition_tree(${table}::regclass) where isleaf`;
    for (const { name } of rows) await sql`select truncate_local_data_after_distributing_table(${name}::regclass)`;
  });
}

/** Lets each function for one lane run on the node of that lane. Those that do so already are left alone. */
export async function distributeFunctions(connection: Connection): Promise<void> {
  const rows = await connection<{ name: string }[]>`
    select pg_proc.oid::regprocedure::text as name from pg_proc
    left join pg_catalog.pg_dist_object on classid = 'pg_proc'::regclass and objid = pg_proc.oid
    where pronamespace = current_schema()::regnamespace and proargnames[1] = ${LANE_ARGUMENT}
      and distribution_argument_index is null
    order by name`;
  for (const { name } of rows) {
    await connection`select create_distributed_function(${name}::regprocedure, ${LANE_ARGUMENT}, colocate_with := ${FIRST})`;
  }
}

/** How many lanes each node has. */
export async function listLanesOfNodes(sql: Sql): Promise<{ node: string; lanes: number }[]> {
  return sql<{ node: string; lanes: number }[]>`
    select nodename || ':' || nodeport as node, count(lane)::int as lanes
    from lane_owner
    join pg_dist_placement on shardid = get_shard_id_for_distribution_column(${FIRST}::regclass, lane)
    right join pg_dist_node using (groupid)
    where isactive and shouldhaveshards
    group by node order by node`;
}

/** At the start, after the migrations: what they added is distributed as well. */
export async function prepareCluster(database: Database): Promise<void> {
  database.isCluster = await isDistributed(database);
  if (!database.isCluster) return;
  await database.alone(async (connection) => {
    // Several processes may start at once; the connection's end unlocks.
    await connection`select pg_advisory_lock(hashtext('parley cluster'))`;
    for (const table of await listLocalTables(connection)) await distributeTable(connection, table, 0);
    await distributeFunctions(connection);
  });
}
