/**
 * Where the service of a data folder runs: in a file beside its keys, and in one of the user's own, so that the command line
 * finds it whatever its port and the folder. Both are written when the service is ready and removed when it stops.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';

const RUNNING_FILE = 'running.json';
/** Under the user's folder: a file for each process, by its id. */
const RUNNING_FOLDER = 'running';

/** `home`: the user's folder; null where there is none. */
type Places = { dataDir: string; home: string | null };

type Running = { url: string; pid: number; dataDir?: string };

/** Of the user who starts services and types commands; null where there is none. */
export function homeOf({ PARLEY_HOME, HOME }: { PARLEY_HOME?: string; HOME?: string }): string | null {
  const own = PARLEY_HOME?.trim() || (HOME?.trim() && join(HOME.trim(), '.parley'));
  return own ? resolve(own) : null;
}

/** Disposing of it removes the files, unless another service has replaced them. `url` is where the service listens. */
export function tellRunning({ dataDir, home }: Places, url: string): Disposable {
  const { pid } = process;
  const files = [join(dataDir, RUNNING_FILE)];
  write(files[0]!, { url, pid });
  if (home !== null) {
    const folder = join(home, RUNNING_FOLDER);
    files.push(join(folder, `${pid}.json`));
    write(files[1]!, { url, pid, dataDir }, folder);
  }
  return {
    [Symbol.dispose]: () => {
      for (const file of files) if (read(file)?.pid === pid) rmSync(file, { force: true });
    },
  };
}

function write(file: string, running: Running, folder?: string): void {
  try {
    if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify(running)}\n`, { mode: 0o600 });
  } catch {
    // With all keys and the database elsewhere the service needs no folder, and nobody looks there.
  }
}

/** The address of the running service, without a trailing slash; null when there is none. */
export function findRunning(dataDir: string): string | null {
  const running = read(join(dataDir, RUNNING_FILE));
  return running && isRunning(running) ? running.url : null;
}

/** The services of this user, wherever their data is; what one that was killed has left is removed. */
export function listRunning(home: string): { url: string; dataDir: string }[] {
  const folder = join(home, RUNNING_FOLDER);
  return namesIn(folder).flatMap((name) => {
    const running = read(join(folder, name));
    if (running && isRunning(running)) return running.dataDir ? [{ url: running.url, dataDir: running.dataDir }] : [];
    rmSync(join(folder, name), { force: true });
    return [];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): Running | null {
  try {
    const { url, pid, dataDir } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Running>;
    if (typeof url !== 'string' || !Number.isSafeInteger(pid) || pid! <= 0) return null;
    return { url, pid: pid!, ...(typeof dataDir === 'string' && { dataDir }) };
  } catch {
    return null;
  }
}

/**
 * Not one that was killed and left its file behind. The operator key is sent there, so a file from elsewhere must not be
 * able to name another machine.
 */
const isRunning = ({ pid, url }: Running) => isAlive(pid) && isOnThisMachine(url);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    // It is alive, and somebody else's.
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isOnThisMachine(url: string): boolean {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '');
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some(({ address }) => address === host);
}
