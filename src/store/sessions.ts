/**
 * Connections to PostgreSQL, each for one user at a time: a single statement or a transaction. One that broke, or that
 * left a statement without an answer, is never used again. The driver would reuse it, and that fails in three ways:
 * data being written when it broke is sent before the greeting of the next one, which then never gets an answer; one
 * closed before it was open is reopened forever; and a server that vanished silently is waited for.
 */
import { connect as connectSocket, type Socket } from 'node:net';
import postgres from 'postgres';
import type { Sql } from './sql.ts';

/**
 * A statement of the driver, with its undocumented parts: where it goes when it is awaited, and what settles it.
 * `cursorFn` is set when it is read page by page.
 */
export type Statement = {
  handler: (statement: Statement) => unknown;
  resolve: (result: unknown) => void;
  reject: (cause: unknown) => void;
  cursorFn?: unknown;
};

export type Session = {
  /** Statements written with it run on this connection, and on no other. */
  readonly sql: Sql;
  readonly send: (statement: Statement) => void;
  /** Set as soon as the connection closes, before any statement's rejection is seen. */
  readonly lost: boolean;
  /** Drops the connection: its running statements are rejected. */
  lose(): void;
  /** Closes it gracefully. */
  end(): Promise<void>;
  /** `performance.now()`. */
  readonly openedAt: number;
  idleSince: number;
};

type Options = postgres.Options<Record<string, postgres.PostgresType>>;

export type Sessions = AsyncDisposable & {
  /** At most `max` are in use at a time; others wait, first come, first served. */
  take(): Promise<Session>;
  giveBack(session: Session): void;
  /** How many callers wait for one. */
  waiting(): number;
};

/** An unused connection is closed after this: after a burst the server need not keep a process for each. */
const IDLE_MS = 300_000;
/** A connection is replaced after this, so that the server's caches for it cannot grow forever. */
const MAX_AGE_MS = 3_600_000;
const SWEEP_MS = 60_000;

/**
 * Opens a connection when its first statement is sent. `answerMs`: the connection counts as lost when a statement has
 * no answer after this; null for no limit.
 */
export function openSession(url: string, options: Options, answerMs: number | null): Session {
  const unsettled = new Set<Statement>();
  let socket: Socket | null = null;
  let lost = false;

  function lose(): void {
    if (lost) return;
    lost = true;
    void driver.end({ timeout: 0 });
    // A graceful end might wait for a server that is gone.
    socket?.destroy();
    // The driver may forget statements that wait for another one to end.
    for (const statement of unsettled) statement.reject(gone('CONNECTION_CLOSED'));
  }

  const driver = postgres(url, {
    ...options,
    max: 1,
    idle_timeout: null,
    max_lifetime: null,
    onclose: lose,
    socket({ host, port, path }: { host: string[]; port: number[]; path: string | false }) {
      // The driver opens a second one when statements wait for the first, or when that closed before it was open.
      if (socket) {
        lose();
        throw gone('CONNECTION_CLOSED');
      }
      const address = { host: host[0]!, port: port[0]! };
      socket = path ? connectSocket(path) : connectSocket(address);
      // The certificate is checked against this name.
      return Object.assign(socket, address);
    },
  } as object as Options);
  const { handler } = driver`` as unknown as Statement;

  function send(statement: Statement): void {
    unsettled.add(statement);
    whenSettled(statement, () => unsettled.delete(statement));
    if (answerMs !== null && !statement.cursorFn) limit(statement, answerMs, lose);
    if (lost) statement.reject(gone('CONNECTION_CLOSED'));
    else handler(statement);
  }

  return {
    sql: writtenWith(driver, send),
    send,
    lose,
    end() {
      lost = true;
      return driver.end({ timeout: 0 });
    },
    get lost() {
      return lost;
    },
    openedAt: performance.now(),
    idleSince: 0,
  };
}

/** Statements in the driver's syntax, routed by `send`. */
export function writtenWith(driver: postgres.Sql, send: (statement: Statement) => void): Sql {
  function routed<Made>(made: Made): Made {
    // Names and rows that are interpolated into a statement have no handler.
    if (made instanceof Promise) (made as unknown as Statement).handler = send;
    return made;
  }
  const write = (...parts: Parameters<typeof driver>) => routed(driver(...parts));
  const { typed, json, array, types, options, parameters } = driver;
  const unsafe = (...parts: Parameters<typeof driver.unsafe>) => routed(driver.unsafe(...parts));
  return Object.assign(write, { typed, json, array, types, options, parameters, unsafe }) as unknown as Sql;
}

/** Calls `told` once when the statement is settled (the driver may do so twice); with the reason when it failed. */
export function whenSettled(statement: Statement, told: (cause: unknown) => void): void {
  const { resolve, reject } = statement;
  statement.resolve = (result) => {
    Object.assign(statement, { resolve, reject });
    told(null);
    resolve(result);
  };
  statement.reject = (cause) => {
    Object.assign(statement, { resolve, reject });
    told(cause);
    reject(cause);
  };
}

function limit(statement: Statement, answerMs: number, lose: () => void): void {
  let check: NodeJS.Immediate | undefined;
  // A process that was suspended first reads what arrived meanwhile.
  const timer = setTimeout(() => {
    check = setImmediate(lose);
  }, answerMs);
  whenSettled(statement, () => {
    clearTimeout(timer);
    clearImmediate(check);
  });
}

export function openSessions(max: number, open: () => Session, closeTimeoutMs: number): Sessions {
  const sessions = new Set<Session>();
  const idle: Session[] = [];
  const waiting: PromiseWithResolvers<Session>[] = [];
  const drained = Promise.withResolvers<void>();
  let busy = 0;
  let closed = false;

  function next(): Session {
    for (let session = idle.pop(); session; session = idle.pop()) if (!session.lost) return session;
    const session = open();
    sessions.add(session);
    return session;
  }

  function close(session: Session): Promise<void> {
    sessions.delete(session);
    return session.end();
  }

  function sweep(): void {
    const now = performance.now();
    // The most recently used one is taken first, so that the others stay in order.
    while (idle[0] && (idle[0].lost || now - idle[0].idleSince > IDLE_MS)) void close(idle.shift()!);
  }

  const sweeping = setInterval(sweep, SWEEP_MS).unref();

  return {
    async take() {
      if (closed) throw gone('CONNECTION_ENDED');
      if (busy < max) {
        busy += 1;
        return next();
      }
      const place = Promise.withResolvers<Session>();
      waiting.push(place);
      return place.promise;
    },
    giveBack(session) {
      const now = performance.now();
      session.idleSince = now;
      if (session.lost || closed || now - session.openedAt > MAX_AGE_MS) void close(session);
      else idle.push(session);
      // A freed place goes to the next in the queue.
      const place = waiting.shift();
      if (place) place.resolve(next());
      else busy -= 1;
      if (closed && busy === 0) drained.resolve();
    },
    waiting: () => waiting.length,
    async [Symbol.asyncDispose]() {
      closed = true;
      clearInterval(sweeping);
      const timeout = setTimeout(drained.resolve, busy === 0 ? 0 : closeTimeoutMs);
      await drained.promise;
      clearTimeout(timeout);
      for (const place of waiting.splice(0)) place.reject(gone('CONNECTION_ENDED'));
      await Promise.all([...sessions].map(close));
    },
  };
}

const REASONS = {
  CONNECTION_CLOSED: 'The connection to the database was closed, or gave no answer',
  CONNECTION_ENDED: 'The database pool is closed',
};

function gone(code: keyof typeof REASONS): Error {
  return Object.assign(new Error(REASONS[code]), { code });
}
