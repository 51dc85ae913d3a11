/** A small HTTP server on a free port of this machine, for the parts outside the service. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Reply = { status: number; body?: unknown };

export async function listen(
  answer: (request: IncomingMessage, raw: Buffer) => Reply,
): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(async (request, response) => {
    const { status, body } = answer(request, Buffer.concat(await request.toArray()));
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(body === undefined ? '' : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
