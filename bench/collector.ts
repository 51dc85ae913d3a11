/** A collector of traces in its own process: takes every batch of spans, and counts their bytes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from './child.ts';

export type Collected = { batches: number; bytes: number };

const collected: Collected = { batches: 0, bytes: 0 };

const server = createServer((request, response) => {
  request.on('data', (chunk: Buffer) => (collected.bytes += chunk.length));
  request.on('end', () => {
    collected.batches += 1;
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  serveParent(`http://127.0.0.1:${port}`, { collected: () => collected });
});
