/** The promise under fire: a process killed in the middle loses nothing, doubles nothing and reorders nothing. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findChainBreaks } from '../../proof/chain.ts';
import { freePort } from '../../src/postgres/free-port.ts';
import { createTestDatabase } from '../database.ts';
import { call, createAgent, createStates, expectStatus, startWebhookSink } from '../harness.ts';
import { until } from '../until.ts';
import { startPlatform, startServiceProcess } from './service-process.ts';

const HANDSETS = 200;
/** Concurrency makes the pressure; `npm run prove` sends ten thousand, with forty kills. */
const SENDS_EACH = 8;
const SENDS = HANDSETS * SENDS_EACH;
/** The service is killed when this many sends were answered. */
const KILL_AT = [SENDS * 0.3, SENDS * 0.7];
const RECOVERY_PATIENCE_MS = 120_000;

test('a service that is killed twice in the middle of 1,600 sends delivers each exactly once, in order', async () => {
  await using database = await createTestDatabase();
  await using emulator = await startPlatform();
  await using sink = await startWebhookSink();
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-crash-'));
  await using _folder = { [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }) };
  const url = `http://127.0.0.1:${await freePort()}`;
  const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, RCS_EMULATOR_URL: emulator.url };
  const start = () => startServiceProcess(url, environment);
  let service = await start();
  await using _service = { [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };

  const client = { call: (method: string, path: string, body?: unknown) => call(url, method, path, body) };
  const agentId = await createAgent(client, { config: { eventForwardUrl: sink.url } });
  await createStates(client, agentId, { note: { template: { contentMessage: { text: 'number {{ params.n }}' } } } });

  const phoneNumbers = Array.from({ length: HANDSETS }, (_, index) => `+1555${String(index).padStart(7, '0')}`);
  const sent = new Map<string, string[]>(phoneNumbers.map((phoneNumber) => [phoneNumber, []]));
  let answered = 0;

  /** Retries until it is answered, as a client does: the key makes repeats harmless. */
  async function send(phoneNumber: string, n: number): Promise<void> {
    const headers = { 'idempotency-key': randomUUID() };
    const path = `/agents/${agentId}/states/note/send/${phoneNumber}`;
    const answer = await until(
      async () => {
        const found = await call(url, 'POST', path, { params: { n } }, { headers }).catch(() => null);
        return found && found.status !== 503 ? found : null;
      },
      `the answer of send ${n} to ${phoneNumber}`,
      RECOVERY_PATIENCE_MS,
    );
    sent.get(phoneNumber)!.push(expectStatus(answer, 200).messageId);
    answered += 1;
  }

  async function killer(): Promise<void> {
    for (const at of KILL_AT) {
      await until(() => answered >= at, `${at} answered sends`, RECOVERY_PATIENCE_MS);
      await service.kill();
      service = await start();
    }
  }

  await Promise.all([
    killer(),
    ...phoneNumbers.map(async (phoneNumber) => {
      for (let n = 0; n < SENDS_EACH; n++) await send(phoneNumber, n);
    }),
  ]);

  const transcriptOf = async (phoneNumber: string) => {
    const handset = await call(emulator.url, 'GET', `/emulator/handsets/${phoneNumber}?limit=500`);
    return expectStatus(handset, 200).transcript as { messageId: string; contentMessage: { text: string } }[];
  };
  const expected = Array.from({ length: SENDS_EACH }, (_, n) => `number ${n}`);
  for (const phoneNumber of phoneNumbers) {
    await until(
      async () => (await transcriptOf(phoneNumber)).length >= SENDS_EACH,
      `all messages of ${phoneNumber}`,
      RECOVERY_PATIENCE_MS,
    );
  }
  const events = (type: string) => sink.received.filter(({ body }) => body.eventType === type);
  for (const type of ['SENT', 'DELIVERED']) {
    const messages = () => new Set(events(type).map(({ body }) => body.messageId)).size;
    await until(() => messages() >= SENDS, `a ${type} event of every message`, RECOVERY_PATIENCE_MS);
  }
  // The webhook's last responses are recorded after it has sent them.
  await until(async () => (await database.sql`select from forward`).length === 0, 'the end of forwarding');
  await service[Symbol.asyncDispose]();

  for (const phoneNumber of phoneNumbers) {
    const transcript = await transcriptOf(phoneNumber);
    assert.deepEqual(
      transcript.map(({ contentMessage }) => contentMessage.text),
      expected,
      phoneNumber,
    );
    assert.deepEqual(
      transcript.map(({ messageId }) => messageId),
      sent.get(phoneNumber),
      phoneNumber,
    );
  }
  assert.deepEqual(
    sink.received.filter(({ body }) => body.eventType === 'FAILED'),
    [],
  );
  assertEventsInOrder(events('SENT'), sent);
  assertSameBytes(sink.received);
  assert.deepEqual(await findChainBreaks(database.sql), []);
  const [{ turns }] = (await database.sql`select count(*)::int as turns from turn`) as unknown as [{ turns: number }];
  assert.equal(turns, SENDS);
  for (const table of ['inbox', 'outbox', 'forward', 'failure', 'dead_letter']) {
    const left = await database.sql`select from ${database.sql(table)}`;
    assert.equal(left.length, 0, `rows left in ${table}`);
  }
});

/** The first arrivals of each conversation's events are in the order of its sends. */
function assertEventsInOrder(
  events: { body: { phoneNumber: string; messageId: string } }[],
  sent: Map<string, string[]>,
) {
  const arrived = new Map<string, Set<string>>([...sent.keys()].map((phoneNumber) => [phoneNumber, new Set()]));
  for (const { body } of events) arrived.get(body.phoneNumber)!.add(body.messageId);
  for (const [phoneNumber, messageIds] of sent)
    assert.deepEqual([...arrived.get(phoneNumber)!], messageIds, phoneNumber);
}

/** An event sent again after a crash has the same bytes as before. */
function assertSameBytes(received: { headers: Record<string, unknown>; raw: Buffer }[]) {
  const bodies = new Map<unknown, string>();
  for (const { headers, raw } of received) {
    const id = headers['webhook-id'];
    assert.ok(id);
    const before = bodies.get(id);
    if (before !== undefined) assert.equal(raw.toString(), before);
    bodies.set(id, raw.toString());
  }
}
