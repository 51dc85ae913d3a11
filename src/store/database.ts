/**
 * The connections to PostgreSQL: how values travel, how long anything may wait, and what a lost server looks like.
 * Every statement is written elsewhere in this folder; nothing here knows a table.
 */

import postgres from 'postgres';
import type { Logger } from '../log.ts';
import { openTransactions } from './transactions.ts';
import { VALUE_TYPES } from './value-types.ts';

/** What a statement is written with, `sql`…``; the pool and a transaction are both one. */
export type Sql = postgres.ISql;

/** The pool. It is an `Sql` whose statements run one by one, each on any connection. */
export interface Database extends Sql, AsyncDisposable {
  /** Calls `heard` for every notice on the channel, on a connection of its own that is made again when it breaks. */
  listen: postgres.Sql['listen'];
  /** Sends a notice at once, outside any transaction. */
  notify: postgres.Sql['notify'];
  /**
   * Runs `work` in one transaction, on a connection that nobody else uses, and commits when it resolves.
   * Rolls back and rejects with its error when it rejects. Do not write to the pool inside `work`: use the argument.
   */
  begin<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** How many transactions wait for a connection. */
  waitingTransactions(): number;
}

/** How long a new connection may take. A server on the same network answers in milliseconds; longer is an outage. */
const CONNECT_TIMEOUT_SECONDS = 5;
/** An unused connection is given back after this: after a burst the server need not keep a process for each. */
const IDLE_TIMEOUT_SECONDS = 300;
/** A pooled connection is replaced after this, so that the server's per-connection caches cannot grow for ever. */
const MAX_LIFETIME_SECONDS = 3600;
/** No statement of the service is meant to take longer; one that does holds locks that others wait for. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A process that stalls inside a transaction loses it after this, and with it the locks that others wait for. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/**
 * The pause before a broken connection is tried again. Each waiting statement costs one such attempt before it is rejected,
 * so a long pause would make a long queue; whoever repeats a statement has a back-off of its own.
 */
const RECONNECT_PAUSE_SECONDS = 0.005;
/**
 * The same for the connections of transactions. Longer than the server lets a transaction idle, so that it never ends one;
 * and it must end some day: when a connection breaks while statements wait, the driver opens one more after it was ended.
 */
const IDLE_TRANSACTION_TIMEOUT_SECONDS = 60;
/** Time for running statements when the pool is disposed; by then the parts that sent them have stopped. */
const CLOSE_TIMEOUT_SECONDS = 1;

/**
 * Opens the pool; connections are made when first needed, so this neither waits nor fails when the server is away.
 * Half of `maxConnections` (at least 1 each) serves single statements, the other half transactions.
 */
export function openDatabase(
  url: string,
  options: { maxConnections: number; log: Logger; applicationName: string },
): Database {
  const half = Math.max(1, Math.floor(options.maxConnections / 2));
  const common = {
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    backoff: () => RECONNECT_PAUSE_SECONDS,
    types: VALUE_TYPES,
    fetch_types: false,
    onnotice: (notice: postgres.Notice) => options.log.debug({ notice }, 'a notice of the database'),
    connection: {
      application_name: options.applicationName,
      TimeZone: 'UTC',
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    },
  };
  const pool = postgres(url, {
    ...common,
    max: half,
    idle_timeout: IDLE_TIMEOUT_SECONDS,
    max_lifetime: MAX_LIFETIME_SECONDS,
  });
  const transactions = openTransactions(half, (onclose) =>
    postgres(url, {
      ...common,
      max: 1,
      idle_timeout: IDLE_TRANSACTION_TIMEOUT_SECONDS,
      // It would close the connection between two statements of a transaction.
      max_lifetime: null,
      connection: { ...common.connection, default_transaction_read_only: true },
      onclose,
    }),
  );
  return Object.assign(pool as Sql & Pick<Database, 'listen' | 'notify'>, {
    begin: transactions.begin,
    waitingTransactions: transactions.waiting,
    async [Symbol.asyncDispose]() {
      await transactions[Symbol.asyncDispose]();
      await pool.end({ timeout: CLOSE_TIMEOUT_SECONDS });
    },
  });
}

const DISK_FULL = '53100';

/** SQLSTATEs that speak of the server rather than of the statement; class 08 is "connection exception". */
const SERVER_GONE = new Set(['57P01', '57P02', '57P03', '53300', DISK_FULL]);

/** What the driver and the operating system say when there is no connection. */
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
 * True when `error` means that the database cannot be reached, or has no room to write, at present: the same statement
 * may succeed later.
 */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  const { code } = error;
  return CONNECTION_GONE.has(code) || SERVER_GONE.has(code) || /^08[0-9A-Z]{3}$/.test(code);
}

/** Classes of SQLSTATE that the same statement may not meet again: conflicts, resources, locks, an operator, the system. */
const PASSING = /^(?:40|53|55|57|58)/;

/** True when the same statement may succeed later; false for what it says, or for what is stored, being wrong. */
export function isPassing(error: unknown): boolean {
  if (isDatabaseGone(error)) return true;
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && PASSING.test(error.code);
}

/** True when the server has no room left. It answers, and even reads, so nothing but its refusals tells of it. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DISK_FULL;
}
