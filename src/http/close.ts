/** A stop waits for requests, and not for connections that clients keep open without one. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 50;

export function closeAfterRequests(fastify: FastifyInstance): void {
  const { server } = fastify;
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  // Node closes the connections whose requests have ended when the closing begins. It waits for those that have not sent
  // one yet, as browsers open them, and for those with a request under way until their keep-alive time is over.
  fastify.addHook('preClose', (done) => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    const closing = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
    server.once('close', () => clearInterval(closing));
    done();
  });
}
