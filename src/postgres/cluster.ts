/**
 * PostgreSQL's own programs as functions: create a data folder, start a server on it, stop it. `embedded.ts` and the
 * test runner decide when.
 */
import { spawn } from 'node:child_process';
import { chown, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import type { DatabaseUser } from './database-user.ts';
import { processState } from './postmaster.ts';

/** The superuser of the data folders that we create. */
export const SUPERUSER = 'parley';

/** A data folder (an absolute path), its programs, and the user to run them as. */
export type Cluster = { folder: string; binaries: PostgresBinaries; user: DatabaseUser | null };

/** A PostgreSQL program failed. The message ends with its output. */
class ClusterError extends Error {
  constructor(program: string, output: string) {
    super(`${program} failed: ${output.trim().split('\n').slice(-6).join(' | ') || 'no output'}`);
    this.name = 'ClusterError';
  }
}

/**
 * Creates the data folder. It is created next to its place and renamed when complete: an interrupted start leaves
 * nothing half-made there, and of two concurrent starts one wins. Returns whether this one did.
 */
export async function createCluster(cluster: Cluster, passwordFile: string): Promise<boolean> {
  const { folder, binaries, user } = cluster;
  await removeDrafts(folder);
  const draft = `${folder}.new-${process.pid}`;
  await mkdir(draft, { mode: 0o700 });
  if (user) await chown(draft, user.uid, user.gid);
  const login = [`--username=${SUPERUSER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  try {
    await run(cluster, binaries.initdb, [`--pgdata=${draft}`, ...login, '--encoding=UTF8', '--no-locale']);
    await rename(draft, folder);
    await syncFolder(dirname(folder));
    return true;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Starts the server and waits until it accepts connections, at most `timeoutSeconds` (it may have to recover first).
 * `pg_ctl` gives it its own session, so neither Ctrl-C in the terminal nor our death reaches it. `settings` are the
 * server's options by name; its log is appended to `logFile`.
 */
export async function startServer(
  cluster: Cluster,
  options: { port: number; settings: Readonly<Record<string, string>>; logFile: string; timeoutSeconds: number },
): Promise<void> {
  const flags = Object.entries({ ...options.settings, port: options.port }).map(
    ([name, value]) => `-c ${name}='${value}'`,
  );
  const log = [`--log=${options.logFile}`, `--options=${flags.join(' ')}`];
  const wait = ['--wait', `--timeout=${options.timeoutSeconds}`];
  await run(cluster, cluster.binaries.pgCtl, ['start', `--pgdata=${cluster.folder}`, ...wait, ...log]);
}

/** Stops the server: `fast` cuts its connections and writes a checkpoint, `immediate` leaves it to recover. */
export async function stopServer(cluster: Cluster, mode: 'fast' | 'immediate', timeoutSeconds: number): Promise<void> {
  const wait = ['--wait', `--timeout=${timeoutSeconds}`];
  await run(cluster, cluster.binaries.pgCtl, ['stop', `--pgdata=${cluster.folder}`, `--mode=${mode}`, ...wait]);
}

/** The major version of the programs. */
export async function programVersion(cluster: Cluster): Promise<string> {
  const output = await run(cluster, cluster.binaries.postgres, ['--version']);
  return /\(PostgreSQL\) (\d+)/.exec(output)?.[1] ?? output.trim();
}

/** Removes the leftovers of interrupted starts. */
async function removeDrafts(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.new-`;
  for (const name of await readdir(dirname(folder))) {
    const pid = Number(name.startsWith(prefix) && name.slice(prefix.length));
    const abandoned = pid === process.pid || (await processState(pid)) === 'gone';
    if (pid > 0 && abandoned) await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}

/** Runs to the end in its own session: Ctrl-C must not interrupt `initdb` or a shutdown. */
function run(cluster: Cluster, program: string, args: string[]): Promise<string> {
  const [command, ...rest] = [...(cluster.user?.command ?? []), program, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(command as string, rest, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', (cause) => reject(new Error(`${program} cannot be started`, { cause })));
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new ClusterError(program, output))));
  });
}

/** A rename survives a power cut only once its folder is on disk as well. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}
