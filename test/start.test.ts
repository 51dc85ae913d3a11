/** A service that cannot start ends, so that its supervisor can start it again. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

/** AuthenticationOk and ReadyForQuery of PostgreSQL's protocol. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

test('a service whose database hangs up in the middle of its start ends', async () => {
  const sockets: Socket[] = [];
  const database = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(WELCOME);
      // The first statement; a second connection gets no answer.
      socket.once('data', () => socket.destroy());
    });
  }).listen(0, '127.0.0.1');
  await once(database, 'listening');
  const { port } = database.address() as { port: number };
  const service = spawn(process.execPath, ['src/main.ts'], {
    env: { PATH: process.env['PATH'], PORT: '0', DATABASE_URL: `postgres://parley@127.0.0.1:${port}/parley` },
    stdio: 'ignore',
  });
  const [code] = await once(service, 'exit');
  assert.equal(code, 1);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => database.close(resolve));
});

test('a service whose data folder cannot be created says so without a stack', async () => {
  const DATA_DIR = '/dev/null/data';
  const service = spawn(process.execPath, ['src/main.ts'], { env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR } });
  const [said] = await Promise.all([text(service.stderr), text(service.stdout), once(service, 'exit')]);
  assert.equal(service.exitCode, 1);
  assert.match(said, /^ENOTDIR: .*'\/dev\/null\/data'\nDATA_DIR is /);
  assert.doesNotMatch(said, / at /);
});
