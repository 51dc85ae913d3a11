/**
 * The database's clock, which stamps everything that arrives. Ages and deadlines of stamped rows are computed with it:
 * a process's clock may be minutes off.
 */
import { clockRate } from '../failpoints.ts';
import type { Sql } from './sql.ts';

/** Clocks drift by milliseconds a minute; an operator may set one. */
const ASK_EVERY_MS = 60_000;

export type DatabaseClock = Disposable & { now: () => Date };

/** Reads it once, and again now and then; in between, the process's own monotonic clock counts on. */
export async function startDatabaseClock(sql: Sql): Promise<DatabaseClock> {
  let asked = { at: 0, database: 0 };

  async function ask(): Promise<void> {
    const before = performance.now();
    const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
    const at = (before + performance.now()) / 2;
    // A clock that a test speeds up must not be set back.
    if (row && (clockRate === 1 || asked.at === 0)) asked = { at, database: row.now.getTime() };
  }

  await ask();
  // The last reading is good enough while the database is away.
  const timer = setInterval(() => ask().catch(() => {}), ASK_EVERY_MS);
  return {
    now: () => new Date(asked.database + (performance.now() - asked.at) * clockRate),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
