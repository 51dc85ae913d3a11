/** What a PostgreSQL data folder says about the server that holds it, or that held it last. Reads only, but for one file. */
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** `isReady`: it has said that it takes connections, and not that it starts or stops. */
export type Postmaster = { pid: number; port: number; isReady: boolean };

const PID_FILE = 'postmaster.pid';

/** The server that holds `folder`, dead or alive. Its file has the process in line 1, the port in line 4, the state in line 8. */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const lines = (await readOptional(join(folder, PID_FILE)))?.split('\n') ?? [];
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 ? { pid, port, isReady: lines[7]?.trim() === 'ready' } : null;
}

/** A `zombie` has ended, but nobody has waited for it: so a killed server stays in a container without an init process. */
export type ProcessState = 'running' | 'zombie' | 'gone';

/** What has become of the process, whoever owns it. */
export async function processState(pid: number): Promise<ProcessState> {
  if (platform() !== 'linux') return exists(pid) ? 'running' : 'gone';
  // "12 (name) S …": the letter after the name is the state.
  const status = await readOptional(`/proc/${pid}/stat`);
  if (status === null) return 'gone';
  return /\) Z/.test(status) ? 'zombie' : 'running';
}

/** Whether the process is a PostgreSQL server of `folder`: after a restart of the machine its number may be anybody's. */
export async function isPostmaster(pid: number, folder: string): Promise<boolean> {
  const command = platform() === 'linux' ? await readOptional(`/proc/${pid}/cmdline`) : await commandOf(pid);
  return command?.includes('postgres') === true && command.includes(folder);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function commandOf(pid: number): Promise<string | null> {
  const listed = promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
  return listed.then(
    ({ stdout }) => stdout,
    () => null,
  );
}

/**
 * Removes the file of a server that has ended, unless it names another process by now. Only for what PostgreSQL does not
 * clear away by itself: the file is what keeps two servers off one folder.
 */
export async function removePidFile(folder: string, pid: number): Promise<void> {
  const holder = await findPostmaster(folder);
  if (holder?.pid === pid) await rm(join(folder, PID_FILE), { force: true });
}

/** The port that the last server of `folder` was started with; null when there is none. */
export async function lastPort(folder: string): Promise<number | null> {
  const command = await readOptional(join(folder, 'postmaster.opts'));
  return Number(/"port=(\d+)"/.exec(command ?? '')?.[1]) || null;
}

/** The major version of PostgreSQL that made `folder`, "18" say; null when nothing is there. */
export async function folderVersion(folder: string): Promise<string | null> {
  return (await readOptional(join(folder, 'PG_VERSION')))?.trim() ?? null;
}

async function readOptional(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // ESRCH: the process ended while its file was read.
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return null;
    throw error;
  });
}
