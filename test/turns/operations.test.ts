/** The operations of a retried turn: answered ones are not called again, and the rest under their first key. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Connectors } from '../../src/connectors/index.ts';
import type { RenderedOperation } from '../../src/engine/decision.ts';
import { createOperations, MAX_OPERATIONS_MS } from '../../src/turns/operations.ts';
import { addTrigger } from '../cluster.ts';
import { listenAndKeep } from '../connectors/setup.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createAgent, createStates, expectStatus, newPhoneNumber, startService } from '../harness.ts';
import { until } from '../until.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const ask = (contextKey: string, url: string, more: object = {}) => ({
  connectorId: 'http',
  authenticationId: 'none',
  operation: 'request',
  contextKey,
  data: { method: 'POST', url, ...more },
});

/** The first `times` commits of a turn fail, with this SQLSTATE. Returns what ends that. */
async function failTurns({ sql }: Pick<TestDatabase, 'sql'>, times: number, sqlstate = 'P0001') {
  const sequence = 'create sequence turn_commit';
  if (sql.isCluster) await sql`select run_command_on_workers(${sequence})`;
  else await sql.unsafe(sequence);
  await sql.unsafe(`
    create function fail_turn() returns trigger language plpgsql as $$
      begin
        if nextval('turn_commit') <= ${times} then raise 'not this time' using errcode = '${sqlstate}'; end if;
        return new;
      end $$`);
  return addTrigger(sql, 'turn', 'fail_turn');
}

for (const [why, sqlstate] of [
  ['the statement failed', 'P0001'],
  ['the lane was lost with the database', '57P01'],
] as const) {
  test(`a turn that could not be stored (${why}) repeats only unanswered calls, under the same key`, async () => {
    await using server = await listenAndKeep(({ url }, response) => {
      const isFirst = server.seen.filter((seen) => seen.url === url).length === 1;
      if (url === '/breaks' && isFirst) response.destroy();
      else response.writeHead(url === '/refuses' ? 409 : 200).end(`${url} ${server.seen.length}`);
    });
    await using database = await createTestDatabase();
    await using service = await startService({ databaseUrl: database.url });
    const agentId = await createAgent(service);
    const text = '{{ data.books.body }}, {{ data.refuses.status }}, {{ data.breaks.body }}';
    await createStates(service, agentId, {
      order: {
        operations: [
          ask('books', `${server.url}/books`),
          ask('refuses', `${server.url}/refuses`),
          ask('breaks', `${server.url}/breaks`),
          ask('own', `${server.url}/own`, { headers: { 'Idempotency-key': '{{ params.key }}' } }),
        ],
        template: { contentMessage: { text } },
      },
    });
    await failTurns(database, 1, sqlstate);
    const send = async () => {
      const path = `/agents/${agentId}/states/order/send/${newPhoneNumber()}`;
      const { messageId } = expectStatus(await service.call('POST', path, { params: { key: 'mine' } }), 200);
      return until(async () => {
        const { body } = await service.call('GET', `/agents/${agentId}/messages/${messageId}`);
        return body.status === 'ENQUEUED' ? null : body;
      }, 'the message to be sent');
    };
    assert.equal((await send()).content.text, '/books 1, 409, /breaks 5');
    const keysOf = (url: string) => server.seen.filter((seen) => seen.url === url).map(keyOf);
    assert.equal(keysOf('/books').length, 1);
    assert.equal(keysOf('/refuses').length, 1);
    const [key, again, ...others] = keysOf('/breaks');
    assert.match(String(key), UUID);
    assert.equal(again, key);
    assert.deepEqual(others, []);
    assert.deepEqual(keysOf('/own'), ['mine']);

    await send();
    const keys = server.seen.map(keyOf).filter((name) => name !== 'mine');
    assert.equal(new Set(keys).size, 6, 'every operation of every turn has a key of its own');
  });
}

test('a turn that another process runs again calls under the same keys', async () => {
  await using server = await listenAndKeep();
  await using database = await createTestDatabase();
  const settings = { databaseUrl: database.url, encryptionKey: randomBytes(32).toString('base64') };
  const heal = await failTurns(database, 1_000);
  {
    await using first = await startService(settings);
    const agentId = await createAgent(first);
    const operations = [ask('one', `${server.url}/one`), ask('two', `${server.url}/two`)];
    await createStates(first, agentId, { book: { operations } });
    expectStatus(await first.call('POST', `/agents/${agentId}/states/book/send/${newPhoneNumber()}`, {}), 200);
    await until(() => server.seen.length === 2, 'both operations');
  }
  await heal();
  await using _second = await startService(settings);
  await until(() => server.seen.length === 4, 'both operations again');
  assert.deepEqual(
    server.seen.slice(2).map((seen) => [seen.url, keyOf(seen)]),
    server.seen.slice(0, 2).map((seen) => [seen.url, keyOf(seen)]),
  );
  const [one, two] = server.seen.map(keyOf);
  assert.match(String(one), UUID);
  assert.notEqual(one, two);
});

test('all operations of a turn have one time budget, renewed for each attempt of the turn', async () => {
  const given: number[] = [];
  const clock = { ms: 5_000 };
  const connectors = {
    async run(_call, turn) {
      given.push(turn!.leftMs);
      clock.ms += 12_000;
      return { ok: false, error: { code: 'timeout', message: 'hangs' } };
    },
  } as Pick<Connectors, 'run'> as Connectors;
  const operations = createOperations({ connectors, installation: '0123456789ab' }, () => clock.ms);
  const attempt = () =>
    operations.attempt('default', { lane: 1, seq: 7 }, async (runOperation) => {
      for (let ordinal = 0; ordinal < 3; ordinal += 1) {
        clock.ms += 60_000;
        await runOperation({ ...ask('a', 'https://api.example.com'), ordinal } as RenderedOperation);
      }
      throw new Error('the database went away');
    });
  await assert.rejects(attempt);
  assert.deepEqual(given, [MAX_OPERATIONS_MS, MAX_OPERATIONS_MS - 12_000, MAX_OPERATIONS_MS - 24_000]);
  await assert.rejects(attempt);
  assert.deepEqual(given.slice(3), given.slice(0, 3));
});

function keyOf({ headers }: { headers: NodeJS.Dict<string | string[]> }) {
  return headers['idempotency-key'];
}
