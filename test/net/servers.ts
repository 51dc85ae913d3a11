/** Small servers for the tests of outbound HTTP, each closed with its connections. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, isIPv6, type Server, type Socket } from 'node:net';

export type Listener = AsyncDisposable & {
  port: number;
  url: string;
  /** Connections accepted so far, those still open, and the bytes they sent. */
  accepted: number;
  open: Set<Socket>;
  received: Buffer[];
};

async function listen(server: Server, address: string): Promise<Listener> {
  server.listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = isIPv6(address) ? `[${address}]` : address;
  const listener: Listener = {
    port,
    url: `http://${host}:${port}`,
    accepted: 0,
    open: new Set(),
    received: [],
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of listener.open) socket.destroy();
      await closed;
    },
  };
  server.on('connection', (socket: Socket) => {
    listener.accepted += 1;
    listener.open.add(socket);
    socket.on('close', () => listener.open.delete(socket)).on('error', () => undefined);
  });
  return listener;
}

export function listenHttp(handler: RequestListener): Promise<Listener> {
  return listen(createHttpServer(handler), '127.0.0.1');
}

/** Accepts connections, records what they send, and lets `onData` answer. */
export async function listenTcp(address = '127.0.0.1', onData?: (socket: Socket) => void): Promise<Listener> {
  const server = createTcpServer();
  const listener = await listen(server, address);
  server.on('connection', (socket: Socket) => {
    socket.on('data', (chunk: Buffer) => {
      listener.received.push(chunk);
      onData?.(socket);
    });
  });
  return listener;
}

/**
 * A name server on 127.0.0.1. It answers queries for A with an alias to `internal.example.com` that has the given
 * address, or, without one, that the name does not exist; and queries for AAAA with nothing.
 */
export async function listenDns(address: string | null): Promise<AsyncDisposable & { server: string }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const questionEnd = query.indexOf(0, 12) + 5;
    const isA = query.readUInt16BE(questionEnd - 4) === 1;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(address === null ? 0x8183 : 0x8180, 2);
    header.writeUInt16BE(isA && address !== null ? 2 : 0, 6);
    header.fill(0, 8);
    const alias = Buffer.from('\x08internal\x07example\x03com\x00', 'latin1');
    const cname = record(Buffer.from([0xc0, 0x0c]), 5, alias);
    const a = record(alias, 1, Buffer.from((address ?? '0.0.0.0').split('.').map(Number)));
    const answers = isA && address !== null ? [cname, a] : [];
    socket.send(Buffer.concat([header, query.subarray(12, questionEnd), ...answers]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** A resource record of class IN with a TTL of 60 s: name, type, class, lifetime, length, data. */
function record(name: Buffer, type: number, data: Buffer): Buffer {
  return Buffer.concat([name, Buffer.from([0, type, 0, 1, 0, 0, 0, 60, 0, data.length]), data]);
}
