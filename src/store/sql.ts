/** What whoever states SQL is given first. Where its statements run is `database.ts`'s business. */
import type postgres from 'postgres';

/** What a statement is written with, `sql`…``; the pool and a transaction are both one. */
export type Sql = postgres.ISql;
