/** What a PostgreSQL data folder records about its current or last server. Read-only, except for one file. */
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** `isReady`: it accepts connections, and is not starting or stopping. */
export type Postmaster = { pid: number; port: number; isReady: boolean };

const PID_FILE = 'postmaster.pid';

/** The server that holds `folder`, dead or alive. In its file, line 1 is the pid, line 4 the port, line 8 the state. */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const lines = (await readOptional(join(folder, PID_FILE)))?.split('\n') ?? [];
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 ? { pid, port, isReady: lines[7]?.trim() === 'ready' } : null;
}

/** A `zombie` has ended without being waited for: so a killed server remains in a container without an init process. */
export type ProcessState = 'running' | 'zombie' | 'gone';

/** The state of the process, whoever owns it. */
export async function processState(pid: number): Promise<ProcessState> {
  if (platform() !== 'linux') return exists(pid) ? 'running' : 'gone';
  // "12 (name) S …": the letter after the name is the state.
  const status = await readOptional(`/proc/${pid}/stat`);
  if (status === null) return 'gone';
  return /\) Z/.test(status) ? 'zombie' : 'running';
}

/** Whether the process is a PostgreSQL server of `folder`: after a reboot its pid may belong to any program. */
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
 * Removes the file of a server that has ended, unless it names another process by now. Only for what PostgreSQL does
 * not clean up itself: the file is what keeps two servers off one folder.
 */
export async function removePidFile(folder: string, pid: number): Promise<void> {
  const holder = await findPostmaster(folder);
  if (holder?.pid === pid) await rm(join(folder, PID_FILE), { force: true });
}

/** The port of the last server of `folder`; null when there is none. */
export async function lastPort(folder: string): Promise<number | null> {
  const command = await readOptional(join(folder, 'postmaster.opts'));
  return Number(/"port=(\d+)"/.exec(command ?? '')?.[1]) || null;
}

/** The major version of PostgreSQL that created `folder`, "18" say; null when nothing is there. */
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
