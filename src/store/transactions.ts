/**
 * Transactions that survive the loss of their connection. The driver's own `begin` does not: when the connection breaks,
 * its `rollback` is written to a socket that is null and the process dies of an uncaught TypeError, and a statement that
 * comes after a reconnection runs outside any transaction. So each transaction has a driver of one connection to itself.
 */
import type postgres from 'postgres';
import type { Sql } from './database.ts';

/** One connection. `lost` is set in the very moment the connection closes, before any statement's rejection is seen. */
type Session = { driver: postgres.Sql; lost: boolean };

export type Transactions = AsyncDisposable & {
  begin<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** How many wait for a connection. */
  waiting(): number;
};

/** Time for running transactions to end when the pool is disposed; by then the parts that began them have stopped. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * At most `max` transactions at a time; others wait their turn, first come first served.
 * `connect` makes a driver of one connection whose sessions are read-only by default: only `begin read write` may write,
 * so a statement that slips onto a new connection after a loss is refused by the server instead of being committed alone.
 */
export function openTransactions(max: number, connect: (onclose: () => void) => postgres.Sql): Transactions {
  const sessions = new Set<Session>();
  const idle: Session[] = [];
  const waiting: (() => void)[] = [];
  const drained = Promise.withResolvers<void>();
  let busy = 0;
  let closed = false;

  async function take(): Promise<Session> {
    if (closed) throw Object.assign(new Error('The database pool is closed'), { code: 'CONNECTION_ENDED' });
    if (busy < max) busy += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return idle.pop() ?? open();
  }

  /** The place of whoever leaves goes to the next in line. */
  function giveBack(session: Session): void {
    if (!session.lost) idle.push(session);
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
    if (closed && busy === 0) drained.resolve();
  }

  function open(): Session {
    const session: Session = { driver: connect(() => lose(session)), lost: false };
    sessions.add(session);
    return session;
  }

  function lose(session: Session): void {
    session.lost = true;
    sessions.delete(session);
    const index = idle.indexOf(session);
    if (index >= 0) idle.splice(index, 1);
    // Ended, the driver rejects whatever the transaction still sends instead of connecting again.
    void session.driver.end({ timeout: 0 });
  }

  return {
    async begin(work) {
      const session = await take();
      try {
        return await transact(session, work);
      } finally {
        giveBack(session);
      }
    },
    waiting: () => waiting.length,
    async [Symbol.asyncDispose]() {
      closed = true;
      const timeout = setTimeout(drained.resolve, busy === 0 ? 0 : CLOSE_TIMEOUT_MS);
      await drained.promise;
      clearTimeout(timeout);
      await Promise.all([...sessions].map(({ driver }) => driver.end({ timeout: 0 })));
    },
  };
}

async function transact<T>(session: Session, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { driver } = session;
  // Sent, but not waited for: the first statement of `work` follows it in the same round trip.
  const begun = driver`begin read write`.execute();
  begun.catch(() => {});
  let result: T;
  try {
    result = await work(driver);
  } catch (error) {
    await begun;
    // A rollback that fails has lost its connection, and the server rolls back by itself.
    if (!session.lost) await driver`rollback`.catch(() => {});
    throw error;
  }
  await begun;
  const { command } = await driver`commit`;
  // PostgreSQL answers the commit of a failed transaction with ROLLBACK, and no error.
  if (command !== 'COMMIT') throw new Error('A statement of this transaction failed, so it was rolled back');
  return result;
}
