/** Starts the parts in order and stops them in reverse. Each is passed what it needs; only this file knows them all. */

import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { emulatorPlugin } from '#emulator';
import { openAgentCache } from './agent-cache.ts';
import type { Config } from './config.ts';
import { createConnectors } from './connectors/index.ts';
import type { Context } from './context.ts';
import { MAX_CALL_BYTES } from './dispatch/dispatch.ts';
import { createPaces } from './dispatch/pace.ts';
import { createReachability } from './dispatch/reachability.ts';
import { createStateChecker } from './engine/check.ts';
import { createSliceExplorer } from './engine/explore/slice.ts';
import { createFunnelCounter } from './engine/funnel.ts';
import { createPreviewer } from './engine/preview.ts';
import { createReplayer } from './engine/replay/slice.ts';
import { createSandbox } from './engine/sandbox.ts';
import { writeTest } from './engine/scenario/from-turns.ts';
import { createSuiteRunner } from './engine/scenario/suite.ts';
import { createFlowVerifier } from './engine/verify/verify.ts';
import { createWorkThreads } from './engine/work-threads.ts';
import { createForwarder } from './forwarding/forwarder.ts';
import { startRedeliverer } from './forwarding/redelivery.ts';
import { emulatorPass } from './http/emulator-pass.ts';
import { createServer } from './http/server.ts';
import { createJobs } from './jobs/jobs.ts';
import { createTurnCommit, openLaneWork } from './lane-work.ts';
import { createBudget } from './lanes/budget.ts';
import { createLanes } from './lanes/open.ts';
import type { Logger } from './log.ts';
import { startUpkeep } from './maintenance.ts';
import { createMedia } from './media/media.ts';
import { startWire } from './net/wire.ts';
import { unlessAborted } from './pause.ts';
import { startEmbeddedPostgres } from './postgres/embedded.ts';
import { shareMetrics } from './processes.ts';
import { createEncryption, parseEncryptionKeys } from './secrets/encryption.ts';
import { encryptionKey, operatorKey } from './secrets/keys.ts';
import { reseal } from './secrets/reseal.ts';
import { findAuthenticationSecrets } from './store/authentications.ts';
import { startDatabaseClock } from './store/clock.ts';
import { prepareCluster } from './store/cluster.ts';
import { findConnector } from './store/connectors.ts';
import { type Database, openDatabase } from './store/database.ts';
import { ensureInstallation, ensureLanes } from './store/lanes.ts';
import { migrate } from './store/migrate.ts';
import { takeTokens } from './store/token-use.ts';
import { readBacklog } from './telemetry/backlog.ts';
import { measuredConnectors, measuredTransport } from './telemetry/instrument.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { measureProcess, measureThread } from './telemetry/process-metrics.ts';
import { startTally } from './telemetry/tally.ts';
import { createTransport } from './transports/index.ts';
import { createConversations } from './turns/conversations.ts';
import { createOperations } from './turns/operations.ts';
import { MAX_TURN_BYTES } from './turns/turn-runner.ts';
import { createTurnstile } from './turns/turnstile.ts';
import { USER_AGENT } from './version.ts';

/**
 * Lanes of a new database, the unit that processes share out: enough for many of them, and one process works on all at the
 * cost of four (docs/decisions/0015-sixty-four-lanes.md).
 */
const LANES = 64;

/**
 * Half of them serve single statements, of which a lane has at most three under way; the other half serve transactions.
 * Several processes share what a PostgreSQL with its usual 100 connections can give.
 */
const MAX_CONNECTIONS = 40;
const CONNECTIONS_OF_ALL = 80;
const MIN_CONNECTIONS = 8;

export type App = AsyncDisposable & {
  /** Where it listens, without a trailing slash. */
  url: string;
  context: Context;
  /** How the embedded database was found; null with an external one. */
  database: 'created' | 'started' | 'adopted' | null;
};

/** Where `console/build.ts` puts it. */
const CONSOLE = join(import.meta.dirname, '../console/dist');

/** Never aborts. */
const NEVER = new AbortController().signal;

/** @throws when a part cannot start, or the reason of `stop`; the parts already started are stopped. */
export async function startApp(config: Config, log: Logger, stop: AbortSignal = NEVER): Promise<App> {
  await using starting = new AsyncDisposableStack();
  const metrics = createMetrics();
  if (cluster.isWorker) shareMetrics(metrics);
  starting.use(measureProcess(metrics));
  starting.use(measureThread(metrics, 'main', () => performance.eventLoopUtilization()));
  const now = () => new Date();
  // Loaded only then: whoever traces nothing pays nothing.
  const otlp = config.tracing && (await import('./telemetry/otlp.ts'));
  const tracing = otlp && starting.use(otlp.openTracing(config.tracing!, { log, metrics }));

  const embedded = config.databaseUrl
    ? null
    : starting.use(await startEmbeddedPostgres({ dataDir: config.dataDir, log }));
  stop.throwIfAborted();
  const url = config.databaseUrl ?? embedded!.url;
  const fairShare = Math.max(MIN_CONNECTIONS, Math.floor(CONNECTIONS_OF_ALL / config.processes));
  const maxConnections = Math.min(MAX_CONNECTIONS, fairShare);
  const sql = starting.use(openDatabase(url, { maxConnections, log, applicationName: 'parley' }));
  const { laneCount, installation } = await unlessAborted(prepareDatabase(sql, config, log), stop);
  readBacklog(sql, metrics);
  const databaseClock = starting.use(await startDatabaseClock(sql));

  const encryption = createEncryption(parseEncryptionKeys(encryptionKey(config)));
  await reseal(sql, encryption, log);
  const catalog = starting.use(await openAgentCache(sql));
  const wire = starting.use(startWire({ network: config.outboundNetwork }));
  const media = createMedia(config, wire);
  starting.use(await startUpkeep({ sql, log, metrics, media, laneCount }, now));
  starting.use(measureThread(metrics, 'outbound', wire.eventLoopUtilization));
  const sandbox = starting.use(createSandbox({ metrics }));
  const threads = starting.use(createWorkThreads());
  const calledConnectors = createConnectors({
    outbound: wire,
    log,
    userAgent: USER_AGENT,
    now,
    findConnector: (accountId, connectorId) => findConnector(sql, accountId, connectorId),
    findCredential: (accountId, id) => findAuthenticationSecrets(sql, encryption, accountId, id),
    takeTokens: (of, tokens, perDay) => takeTokens(sql, of, tokens, perDay),
  });
  const connectors = measuredConnectors(calledConnectors, metrics);
  const delaysMs = config.forwardDelaysSeconds?.map((seconds) => seconds * 1000);
  const forwarder = starting.use(
    createForwarder(
      { sql, log, metrics, tracing, catalog, outbound: wire, encryption, now },
      { laneCount, ...(delaysMs && { delaysMs }) },
    ),
  );
  const paces = createPaces();
  starting.use(startTally({ sql, log, metrics, forwarder, paces }));

  /** The address on this machine that we and our emulator use for each other; known once the server listens. */
  let listening = '';
  const key = operatorKey(config);
  const calledTransport = starting.use(
    createTransport({
      ...config,
      operatorKey: key,
      emulatorUrl: () => config.emulatorUrl ?? listening,
      webhookUrl: () => `${listening}/platform/webhook`,
      openConnections: wire.openConnections,
      log,
    }),
  );
  const transport = measuredTransport(calledTransport, { log, metrics });
  const reachability = createReachability(transport);
  const operations = createOperations({ connectors, installation, tracing });
  const budgets = { calls: createBudget(MAX_CALL_BYTES), making: createBudget(MAX_TURN_BYTES) };
  const resume = createTurnstile();
  const commit = createTurnCommit({ sql, metrics });
  const conversations = createConversations(sql);
  const parts = {
    reachability,
    paces,
    operations,
    resume,
    commit,
    conversations,
    turnTaken: threads.turnTaken,
    ...budgets,
  };
  metrics.throttledAgents.from(() => paces.throttled().length);
  const lanes = createLanes({
    ...{ sql, log, metrics, tracing, laneCount },
    open: (lane) => openLaneWork(context, parts, lane),
  });
  const jobs = createJobs(() => context);
  const redeliverer = starting.use(startRedeliverer({ sql, log, lanes }));
  const context: Context = {
    config,
    log,
    metrics,
    tracing,
    sql,
    now,
    databaseNow: databaseClock.now,
    encryption,
    catalog,
    outbound: wire,
    media,
    connectors,
    transport,
    lanes,
    forwarder,
    redeliverer,
    sandbox,
    consoleFolder: CONSOLE,
    checkState: createStateChecker(sandbox),
    preview: createPreviewer(sandbox),
    runSuite: createSuiteRunner(threads),
    writeTest,
    replay: createReplayer(threads),
    pace: threads.pace,
    createFunnelCounter,
    explore: createSliceExplorer(threads),
    jobs,
    verifyFlow: createFlowVerifier(sandbox),
    installation,
    operatorKey: key,
    publicUrl: () => config.publicUrl ?? listening,
  };

  const server = await createServer(context);
  starting.defer(() => server.close());
  if (config.platform === 'emulator') {
    const authorizeOperator = (request: Parameters<typeof server.authentication.emulation>[0]) =>
      server.authentication.emulation(request);
    const { emulatorUrl } = config;
    const { problemType } = server;
    const emulator =
      emulatorUrl === null
        ? emulatorPlugin({ operatorKey: key, publicUrl: () => listening, problemType, log, authorizeOperator })
        : emulatorPass({ emulatorUrl, operatorKey: key, authorizeOperator });
    await server.register(emulator, { prefix: '/emulator' });
  }
  stop.throwIfAborted();
  listening = (await server.listen({ host: config.host, port: config.port })).replace('//0.0.0.0', '//127.0.0.1');

  await unlessAborted(transport.start(), stop);
  starting.use(lanes);
  await lanes.start();
  starting.use(jobs).start();
  stop.throwIfAborted();

  const running = starting.move();
  return {
    url: listening,
    context,
    database: embedded?.found ?? null,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function prepareDatabase(sql: Database, { lanes }: Config, log: Logger) {
  await migrate(sql, log);
  await prepareCluster(sql);
  const laneCount = await ensureLanes(sql, lanes ?? LANES);
  if (lanes !== null && lanes !== laneCount) {
    log.warn({ lanes: laneCount }, `PARLEY_LANES=${lanes} has no effect: this database was created with ${laneCount}`);
  }
  return {
    laneCount,
    installation: await ensureInstallation(sql, randomBytes(6).toString('hex')),
  };
}
