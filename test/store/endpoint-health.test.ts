/** What the attempts of all processes say about an endpoint. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Signs } from '../../src/forwarding/signs.ts';
import { listEndpointHealth, updateEndpointHealth } from '../../src/store/endpoint-health.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  const { sql } = database;
  await sql`insert into brand (brand_id, account_id, name) values ('brand', 'default', 'Acme')`;
  await sql`
    insert into agent (agent_id, account_id, brand_id, name, use_case, platform_agent_id)
    select 'agent_' || n, 'default', 'brand', 'Acme', 'OTP', 'agent_' || n from generate_series(1, 3) as n`;
});
after(() => database[Symbol.asyncDispose]());

type Answer = 'accepted' | 'refused' | 'failed';
const MINUTE = 60_000;
const START = Date.now() - MINUTE;

/** What one process has seen of an agent, a millisecond apart. */
function seen(agentId: string, answers: Answer[], startMs = START, endpointId = '') {
  const signs = new Signs();
  const attempt = { startedAt: new Date(), status: 400, durationMs: 1, error: null, response: null };
  const of = { agentId, endpointId, phoneNumber: '+15550100001' };
  const write = { ...of, seq: 1, ordinal: 0, attempts: 1, dueAt: null, failure: null };
  for (const [index, answer] of answers.entries()) {
    const delivered = { write: { ...write, attempt }, answered: answer !== 'failed', accepted: answer === 'accepted' };
    signs.note(delivered, startMs + index);
  }
  return signs.take();
}

/** Whom it changed. */
async function update(signs: ReturnType<typeof seen>) {
  return [...(await updateEndpointHealth(database.sql, signs))];
}

const times = (count: number, answer: Answer): Answer[] => Array(count).fill(answer);
const healthOf = async (agentId: string) => (await listEndpointHealth(database.sql, [agentId], false))[0];

test('an endpoint that answers nothing but 4xx is said to refuse everything, once, until it accepts an event', async () => {
  assert.deepEqual(await update(seen('agent_1', times(6, 'refused'))), []);
  assert.equal((await healthOf('agent_1'))?.refusingSince, null);
  const changed = [{ agentId: 'agent_1', endpointId: '', isRefusing: true }];
  assert.deepEqual(await update(seen('agent_1', times(6, 'refused'), START + 1000)), changed);
  assert.deepEqual(await update(seen('agent_1', times(6, 'refused'), START + 2000)), []);
  assert.equal((await healthOf('agent_1'))?.refusingSince, new Date(START).toISOString());
  const back = await update(seen('agent_1', ['refused', 'accepted', 'refused'], START + 3000));
  assert.deepEqual(back, [{ agentId: 'agent_1', endpointId: '', isRefusing: false }]);
  const health = await healthOf('agent_1');
  assert.deepEqual([health?.accepted, health?.givenUp, health?.answerMs], [1, 0, 1]);
  assert.equal(health?.refusingSince, null);
  assert.equal(health?.lastAcceptedAt, new Date(START + 3001).toISOString());
  assert.equal(health?.lastFailedAt, new Date(START + 3002).toISOString());
});

test('one that is down, or accepts now and then, does not refuse everything', async () => {
  const mixed = [...times(8, 'refused'), 'accepted' as const, ...times(8, 'refused')];
  assert.deepEqual(await update(seen('agent_2', mixed)), []);
  assert.deepEqual(await update(seen('agent_3', times(30, 'failed'))), []);
  assert.equal((await healthOf('agent_3'))?.lastAcceptedAt, null);
});

test('endpoints in trouble are listed for all agents, others only when named', async () => {
  const { sql } = database;
  await sql`insert into open_breaker (agent_id) values ('agent_3')`;
  const listed = await listEndpointHealth(sql, [], true);
  assert.deepEqual(
    listed.map(({ agentId, breaker }) => [agentId, breaker]),
    [['agent_3', 'open']],
  );
  assert.deepEqual(await update(seen('agent_of_nobody', times(20, 'refused'))), []);
});
