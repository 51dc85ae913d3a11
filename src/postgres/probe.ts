/** Queries a server on a dedicated connection, while it is unknown whether it is there. */
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';

/**
 * `ready`: it let us in, and serves that data folder. `busy`: starting, recovering or shutting down. `refused`: a
 * PostgreSQL that does not let us in. `silent`: nothing there speaks PostgreSQL's protocol.
 */
export type Probe =
  | { answer: 'ready'; folder: string }
  | { answer: 'busy' | 'silent' }
  | { answer: 'refused'; reason: string };

/** A healthy server answers in milliseconds. */
const ANSWER_TIMEOUT_MS = 3_000;

const CANNOT_CONNECT_NOW = '57P03';

/** What answers at `url`. */
export async function probe(url: string): Promise<Probe> {
  try {
    const rows = await ask(url, (sql) => sql<{ folder: string }[]>`select current_setting('data_directory') as folder`);
    return { answer: 'ready', folder: rows[0]?.folder ?? '' };
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) return { answer: 'silent' };
    return error.code === CANNOT_CONNECT_NOW ? { answer: 'busy' } : { answer: 'refused', reason: error.message };
  }
}

/** How many connections the server has besides this one. Rejects when it cannot be queried. */
export async function countOtherClients(url: string): Promise<number> {
  const rows = await ask(
    url,
    (sql) => sql<{ count: number }[]>`
      select count(*)::integer as count from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}

async function ask<T>(url: string, question: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  const timeout = new AbortController();
  try {
    // Not the driver's own time-out: it restarts whenever the other side accepts and hangs up.
    const late = delay(ANSWER_TIMEOUT_MS, null, { signal: timeout.signal }).then(() =>
      Promise.reject(new Error('no answer')),
    );
    return await Promise.race([question(sql), late]);
  } finally {
    timeout.abort();
    await sql.end({ timeout: 0 });
  }
}
