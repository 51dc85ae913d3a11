/** Shards of a cluster that move, or are split, while their lanes are written. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { type Database, isPassing } from '../../src/store/database.ts';
import { insertInboxItems } from '../../src/store/inbox.ts';
import { lanesUpTo } from '../../src/store/lanes.ts';
import { learnShards } from '../../src/store/shards.ts';
import { urlOfNode } from '../cluster.ts';
import { CITUS_URL, findPlace, LANES, openCluster, skip } from './cluster-database.ts';

const LANE = 5;
const LOOK_EVERY_MS = 10;
/** Of the load: each round writes one item to every lane. */
const WRITERS = 4;

describe('a shard', { skip }, () => {
  let sql: Database;
  before(async () => {
    sql = await openCluster({});
  });
  after(() => sql[Symbol.asyncDispose]());

  const items = (lanes: readonly number[], id: string) =>
    lanes.map((lane) => ({
      ...{ lane, place: 0, agentId: 'agent', phoneNumber: `+${lane}`, dedupeId: `${id} ${lane}` },
      json: JSON.stringify({ id }),
    }));
  const append = (lanes: readonly number[], id: string) => insertInboxItems(sql, items(lanes, id));

  /** To the other node; `mode`: with logical replication, or all writes blocked from the beginning. */
  async function move(lane: number, mode: 'force_logical' | 'block_writes'): Promise<void> {
    const { shard, node, other } = await findPlace(sql, lane);
    await sql.alone(
      (connection) => connection`
        select citus_move_shard_placement(${shard}, ${node.host}, ${node.port}::int, ${other.host}, ${other.port}::int,
                                          ${mode}::citus.shard_transfer_mode)`,
    );
  }

  /** Into halves that stay where it is. */
  async function split(lane: number): Promise<void> {
    const { shard, node } = await findPlace(sql, lane);
    await sql.alone(
      (connection) => connection`
        select citus_split_shard_by_split_points(
          ${shard}, array[((shardminvalue::bigint + shardmaxvalue::bigint) / 2)::text], array[nodeid, nodeid], 'block_writes')
        from pg_dist_shard, pg_dist_node
        where shardid = ${shard} and (nodename, nodeport) = (${node.host}, ${node.port}::int)`,
    );
  }

  async function countOf(id: string): Promise<{ inbox: number; seen: number }> {
    const [inbox] = await sql<{ count: number }[]>`
      select count(*)::int as count from inbox where lane = ${LANE} and body ->> 'id' = ${id}`;
    const [seen] = await sql<{ count: number }[]>`
      select count(*)::int as count from seen where lane = ${LANE} and id = ${`${id} ${LANE}`}`;
    return { inbox: inbox!.count, seen: seen!.count };
  }

  test('takes nothing on the node that it has just left', async () => {
    const { shard, node } = await findPlace(sql, LANE);
    const onNode = postgres(urlOfNode(CITUS_URL!, node), { max: 2 });
    const waiting = async (mode: string) => {
      for (;;) {
        const found = await onNode`
          select 1 from pg_locks where locktype = 'advisory' and mode = ${mode} and not granted
            and database = (select oid from pg_database where datname = current_database())`;
        if (found.length > 0) return;
        await delay(LOOK_EVERY_MS);
      }
    };
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = onNode.begin(async (held) => {
      await held`select lock_shard_metadata(5, array[${shard}::bigint])`;
      locked.resolve();
      await released;
    });
    await locked.promise;
    const moving = move(LANE, 'block_writes');
    await waiting('ExclusiveLock');
    // It has come to the node, and waits there for the move, which waits for us.
    const appending = append([LANE], 'late').then(
      () => null,
      (cause) => cause,
    );
    await waiting('ShareLock');
    release();
    await Promise.all([holding, moving]);
    await onNode.end();
    const cause = await appending;
    assert.ok(isPassing(cause), String(cause));
    assert.deepEqual(await countOf('late'), { inbox: 0, seen: 0 });
    await append([LANE], 'late');
    assert.deepEqual(await countOf('late'), { inbox: 1, seen: 1 });
  });

  test('knows the ids that a lane has seen that one of its lanes was split from, in whichever shard that is', async () => {
    const { node } = await findPlace(sql, LANE);
    let earlier = 0;
    while ((await findPlace(sql, earlier)).node.port === node.port) earlier += 1;
    await sql`insert into seen (lane, id) values (${earlier}, ${`before ${LANE}`})`;
    await sql`update lane_head set split_from = ${earlier} where lane = ${LANE}`;
    const [repeat] = await append([LANE], 'before');
    assert.deepEqual(repeat!.inserted, []);
    const [fresh] = await append([LANE], 'split');
    assert.equal(fresh!.inserted.length, 1);
    await sql`update lane_head set split_from = null where lane = ${LANE}`;
  });

  test('is written by those who did not know that a lane is in another one, at their second try', async () => {
    for (const lane of lanesUpTo(LANES)) sql.shards.set(lane, 1);
    await assert.rejects(append(lanesUpTo(LANES), 'astray'), isPassing);
    const known = new Map(sql.shards);
    await learnShards(sql);
    assert.deepEqual(known, sql.shards);
    const appended = await append(lanesUpTo(LANES), 'astray');
    assert.equal(appended.filter(({ inserted }) => inserted.length === 1).length, LANES);
  });

  test('loses and doubles nothing while it is split, and moves, and lanes are written', async () => {
    const ends = new AbortController();
    const write = async (writer: number) => {
      for (let round = 0; !ends.signal.aborted; round++) await once(`writer ${writer} ${round}`);
    };
    const written: string[] = [];
    // As a client does: again until it is answered.
    const once = async (id: string) => {
      for (;;) {
        try {
          await append(lanesUpTo(LANES), id);
          written.push(id);
          return;
        } catch (cause) {
          if (!isPassing(cause)) throw cause;
        }
      }
    };
    const writing = Array.from({ length: WRITERS }, (_, writer) => write(writer));
    try {
      await split(LANE);
      for (const mode of ['force_logical', 'block_writes', 'block_writes'] as const) await move(LANE, mode);
    } finally {
      ends.abort();
      await Promise.all(writing);
    }
    const rows = await sql<{ lane: number; items: number; ids: number }[]>`
      select lane, items, ids
      from (select lane, count(*)::int as items from inbox where body ->> 'id' like 'writer%' group by lane) as inbox
      join (select lane, count(*)::int as ids from seen where id like 'writer%' group by lane) as seen using (lane)`;
    assert.ok(written.length > WRITERS, 'there was no load');
    for (const { lane, items: count, ids } of rows) {
      assert.deepEqual([lane, count, ids], [lane, written.length, written.length]);
    }
    assert.equal(rows.length, LANES);
  });
});
