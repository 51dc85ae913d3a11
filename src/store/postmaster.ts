/** What a PostgreSQL data folder says about the server that holds it, or that held it last. Reads only, but for one file. */
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Postmaster = { pid: number; port: number };

const PID_FILE = 'postmaster.pid';

/** The server that holds `folder`, dead or alive. Its file has the process id in line 1 and the port in line 4. */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const lines = (await readOptional(join(folder, PID_FILE)))?.split('\n') ?? [];
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 ? { pid, port } : null;
}

/** Whether a process of this number exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether the process is a PostgreSQL server of `folder`: after a restart of the machine its number may be anybody's. */
export async function isPostmaster(pid: number, folder: string): Promise<boolean> {
  const command =
    platform() === 'linux'
      ? ((await readOptional(`/proc/${pid}/cmdline`)) ?? '')
      : await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).then(
          ({ stdout }) => stdout,
          () => '',
        );
  return command.includes('postgres') && command.includes(folder);
}

/** To be called only when no server holds the folder: the file is what keeps two servers off one folder. */
export async function removePidFile(folder: string): Promise<void> {
  await rm(join(folder, PID_FILE), { force: true });
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
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
