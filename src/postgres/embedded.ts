/**
 * The PostgreSQL that comes with Parley, so that one command starts everything: the same engine as in production, under
 * the data folder, fsync on. It decides how to handle the current state of the folder; `cluster.ts` acts.
 */
import { access, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { bundledBinaries, type PostgresBinaries } from './binaries.ts';
import { type Cluster, createCluster, programVersion, SUPERUSER, startServer, stopServer } from './cluster.ts';
import { databaseUser } from './database-user.ts';
import { freePort } from './free-port.ts';
import { readOrCreatePassword } from './password-file.ts';
import * as postmaster from './postmaster.ts';
import { countOtherClients, probe } from './probe.ts';
import { prepareServerLog, readServerLog } from './server-log.ts';
import { EMBEDDED_SETTINGS } from './settings.ts';
import { watchServer } from './watch.ts';

export type EmbeddedPostgres = AsyncDisposable & {
  url: string;
  /** `created`: this start created the data folder. `started`: it existed. `adopted`: it had a running server. */
  found: 'created' | 'started' | 'adopted';
};

/** Recovery after a crash reads up to `max_wal_size` of log; a slow disk may need this long. */
const START_TIMEOUT_SECONDS = 120;
/** A fast stop writes what is in memory. A server still running after this is killed, and recovers. */
const STOP_TIMEOUT_SECONDS = 20;
/** Our own connections, just closed, leave the server's list within this even on a busy machine; others stay. */
const CLIENTS_LEAVE_TIMEOUT_MS = 3_000;
const POLL_MS = 25;
/** Before checking again on a server that starts, stops or recovers. */
const RETRY_PAUSE_MS = 100;

/** The parameters of one start. */
type Instance = { cluster: Cluster; password: string; port: number | null; logFile: string; log: Logger };

/**
 * Starts PostgreSQL on `dataDir`/postgres, or adopts the server that a killed service left running. `port` is
 * preferred, not guaranteed; without it, the last one, so that clients waiting for the database find it again. Rejects
 * with the reason and PostgreSQL's output.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Logger;
  binaries?: PostgresBinaries;
  port?: number;
}): Promise<EmbeddedPostgres> {
  const { log } = options;
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  // PostgreSQL reports its data folder without symbolic links, and we compare.
  const dataDir = await realpath(options.dataDir);
  const folder = join(dataDir, 'postgres');
  const user = await databaseUser(folder);
  if (user) log.info(`running as root, which PostgreSQL refuses: it runs as ${user.name}`);
  const cluster = { folder, user, binaries: options.binaries ?? (await bundledBinaries()) };

  const passwordFile = join(dataDir, 'postgres-password');
  const version = await postmaster.folderVersion(folder);
  if (version) await refuseUnusable(cluster, version, passwordFile);
  const password = await readOrCreatePassword(passwordFile);
  const created = version === null && (await createCluster(cluster, passwordFile));

  const port = options.port ?? (await postmaster.lastPort(folder));
  const logFile = join(dataDir, 'postgres.log');
  const instance = { cluster, password, port, logFile, log };
  const { url, adopted } = await startOrAdopt(instance);
  const found = created ? 'created' : adopted ? 'adopted' : 'started';
  log.info({ found, folder }, 'the embedded PostgreSQL is ready');
  // On the same port: clients that had a connection look for it there.
  const watch = watchServer({
    folder,
    log,
    start: () => startOrAdopt({ ...instance, port: Number(new URL(url).port) }),
  });
  return {
    url,
    found,
    async [Symbol.asyncDispose]() {
      await watch[Symbol.asyncDispose]();
      await stopUnlessUsed(cluster, url, log);
    },
  };
}

async function refuseUnusable(cluster: Cluster, version: string, passwordFile: string): Promise<void> {
  const programs = await programVersion(cluster);
  if (programs !== version) {
    throw new Error(
      `${cluster.folder} was created by PostgreSQL ${version}, but the programs here are PostgreSQL ${programs}. ` +
        `Dump it with version ${version} and load it into a new folder, or set DATABASE_URL`,
    );
  }
  await access(passwordFile).catch((cause) => {
    throw new Error(`${passwordFile} cannot be read, and ${cluster.folder} cannot be used without it`, { cause });
  });
}

/** Checks who holds the folder and acts on it, until a server of this folder is ready. */
async function startOrAdopt(instance: Instance): Promise<{ url: string; adopted: boolean }> {
  const { cluster, password } = instance;
  const deadline = performance.now() + START_TIMEOUT_SECONDS * 1000;
  while (performance.now() < deadline) {
    const holder = await postmaster.findPostmaster(cluster.folder);
    const holderUrl = holder && urlOf(password, holder.port);
    const verdict = holderUrl ? await judge(instance, holder, holderUrl) : 'free';
    if (holderUrl && verdict === 'ours') return { url: holderUrl, adopted: true };
    const url = verdict === 'free' ? await start(instance) : null;
    if (url) return { url, adopted: false };
    await delay(RETRY_PAUSE_MS);
  }
  throw new Error(`The database did not start within ${START_TIMEOUT_SECONDS} s; see ${instance.logFile}`);
}

/** Handles the process in `postmaster.pid`: adopt it, give it time, or start another. Returns which. */
async function judge(
  { cluster, log }: Instance,
  { pid, isReady }: postmaster.Postmaster,
  url: string,
): Promise<'ours' | 'busy' | 'free'> {
  const { folder } = cluster;
  const state = await postmaster.processState(pid);
  if (state !== 'running') {
    log.warn({ pid }, 'the last database server was killed; the new one recovers from its log');
    // PostgreSQL ignores the file of a process that is gone, but takes a zombie for a living server.
    if (state === 'zombie') await postmaster.removePidFile(folder, pid);
    return 'free';
  }
  const found = await probe(url);
  if (found.answer === 'busy') return 'busy';
  if (found.answer === 'ready' && found.folder === folder) {
    log.warn({ pid }, 'adopting the database server that is already running on this data folder');
    return 'ours';
  }
  if (await postmaster.isPostmaster(pid, folder)) {
    // Another service is starting it, and it does not listen yet.
    if (found.answer !== 'refused' && !isReady) return 'busy';
    if (found.answer === 'refused') throw new Error(`The server of ${folder} refuses the connection: ${found.reason}`);
    log.warn({ pid }, 'the database server of this data folder does not respond; stopping it');
    await stop(cluster);
  } else {
    log.warn({ pid }, 'removing a stale postmaster.pid: its process id belongs to another program now');
    await postmaster.removePidFile(folder, pid);
  }
  return 'free';
}

/** The URL of the server, or null when it could not start for a transient reason. */
async function start({ cluster, password, port, logFile, log }: Instance): Promise<string | null> {
  const chosen = await freePort(port);
  const position = await prepareServerLog(logFile, cluster.user);
  try {
    const timeoutSeconds = START_TIMEOUT_SECONDS;
    await startServer(cluster, { port: chosen, settings: EMBEDDED_SETTINGS, logFile, timeoutSeconds });
    return urlOf(password, chosen);
  } catch (error) {
    const said = await readServerLog(logFile, position);
    const passing = PASSING.find(([text]) => said.includes(text));
    if (!passing) throw new Error(`The embedded PostgreSQL did not start: ${said.trim()}`, { cause: error });
    log.debug(`the database could not start yet: ${passing[1]}`);
    return null;
  }
}

/** The server's messages when it cannot start *now*, and why. */
const PASSING = [
  ['lock file "postmaster.pid" already exists', 'another process of the service is starting it'],
  ['pre-existing shared memory block', 'the last children of the killed server have not ended'],
  ['Address already in use', 'the port was taken in the meantime'],
] as const;

/**
 * Two services may share one data folder, and either may have started the server. So nobody owns it: the last one to
 * leave stops it, and one that leaves while others are connected leaves it to them. When both leave at the same moment
 * it stays, and the next start adopts it.
 */
async function stopUnlessUsed(cluster: Cluster, url: string, log: Logger): Promise<void> {
  const deadline = performance.now() + CLIENTS_LEAVE_TIMEOUT_MS;
  let others = await countOtherClients(url).catch(() => 0);
  while (others > 0 && performance.now() < deadline) {
    await delay(POLL_MS);
    others = await countOtherClients(url).catch(() => 0);
  }
  if (others > 0) {
    log.warn({ connections: others }, 'the database is still in use by others; leaving it running');
    return;
  }
  if (await postmaster.findPostmaster(cluster.folder)) await stop(cluster);
}

async function stop(cluster: Cluster): Promise<void> {
  await stopServer(cluster, 'fast', STOP_TIMEOUT_SECONDS).catch(() =>
    stopServer(cluster, 'immediate', STOP_TIMEOUT_SECONDS),
  );
}

function urlOf(password: string, port: number): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
}
