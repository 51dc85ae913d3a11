/** Chooses a port of 127.0.0.1 for a server that is about to start. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux, 49152 elsewhere): one of those could
 * be taken by any program's next request before the server listens, or during a restart.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_767;
const MAX_TRIES = 100;

/** `preferred` if it is free now, else any. */
export async function freePort(preferred: number | null = null): Promise<number> {
  let port = preferred ?? randomPort();
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (await isFree(port)) return port;
    port = randomPort();
  }
  throw new Error('No free port on 127.0.0.1');
}

function randomPort(): number {
  return randomInt(FIRST_PORT, LAST_PORT + 1);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
