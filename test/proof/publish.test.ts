/** A process that dies in the middle of publishing leaves what was live, or what was to be: nothing in between. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../src/postgres/free-port.ts';
import { createTestDatabase } from '../database.ts';
import { call, createAgent, expectStatus } from '../harness.ts';
import { startServiceProcess } from './service-process.ts';

test('killed between freezing a version and making it live, a service has neither; the next publishes it', async () => {
  await using database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-publish-'));
  await using _folder = { [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }) };
  const url = `http://127.0.0.1:${await freePort()}`;
  const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir };
  const client = { call: (method: string, path: string, body?: unknown) => call(url, method, path, body) };
  const put = (agentId: string, text: string) =>
    client.call('PUT', `/agents/${agentId}/flow`, { states: { a: { template: { contentMessage: { text } } } } });
  const seen = async (agentId: string) => ({
    ...{ rollout: expectStatus(await client.call('GET', `/agents/${agentId}`), 200).rollout },
    ...expectStatus(await client.call('GET', `/agents/${agentId}/versions`), 200),
    ...expectStatus(await client.call('GET', `/agents/${agentId}/flow?version=1`), 200),
  });

  await using dying = await startServiceProcess(url, { ...environment, PARLEY_TEST_KILL_AT: 'during-publish:1' });
  const agentId = await createAgent(client);
  expectStatus(await put(agentId, 'old'), 200);
  expectStatus(await client.call('PATCH', `/agents/${agentId}`, { config: { publishing: 'explicit' } }), 200);
  expectStatus(await put(agentId, 'new'), 200);
  const before = await seen(agentId);
  await assert.rejects(client.call('POST', `/agents/${agentId}/versions`, {}));
  await dying.kill();

  await using _service = await startServiceProcess(url, environment);
  assert.deepEqual(await seen(agentId), before);
  const { version } = expectStatus(await client.call('POST', `/agents/${agentId}/versions`, {}), 201);
  assert.equal(version, 2);
  const { states } = expectStatus(await client.call('GET', `/agents/${agentId}/flow?version=2`), 200);
  assert.equal(states.a.template.contentMessage.text, 'new');
});
