/** The type that every function with SQL takes first. `database.ts` decides where its statements run. */
import type postgres from 'postgres';

/** Statements are written as sql`…``; the pool and a transaction are both one. */
export type Sql = postgres.ISql;

/** SQLSTATE 23505. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

/** `shards`: of a cluster, the shard of each lane (`shards.ts`). */
export type LaneSql = Sql & { readonly isCluster?: boolean; readonly shards?: Map<number, number> };
