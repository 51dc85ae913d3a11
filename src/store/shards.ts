/** In which shard of a cluster each lane is: the lanes of a shard are on one node, and written together. */
import type { LaneSql } from './sql.ts';

/** SQLSTATE of `write_lanes`: the shard is on another node now, or the lanes are no longer in one. It may be tried again. */
const SHARD_GONE = '55000';

/** Numbers that are the same for lanes that can be written together; null when that is all lanes. */
export function partOf(sql: LaneSql): ((lane: number) => number) | null {
  return sql.isCluster ? (lane) => sql.shards?.get(lane) ?? -1 : null;
}

/** Asks no other node. */
export async function learnShards(sql: LaneSql): Promise<void> {
  const rows = await sql<{ lane: number; shard: number }[]>`
    select lane, get_shard_id_for_distribution_column('lane_fence', lane) as shard from lane_owner`;
  for (const { lane, shard } of rows) sql.shards?.set(lane, shard);
}

export function isShardGone(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === SHARD_GONE;
}
