/** The Citus cluster on which `test/run.ts --cluster` runs the tests: every database of a test is one on each node. */
import assert from 'node:assert/strict';
import type { Database } from '../src/store/database.ts';
import { databaseUrl, onServer } from './database.ts';
import { until } from './until.ts';

/** URLs of the database that CITUS_URL names, on each node. */
export type Nodes = { coordinator: string; workers: string[] };

export type Node = { host: string; port: number };

/** @throws when there is no cluster */
export async function findNodes(): Promise<Nodes> {
  const coordinator = process.env['CITUS_URL'];
  if (!coordinator) throw new Error('CITUS_URL is not set: there is no cluster to run the tests on');
  const workers: string[] = [];
  await onServer(coordinator, async (server) => {
    const rows = await server<Node[]>`
      select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by nodeid`;
    for (const node of rows) workers.push(urlOfNode(coordinator, node));
  });
  if (workers.length === 0) throw new Error('The cluster of CITUS_URL has no workers');
  return { coordinator, workers };
}

/** Of the same database as `url`. */
export function urlOfNode(url: string, { host, port }: Node): string {
  const node = new URL(url);
  node.host = `${host}:${port}`;
  return node.href;
}

/** Makes a cluster database of those that have this name on each node. */
export async function joinNodes({ coordinator, workers }: Nodes, name: string): Promise<void> {
  for (const url of [coordinator, ...workers]) {
    await onServer(databaseUrl(url, name), (server) => server`create extension citus`);
  }
  await onServer(databaseUrl(coordinator, name), async (server) => {
    const { hostname, port } = new URL(coordinator);
    await server`select citus_set_coordinator_host(${hostname}, ${Number(port || '5432')}::int)`;
    for (const url of workers) {
      const node = new URL(url);
      await server`select citus_add_node(${node.hostname}, ${Number(node.port || '5432')}::int)`;
    }
  });
}

/**
 * Before each insert into a table with lanes; on a cluster, where such a table can have no trigger, each of its shards has
 * one. The function has the name of the trigger. Returns what removes it.
 */
export async function addTrigger(
  sql: Database,
  table: string,
  name: string,
  when = 'true',
): Promise<() => Promise<void>> {
  const run = async (command: (table: string) => string) => {
    if (!sql.isCluster) return untilNoDeadlock(() => sql.unsafe(command(table)));
    const failed = await sql`
      select result from run_command_on_shards(${table}, ${command('%s')}) where not success`;
    assert.deepEqual([...failed], []);
  };
  await run(
    (on) => `create trigger ${name} before insert on ${on} for each row when (${when}) execute function ${name}()`,
  );
  return () => run((on) => `drop trigger ${name} on ${on}`);
}

/** A service at work locks the partitions of a table in another order, and PostgreSQL ends whichever it finds. */
async function untilNoDeadlock(run: () => Promise<unknown>): Promise<void> {
  await until(async () => {
    try {
      await run();
      return true;
    } catch (cause) {
      if ((cause as { code?: string }).code === '40P01') return false;
      throw cause;
    }
  }, 'no deadlock');
}

const isCluster = process.env['PARLEY_TEST_WORKERS'] !== undefined;

/** For a test of what only a single PostgreSQL has: `{ skip: notOnCluster('why') }`. */
export function notOnCluster(reason: string): string | false {
  return isCluster && `Not on a cluster: ${reason}`;
}
