/**
 * Transactions that survive the loss of their connection. The driver's own `begin` does not: when the connection
 * breaks, its `rollback` is written to a null socket and the process dies of an uncaught TypeError, and a statement
 * after a reconnect runs outside any transaction. So each transaction has its own connection.
 */
import type { Session } from './sessions.ts';
import type { Sql } from './sql.ts';

export async function transact<T>(session: Session, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { sql } = session;
  // Sent but not awaited: the first statement of `work` follows it in the same round trip.
  const begun = sql`begin`.execute();
  begun.catch(() => {});
  let result: T;
  try {
    result = await work(sql);
  } catch (error) {
    await begun;
    // A rollback that fails has lost its connection, and the server rolls back by itself.
    if (!session.lost) await sql`rollback`.catch(() => {});
    throw error;
  }
  await begun;
  const { command } = await sql`commit`;
  // PostgreSQL answers the commit of a failed transaction with ROLLBACK, and no error.
  if (command !== 'COMMIT') throw new Error('A statement of this transaction failed, so it was rolled back');
  return result;
}
