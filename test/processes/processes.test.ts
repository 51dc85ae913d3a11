/** Several processes, on one machine and on one database: any of them handles any request. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort } from '../../src/postgres/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import {
  call,
  createAgent,
  createStates,
  expectStatus,
  newPhoneNumber,
  startService,
  startWebhookSink,
} from '../harness.ts';
import { type ServiceProcess, startServiceProcess } from '../proof/service-process.ts';
import { until } from '../until.ts';

let database: TestDatabase;
let dataDir: string;
let url: string;
let service: ServiceProcess;

const asOperator = { call: (method: string, path: string, body?: unknown) => call(url, method, path, body) };
const processes = async () =>
  expectStatus(await call(url, 'GET', '/overview'), 200).processes as { processId: string; lanes: number }[];
const pidOf = ({ processId }: { processId: string }) => Number(processId.split(':')[1]);
const transcript = async (phoneNumber: string) =>
  expectStatus(await call(url, 'GET', `/emulator/handsets/${phoneNumber}?limit=500`), 200).transcript;

before(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'parley-processes-'));
  url = `http://127.0.0.1:${await freePort()}`;
  const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, PARLEY_PROCESSES: '2' };
  service = await startServiceProcess(url, environment);
  await until(async () => (await processes()).filter(({ lanes }) => lanes > 0).length === 2, 'two owners of lanes');
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
  await database[Symbol.asyncDispose]();
});

test('the lanes are shared out evenly', async () => {
  const lanes = (await processes()).map((process) => process.lanes);
  assert.ok(Math.max(...lanes) - Math.min(...lanes) <= 1, `they own ${lanes}`);
});

test('a conversation is the same whichever process takes its requests', async () => {
  await using sink = await startWebhookSink();
  const agentId = await createAgent(asOperator, { config: { eventForwardUrl: sink.url, defaultState: 'echo' } });
  await createStates(asOperator, agentId, {
    hello: { template: { contentMessage: { text: 'Hello' } } },
    echo: { template: { contentMessage: { text: 'You said {{ message.text }}' } } },
  });
  // Every call opens a new connection, so that they are spread over the processes.
  const close = { headers: { connection: 'close' } };
  for (let n = 0; n < 6; n++) {
    const phoneNumber = newPhoneNumber();
    const path = `/agents/${agentId}/states/hello/send/${phoneNumber}`;
    expectStatus(await call(url, 'POST', path, {}, close), 200);
    const says = { agentId, text: `word ${n}` };
    await until(async () => (await transcript(phoneNumber)).length === 1, 'the greeting');
    expectStatus(await call(url, 'POST', `/emulator/handsets/${phoneNumber}/messages`, says, close), 200);
    const texts = async () =>
      (await transcript(phoneNumber)).map(
        (entry: { contentMessage?: { text: string }; text?: string }) => entry.contentMessage?.text ?? entry.text,
      );
    await until(async () => (await texts()).length === 3, 'the reply');
    assert.deepEqual(await texts(), ['Hello', `word ${n}`, `You said word ${n}`]);
    await sink.wait(({ body }) => body.senderPhoneNumber === phoneNumber && body.text === `word ${n}`, 'the event');
  }
});

test('/metrics covers all processes, whichever answers', async () => {
  const owned = async () => {
    const answer = await call(url, 'GET', '/metrics', undefined, { headers: { connection: 'close' } });
    return Number(/^parley_owned_lanes (\d+)$/m.exec(answer.body)?.[1]);
  };
  const lanes = expectStatus(await call(url, 'GET', '/overview'), 200).lanes;
  for (let n = 0; n < 3; n++) assert.equal(await owned(), lanes);
});

test('the phones of the emulator are at the same address, for the operator only', async () => {
  const withoutKey = await fetch(`${url}/emulator/handsets`);
  assert.equal(withoutKey.status, 401);
  const login = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-parley-console': '1', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ operatorKey: 'operator-key-of-the-tests' }),
  });
  const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!;
  const stream = new AbortController();
  const response = await fetch(`${url}/emulator/handsets/${newPhoneNumber()}/stream`, {
    headers: { cookie },
    signal: stream.signal,
  });
  assert.match(response.headers.get('content-type')!, /event-stream/);
  const { value } = await response.body!.getReader().read();
  assert.match(Buffer.from(value!).toString(), /event: handset/);
  stream.abort();
});

test('a process that is killed is replaced, and each answered send arrives once, in order', async () => {
  const agentId = await createAgent(asOperator);
  await createStates(asOperator, agentId, {
    note: { template: { contentMessage: { text: 'number {{ params.n }}' } } },
  });
  const phoneNumbers = Array.from({ length: 50 }, newPhoneNumber);
  const each = 20;
  let answered = 0;
  async function send(phoneNumber: string, n: number): Promise<void> {
    const headers = { 'idempotency-key': randomUUID() };
    const path = `/agents/${agentId}/states/note/send/${phoneNumber}`;
    await until(async () => {
      const answer = await call(url, 'POST', path, { params: { n } }, { headers }).catch(() => null);
      return answer?.status === 200;
    }, `the answer of send ${n}`);
    answered += 1;
  }
  const [victim] = await processes();
  async function kill(): Promise<void> {
    await until(() => answered > 300, '300 answered sends');
    process.kill(pidOf(victim!), 'SIGKILL');
  }
  await Promise.all([
    kill(),
    ...phoneNumbers.map(async (phoneNumber) => {
      for (let n = 0; n < each; n++) await send(phoneNumber, n);
    }),
  ]);
  const expected = Array.from({ length: each }, (_, n) => `number ${n}`);
  for (const phoneNumber of phoneNumbers) {
    const found = await until(async () => {
      const entries = await transcript(phoneNumber);
      return entries.length >= each && entries;
    }, `the messages of ${phoneNumber}`);
    assert.deepEqual(
      found.map((entry: { contentMessage: { text: string } }) => entry.contentMessage.text),
      expected,
    );
  }
  await until(async () => {
    const alive = await processes();
    return alive.length === 2 && alive.every(({ processId, lanes }) => processId !== victim!.processId && lanes > 0);
  }, 'another process in its place, with lanes of its own');
});

test('a stop ends within ten seconds, whatever hangs', async () => {
  const hanging = createServer(() => {});
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  await using _hanging = {
    async [Symbol.asyncDispose]() {
      hanging.closeAllConnections();
      await new Promise((resolve) => hanging.close(resolve));
    },
  };
  const nowhere = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/`;
  await using own = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'parley-stop-'));
  await using _folder = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
  const address = `http://127.0.0.1:${await freePort()}`;
  const stopped = await startServiceProcess(address, {
    DATABASE_URL: own.url,
    DATA_DIR: folder,
    PARLEY_PROCESSES: '2',
  });
  await using _stopped = stopped;
  const operator = { call: (method: string, path: string, body?: unknown) => call(address, method, path, body) };
  const agentId = await createAgent(operator, { config: { eventForwardUrl: nowhere } });
  const ask = {
    connectorId: 'http',
    authenticationId: 'none',
    operation: 'request',
    contextKey: 'answer',
    data: { method: 'GET', url: nowhere },
  };
  await createStates(operator, agentId, {
    asks: { operations: [ask], template: { contentMessage: { text: 'Asked' } } },
    says: { template: { contentMessage: { text: 'Said' } } },
  });
  for (const stateId of ['asks', 'says']) {
    expectStatus(await call(address, 'POST', `/agents/${agentId}/states/${stateId}/send/${newPhoneNumber()}`, {}), 200);
  }
  const connections = () => new Promise<number>((resolve) => hanging.getConnections((_error, count) => resolve(count)));
  await until(async () => (await connections()) >= 2, 'the webhook and the connector to be called');
  const begun = performance.now();
  await stopped[Symbol.asyncDispose]();
  assert.ok(performance.now() - begun < 10_500, `it took ${Math.round(performance.now() - begun)} ms`);
});

test('lanes move at once when a service joins a database and when it leaves', async () => {
  await using own = await createTestDatabase();
  await using first = await startService({ databaseUrl: own.url, lanes: 8 });
  const owned = (one: typeof first) => one.app.context.lanes.owned().length;
  assert.equal(owned(first), 8);
  {
    await using second = await startService({ databaseUrl: own.url });
    await until(() => owned(first) === 4 && owned(second) === 4, 'half of the lanes each');
    await using third = await startService({ databaseUrl: own.url });
    await until(
      () => owned(first) + owned(second) + owned(third) === 8 && owned(third) >= 2,
      'a third of the lanes each',
    );
  }
  await until(() => owned(first) === 8, 'all lanes back at the first');
});
