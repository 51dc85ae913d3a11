/** `parley database distribute`: moves the lanes of a database to the nodes of its Citus cluster. */
import {
  distributeFunctions,
  distributeTable,
  findCluster,
  isDistributed,
  listLanesOfNodes,
  listLocalTables,
} from '../store/cluster.ts';
import type { Connection, Database } from '../store/database.ts';
import { findSplit } from '../store/split-lanes.ts';
import { DatabaseRefusal } from './open.ts';

/** Citus 11 was the first whose workers know of all tables, which functions that run there need. */
const OLDEST_CITUS = 11;

/** Nodes get whole shards. Each has statements of its own: the fewer there are, the less they cost (docs/decisions/0031). */
const SHARDS_OF_NODE = 2;

export type Distribution = {
  /** Tables that were distributed now; none when all were. */
  tables: number;
  nodes: { node: string; lanes: number }[];
};

/**
 * What was interrupted is taken up again, and what a migration added is distributed. `shards`: null for a number that suits
 * the nodes. @throws DatabaseRefusal
 */
export async function distribute(
  database: Database,
  shards: number | null,
  progress: (table: string) => void,
): Promise<Distribution> {
  return database.alone(async (connection) => {
    const workers = await countWorkers(connection);
    const tables = await listLocalTables(connection);
    for (const table of tables) {
      await distributeTable(connection, table, shards ?? workers * SHARDS_OF_NODE);
      progress(table);
    }
    await distributeFunctions(connection);
    return { tables: tables.length, nodes: await listLanesOfNodes(connection) };
  });
}

/** @throws DatabaseRefusal when the lanes cannot be moved to them */
async function countWorkers(connection: Connection): Promise<number> {
  const { version, hasCoordinator, workers } = await findCluster(connection);
  if (version === null) throw new DatabaseRefusal('The database has no Citus: create extension citus, on every node.');
  if (Number.parseInt(version, 10) < OLDEST_CITUS) {
    throw new DatabaseRefusal(`The database has Citus ${version}, which is too old: ${OLDEST_CITUS} or later.`);
  }
  if (!hasCoordinator) {
    throw new DatabaseRefusal("The cluster has no coordinator: select citus_set_coordinator_host('its name').");
  }
  if (workers === 0) throw new DatabaseRefusal("The cluster has no workers: select citus_add_node('its name', 5432).");
  if (await isDistributed(connection)) return workers;
  const { lanes, split } = await findSplit(connection);
  if (lanes === null) throw new DatabaseRefusal('The database has no lanes yet: start the service on it once.');
  if (split) throw new DatabaseRefusal(`A split of its lanes was interrupted: parley database lanes --to ${split.to}.`);
  return workers;
}
