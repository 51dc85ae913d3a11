/** Everything that a proof needs, as real processes, started in order and stopped in reverse. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Child, startChild } from '../bench/child.ts';
import { freePort } from '../src/postgres/free-port.ts';
import { type Database, openDatabase } from '../src/store/database.ts';
import { type Cable, startCable } from './cable.ts';
import type { Options } from './options.ts';
import { drawKillAt } from './plan.ts';
import { givenPostgres, type Postgres, startPostgres } from './postgres.ts';
import type { Random } from './random.ts';
import { type Death, type Service, startService } from './service.ts';

/** Seconds before each attempt: given up after six, which takes about twenty seconds. */
export const FORWARD_DELAYS_SECONDS = [0, 1, 2, 3, 5, 8];

/** `takeOvers` decides whether a takeover is disturbed meanwhile. */
const PARLEY_TEST_PAUSE_AT = 'after-claim:1';

export type Rig = AsyncDisposable & {
  folder: string;
  operatorKey: string;
  postgres: Postgres;
  cable: Cable;
  /** Directly to PostgreSQL, not through the cable. */
  database: Database;
  emulator: Child;
  sink: Child;
  lookUp: Child;
  services: Service[];
  /** An additional one, which is never killed, with this environment. */
  startService(name: string, environment: Record<string, string>): Promise<Service>;
  /** While it is on, processes that have just taken lanes lose their connections before reading anything. */
  takeOvers: { areBroken: boolean; broken: number };
  /** Also removes the folder with the ledger and the logs: there is no failure to investigate. */
  dropFolder(): void;
};

export async function startRig(options: Options, random: Random, died: (death: Death) => void): Promise<Rig> {
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'parley-prove-'));
  let keep = true;
  starting.defer(async () => {
    if (!keep) await rm(folder, { recursive: true, force: true });
  });
  const operatorKey = randomBytes(24).toString('hex');
  const postgres = starting.use(options.given ? givenPostgres(options.given) : await startPostgres(folder));
  const cable = starting.use(await startCable(postgres.port));
  const database = starting.use(
    openDatabase(postgres.url(postgres.port), {
      maxConnections: 8,
      log: pino({ level: 'silent' }),
      applicationName: 'prove',
    }),
  );
  const emulator = starting.use(await startChild('./emulator.ts', { operatorKey, logLevel: 'error' }));
  const sink = starting.use(await startChild('../proof/sink.ts', {}));
  const lookUp = starting.use(await startChild('../proof/look-up.ts', {}));
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const services: Service[] = [];
  const takeOvers = { areBroken: false, broken: 0 };
  const start = async (name: string, environment: Record<string, string>, nextKillAt: () => string | null) =>
    startService({
      name,
      url: `http://127.0.0.1:${await freePort()}`,
      environment: {
        DATABASE_URL: postgres.url(cable.port),
        // One folder: the encryption key that the first one creates is used by all.
        DATA_DIR: dataDir,
        RCS_EMULATOR_URL: emulator.url,
        PARLEY_OPERATOR_KEY: operatorKey,
        FORWARD_DELAYS_SECONDS: FORWARD_DELAYS_SECONDS.join(),
        LOG_LEVEL: 'warn',
        ...(options.processes > 1 && { PARLEY_PROCESSES: String(options.processes) }),
        ...environment,
      },
      nextKillAt,
      processes: options.processes,
      logFile: join(folder, `${name}.log`),
      died,
      paused() {
        if (!takeOvers.areBroken) return;
        takeOvers.broken += 1;
        cable.reset();
      },
    });
  const tested: Record<string, string> = options.without
    ? { PARLEY_TEST_WITHOUT: options.without }
    : { PARLEY_TEST_PAUSE_AT };
  for (let index = 0; index < options.services; index++) {
    const name = `service-${index + 1}`;
    const chance = random.branch(name);
    let isFirst = true;
    const service = await start(name, tested, () => {
      // The first process sets up the stage undisturbed.
      const peace = isFirst || options.without !== null;
      isFirst = false;
      return peace ? null : drawKillAt(chance);
    });
    services.push(starting.use(service));
  }
  const running = starting.move();
  return {
    folder,
    operatorKey,
    postgres,
    cable,
    database,
    emulator,
    sink,
    lookUp,
    services,
    startService: (name, environment) => start(name, environment, () => null),
    takeOvers,
    dropFolder() {
      keep = false;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
