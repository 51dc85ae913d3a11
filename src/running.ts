/**
 * Where the service of a data folder runs, in a file beside its keys: written when the service is ready, removed when it
 * stops, so that the command line finds it whatever its port.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';

const RUNNING_FILE = 'running.json';

type Running = { url: string; pid: number };

/** Disposing of it removes the file, unless another service has replaced it. `url` is where the service listens. */
export function tellRunning(dataDir: string, url: string): Disposable {
  const file = join(dataDir, RUNNING_FILE);
  try {
    writeFileSync(file, `${JSON.stringify({ url, pid: process.pid } satisfies Running)}\n`, { mode: 0o600 });
  } catch {
    // With all keys and the database elsewhere the service needs no data folder, and nobody looks there.
  }
  return {
    [Symbol.dispose]: () => {
      if (read(file)?.pid === process.pid) rmSync(file, { force: true });
    },
  };
}

/**
 * The address of the running service, without a trailing slash; null when there is none, or one that was killed and left
 * the file behind. The operator key is sent there, so a file from elsewhere must not be able to name another machine.
 */
export function findRunning(dataDir: string): string | null {
  const running = read(join(dataDir, RUNNING_FILE));
  return running && isAlive(running.pid) && isOnThisMachine(running.url) ? running.url : null;
}

function read(file: string): Running | null {
  try {
    const { url, pid } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Running>;
    return typeof url === 'string' && Number.isSafeInteger(pid) && pid! > 0 ? { url, pid: pid! } : null;
  } catch {
    return null;
  }
}

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
