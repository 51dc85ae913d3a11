/** The network between the services and PostgreSQL, as a TCP proxy that can be cut in two ways. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** `silent`: nothing arrives any more and nobody is notified; `reset`: connections break and new ones are refused. */
type Cut = 'silent' | 'reset';

export type Cable = AsyncDisposable & {
  port: number;
  cut(how: Cut): void;
  mend(): void;
  /** Breaks the open connections; new ones may be opened at once. */
  reset(): void;
};

export async function startCable(targetPort: number): Promise<Cable> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: Cut | 'whole' = 'whole';

  const server = createServer((near) => {
    if (state === 'reset') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(targetPort, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const socket of pair) socket.setNoDelay(true);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      // A socket that was resumed without a 'data' listener loses what it reads, so both are wired before they flow.
      one.on('data', (chunk) => {
        if (!other.write(chunk)) one.pause();
      });
      one.on('drain', () => {
        if (state === 'whole') other.resume();
      });
      one.on('error', () => {});
      one.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
    if (state === 'silent') for (const socket of pair) socket.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as { port: number }).port,
    cut(how) {
      state = how;
      for (const pair of [...pairs])
        for (const socket of pair) how === 'silent' ? socket.pause() : socket.resetAndDestroy();
    },
    mend() {
      state = 'whole';
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    reset() {
      for (const pair of [...pairs]) for (const socket of pair) socket.resetAndDestroy();
    },
    async [Symbol.asyncDispose]() {
      for (const pair of [...pairs]) for (const socket of pair) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
