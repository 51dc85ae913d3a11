/**
 * The connections to PostgreSQL: how values are encoded, how long anything may wait, and what a lost server looks like.
 * All statements are elsewhere in this folder; nothing here depends on a table.
 */

import postgres from 'postgres';
import type { Logger } from '../log.ts';
import { openSession, openSessions, type Statement, whenSettled, writtenWith } from './sessions.ts';
import type { Sql } from './sql.ts';
import { transact } from './transactions.ts';
import { VALUE_TYPES } from './value-types.ts';

/** One connection. Its statements run one after the other, outside any transaction except those of `begin`. */
export type Connection = Sql & Pick<Database, 'begin'>;

/** `unlisten` does not wait for the server. */
type Subscription = { unlisten(): Promise<void> };

/** The pool. It is an `Sql` whose statements run one by one, each on any connection. */
export interface Database extends Sql, AsyncDisposable {
  /** Its lanes are on several nodes; false until the start has found out. */
  isCluster: boolean;
  /** In which shard of a cluster each lane is. */
  readonly shards: Map<number, number>;
  /** Calls `heard` for every notification on the channel, on its own connection, which is reopened when it breaks. */
  listen(channel: string, heard: (payload: string) => void): Promise<Subscription>;
  /** Sends a notification at once, outside any transaction. */
  notify: postgres.Sql['notify'];
  /**
   * Runs `work` in one transaction on an exclusive connection, and commits when it resolves. Rolls back and rejects
   * with its error when it rejects. Do not write to the pool inside `work`: use the argument.
   */
  begin<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Runs `work` on a fresh connection, where a statement may take as long as it needs: for maintenance, not for
   * requests.
   */
  alone<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** How many transactions, including single statements, wait for a connection. */
  waitingTransactions(): number;
}

/** For a new connection. A server on the same network answers in milliseconds; longer is an outage. */
const CONNECT_SECONDS = 5;
/** No statement of the service should take longer; one that does holds locks that others wait for. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** The server ends a statement before that, so one without an answer by then will never get one. */
const ANSWER_MS = STATEMENT_TIMEOUT_MS + 5_000;
/** A process that stalls inside a transaction loses it after this, and with it the locks that others wait for. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/** Shorter than a graceful stop, which waits for the start that it cuts off. */
const LISTEN_ANSWER_MS = 7_000;
/** The pause before a broken listening connection is reopened. Nothing waits for it: notifications are only hints. */
const RELISTEN_PAUSE_SECONDS = 0.25;
/** Time for running statements when the pool is disposed; by then the parts that sent them have stopped. */
const CLOSE_STATEMENTS_MS = 1_000;
/** The same for transactions. */
const CLOSE_TRANSACTIONS_MS = 5_000;

/**
 * Opens the pool; connections are opened when first needed, so this neither waits nor fails when the server is away.
 * Half of `maxConnections` (at least 1 each) serves single statements, the other half transactions. `answerMs`: see
 * `openSession`. `connectSeconds`: how long a new connection may take, which is 5 unless told.
 */
export function openDatabase(
  url: string,
  options: {
    maxConnections: number;
    log: Logger;
    applicationName: string;
    answerMs?: number;
    connectSeconds?: number;
  },
): Database {
  const { maxConnections, log, applicationName, answerMs = ANSWER_MS, connectSeconds = CONNECT_SECONDS } = options;
  const half = Math.max(1, Math.floor(maxConnections / 2));
  const common = {
    connect_timeout: connectSeconds,
    types: VALUE_TYPES,
    fetch_types: false,
    onnotice: (notice: postgres.Notice) => log.debug({ notice }, 'a notice from the database'),
    connection: {
      application_name: applicationName,
      TimeZone: 'UTC',
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      // A plan made for an empty table is kept while that grows; every hot statement has an index for its rows.
      enable_seqscan: 'off',
      // A plan that must scan a table all the same looks so expensive then that compiling it seems worthwhile.
      jit: 'off',
    },
  };
  const statements = openSessions(half, () => openSession(url, common, answerMs), CLOSE_STATEMENTS_MS);
  const transactions = openSessions(half, () => openSession(url, common, answerMs), CLOSE_TRANSACTIONS_MS);

  async function run(statement: Statement): Promise<void> {
    try {
      const session = await statements.take();
      whenSettled(statement, (cause) => {
        // It is about to close, and the next statement would fail the same way.
        if (isDatabaseGone(cause) && !isDiskFull(cause)) session.lose();
        // The driver is still using it.
        queueMicrotask(() => statements.giveBack(session));
      });
      session.send(statement);
    } catch (cause) {
      statement.reject(cause);
    }
  }

  // Used only to listen: it has its own connection, which the driver reopens by itself.
  const writer = postgres(url, { ...common, max: 1, backoff: () => RELISTEN_PAUSE_SECONDS });
  const sql = writtenWith(writer, run);
  const pool: Database = Object.assign(sql, {
    isCluster: false,
    shards: new Map<number, number>(),
    async listen(channel: string, heard: (payload: string) => void) {
      // The driver waits forever for the answer when its connection breaks at that moment.
      const { promise: noAnswer, reject } = Promise.withResolvers<never>();
      const error = Object.assign(new Error('LISTEN got no answer'), { code: 'CONNECT_TIMEOUT' });
      const timer = setTimeout(() => reject(error), Math.min(answerMs, LISTEN_ANSWER_MS));
      const listening = Promise.race([writer.listen(channel, heard), noAnswer]);
      const { unlisten } = await listening.finally(() => clearTimeout(timer));
      // A connection that broke while it was being made again never answers; the pool closes it in any case.
      return { unlisten: async () => void unlisten().catch(() => {}) };
    },
    notify: async (channel: string, payload: string) => sql`select pg_notify(${channel}, ${payload})`,
    async begin<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
      const session = await transactions.take();
      try {
        return await transact(session, (own) =>
          work(Object.assign(own, { isCluster: pool.isCluster, shards: pool.shards })),
        );
      } finally {
        transactions.giveBack(session);
      }
    },
    async alone<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
      const session = openSession(url, common, null);
      try {
        await session.sql`set statement_timeout = 0`;
        return await work(Object.assign(session.sql, { begin: transact.bind(null, session) as Database['begin'] }));
      } finally {
        await session.end();
      }
    },
    waitingTransactions: () => statements.waiting() + transactions.waiting(),
    async [Symbol.asyncDispose]() {
      await transactions[Symbol.asyncDispose]();
      await statements[Symbol.asyncDispose]();
      await writer.end({ timeout: 0 });
    },
  });
  return pool;
}

const DISK_FULL = '53100';

/** SQLSTATEs about the server rather than the statement; class 08 is "connection exception". */
const SERVER_GONE = new Set(['57P01', '57P02', '57P03', '53300', DISK_FULL]);

/** Error codes of the driver and the operating system when there is no connection. */
const CONNECTION_GONE = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * True when `error` means that the database is unreachable, or has no room to write, at present: the same statement may
 * succeed later.
 */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  const { code } = error;
  return CONNECTION_GONE.has(code) || SERVER_GONE.has(code) || /^08[0-9A-Z]{3}$/.test(code);
}

/** Classes of SQLSTATE that a retry may not meet again: conflicts, resources, locks, an operator, the system. */
const PASSING = /^(?:40|53|55|57|58)/;

/** True when the same statement may succeed later; false when the statement or the stored data is wrong. */
export function isPassing(error: unknown): boolean {
  if (isDatabaseGone(error)) return true;
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && PASSING.test(error.code);
}

/** True when a lock was not released within the lock timeout. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/** True when the server's disk is full. It still answers, and even reads, so only its refusals show it. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DISK_FULL;
}
