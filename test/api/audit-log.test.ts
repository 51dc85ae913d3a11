/** The audit log: one entry for each change, none without one, and nothing that takes an entry away. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OPERATIONS } from '../../src/http/auth/operations.ts';
import type { AuditEntry } from '../../src/model/audit.ts';
import { isScope } from '../../src/model/scope.ts';
import { createClient, createPerson, OPERATOR_KEY } from './context.ts';
import { type GuardedId, type Samples, startSamples } from './sample-requests.ts';

type Row = readonly [GuardedId, { access: string; changes?: string }];
const GUARDED = (Object.entries(OPERATIONS) as [GuardedId, Row[1]][]).filter(([, { access }]) => access !== 'public');
const CHANGING = GUARDED.filter(([, { changes }]) => changes !== undefined);
/** It does not end. */
const STREAM = 'streamEvents';
const SECRETS = /a-secret-of-the-shop|(secret|signing|login)_[A-Za-z0-9]{40}/;

let samples: Samples;
let call: Samples['api']['call'];
let owner: Awaited<ReturnType<typeof createPerson>>;
let client: { clientId: string; token: string };
before(async () => {
  samples = await startSamples();
  ({ call } = samples.api);
  client = await createClient(samples.api);
  owner = await createPerson(samples.api, 'owner');
});
after(() => samples[Symbol.asyncDispose]());

async function entries(query = '', as = OPERATOR_KEY): Promise<AuditEntry[]> {
  const answer = await call('GET', `/audit-log?limit=100${query}`, { as });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.entries;
}

async function count(): Promise<number> {
  const [row] = await samples.api.context.sql<{ count: number }[]>`select count(*)::int as count from audit_log`;
  return row!.count;
}

for (const [id, { access, changes }] of CHANGING) {
  test(`${id} leaves one entry, and none where it is refused`, async () => {
    const { method, path, ...rest } = await samples.requestOf(id);
    const before = await count();
    const limited = await samples.api.server.accessTokens.sign(client.clientId, 'default', ['audit:read']);
    assert.equal((await call(method, path, { ...rest, as: limited })).status, 403);
    const empty = samples.emptyRequestOf(id);
    const refused = await call(empty.method, empty.path, { body: { unknown: true } });
    // Without a body, an operation does what it always does.
    if (refused.status >= 400) assert.equal(await count(), before, 'a refused one left an entry');
    const known = await count();
    const isClients = isScope(access);
    const caller = isClients ? { as: client.token } : { as: null, headers: owner.headers };
    const answer = await call(method, path, { ...rest, ...caller });
    assert.ok(answer.status < 300, `${answer.status} ${JSON.stringify(answer.body)}`);
    assert.equal(await count(), known + 1);
    const [entry] = await entries();
    assert.equal(entry!.operation, id);
    assert.equal(entry!.resource.kind, changes);
    assert.notEqual(entry!.resource.id, '');
    const actor = isClients
      ? { kind: 'client', id: client.clientId }
      : { kind: 'person', id: owner.personId, name: owner.name };
    assert.deepEqual(entry!.actor, actor);
    assert.equal(entry!.requestId, answer.headers['x-request-id']);
    assert.equal(entry!.address, '127.0.0.1');
    assert.doesNotMatch(JSON.stringify(entry), SECRETS);
  });
}

test('what changes nothing leaves no entry: reads, sends, dry runs, and what is there already', async () => {
  const requests = [];
  for (const [id, { changes }] of GUARDED)
    if (changes === undefined && id !== STREAM) requests.push(await samples.requestOf(id));
  const flow = await samples.requestOf('replaceFlow');
  const state = await samples.requestOf('replaceState');
  const device = await samples.requestOf('registerDevice');
  for (const { method, path, ...rest } of [flow, state, device])
    assert.ok((await call(method, path, rest)).status < 300);
  const before = await count();
  for (const { method, path, ...rest } of requests) await call(method, path, rest);
  for (const { method, path, ...rest } of [flow, state, device])
    assert.ok((await call(method, path, rest)).status < 300);
  assert.equal((await call(flow.method, `${flow.path}?dryRun=true`, { body: { states: {} } })).status, 200);
  assert.equal(await count(), before);
});

test('logging in and out are entries, and a wrong key is none', async () => {
  const before = await count();
  assert.equal((await call('POST', '/session', { as: null, body: { operatorKey: 'wrong' } })).status, 401);
  assert.equal(await count(), before);
  const { headers } = await call('POST', '/session', { as: null, body: { operatorKey: OPERATOR_KEY } });
  const cookie = String(headers['set-cookie']).split(';')[0]!;
  const own = { cookie, 'sec-fetch-site': 'same-origin', 'x-parley-console': '1' };
  assert.equal((await call('DELETE', '/session', { as: null, headers: own })).status, 204);
  assert.equal((await call('DELETE', '/session', { as: null, headers: own })).status, 204);
  const operations = (await entries()).slice(0, 2).map(({ operation }) => operation);
  assert.deepEqual(operations, ['logOut', 'logIn']);
  assert.equal(await count(), before + 2);
});

test('a change has the parts that differ, before and after, without secrets', async () => {
  const { path } = await samples.requestOf('updateAgent');
  const set = (config: object) => call('PATCH', path, { body: { config } });
  await set({ eventForwardUrl: 'http://127.0.0.1:9/a?token=alpha&x=1', sessionTtl: '600s' });
  await set({ eventForwardUrl: 'http://127.0.0.1:9/a?token=beta&x=1' });
  const [entry] = await entries();
  assert.deepEqual(entry!.before, { config: { eventForwardUrl: 'http://127.0.0.1:9/a?token=(a secret)&x=1' } });
  assert.deepEqual(entry!.after, { config: { eventForwardUrl: 'http://127.0.0.1:9/a?token=(another secret)&x=1' } });
  await set({ sessionTtl: null });
  const [gone] = await entries();
  assert.deepEqual([gone!.before, gone!.after], [{ config: { sessionTtl: '600s' } }, { config: {} }]);

  const state = path.replace(/$/, '/states/with-a-key');
  const headers = (value: string) => ({ Authorization: value, 'X-Shop': 'one' });
  const operation = (value: string) => ({
    ...{ connectorId: 'http', authenticationId: 'none', operation: 'request', contextKey: 'a' },
    data: { method: 'GET', url: 'https://shop.example', headers: headers(value) },
  });
  const body = { operations: [operation('first-key')], template: { contentMessage: { text: 'x'.repeat(3000) } } };
  assert.equal((await call('POST', state, { body })).status, 201);
  assert.equal((await call('PUT', state, { body: { ...body, operations: [operation('second-key')] } })).status, 200);
  const ofState = await entries('&resourceKind=state&resourceId=with-a-key');
  assert.doesNotMatch(JSON.stringify(ofState), /first-key|second-key/);
  assert.match(JSON.stringify(ofState[0]!.after), /\(another secret\)/);
  assert.equal('template' in ofState[0]!.after!, false);

  const many = Array.from({ length: 90 }, (_, n) => ({
    condition: `{{ ${'x'.repeat(200)}${n} }}`,
    nextState: 'hello',
  }));
  assert.equal((await call('PATCH', state, { body: { transitions: many } })).status, 200);
  const [bounded] = await entries();
  assert.match(JSON.stringify(bounded!.after), /^\{"tooLargeToKeep":"\d{5} bytes"\}$/);
});

test('a change that fails leaves no entry, and a change whose entry cannot be written is not made', async () => {
  const { path } = await samples.requestOf('updateAgent');
  const { sql } = samples.api.context;
  const { name } = (await call('GET', path)).body;
  await sql`alter table audit_log add constraint refused check (operation <> 'updateAgent') not valid`;
  try {
    assert.equal((await call('PATCH', path, { body: { name: 'Another' } })).status, 500);
    assert.equal((await call('GET', path)).body.name, name);
  } finally {
    await sql`alter table audit_log drop constraint refused`;
  }
});

test('the database refuses to change or delete an entry, in the table and in its partitions', async () => {
  const { sql } = samples.api.context;
  const [partition] = await sql<{ name: string }[]>`
    select tableoid::regclass::text as name from audit_log limit 1`;
  const before = await count();
  for (const table of ['audit_log', partition!.name]) {
    await assert.rejects(sql`update ${sql(table)} set actor_id = 'nobody'`, /neither changed nor deleted/);
    await assert.rejects(sql`delete from ${sql(table)}`, /neither changed nor deleted/);
  }
  await assert.rejects(sql`truncate audit_log`, /neither changed nor deleted/);
  for (const method of ['DELETE', 'PUT', 'PATCH', 'POST']) assert.equal((await call(method, '/audit-log')).status, 405);
  assert.equal(await count(), before);
});

test('an account sees its own entries with audit:read, the operator all of them', async () => {
  const { accountId } = (await call('POST', '/accounts', { body: { name: 'Elsewhere' } })).body;
  const theirs = await createClient(samples.api, accountId);
  const own = await entries('', theirs.token);
  assert.deepEqual(
    own.map(({ operation, accountId: of }) => [operation, of]),
    [
      ['createCredential', accountId],
      ['createAccount', accountId],
    ],
  );
  assert.equal((await call('GET', '/audit-log?accountId=default', { as: theirs.token })).status, 404);
  assert.ok((await entries()).some((entry) => entry.accountId === 'default'));
  const limited = await samples.api.server.accessTokens.sign(theirs.clientId, accountId, ['agents:read']);
  assert.equal((await call('GET', '/audit-log', { as: limited })).status, 403);
});

test('entries are found by actor, agent, resource and time, page by page', async () => {
  const all: string[] = [];
  let cursor = '';
  do {
    const { body } = await call('GET', `/audit-log?limit=7${cursor && `&cursor=${cursor}`}`);
    all.push(...body.entries.map(({ auditId }: AuditEntry) => auditId));
    cursor = body.nextCursor ?? '';
  } while (cursor);
  assert.equal(all.length, await count());
  assert.equal(new Set(all).size, all.length);

  const byClient = await entries(`&actor=${client.clientId}`);
  assert.ok(byClient.length > 5 && byClient.every(({ actor }) => actor.id === client.clientId));
  const agentId = byClient.find(({ resource }) => resource.kind === 'state')!.resource.agentId!;
  const ofAgent = await entries(`&agentId=${agentId}`);
  assert.ok(new Set(ofAgent.map(({ resource }) => resource.kind)).size > 3);
  assert.ok(ofAgent.every(({ resource }) => resource.agentId === agentId));
  const { at } = ofAgent[3]!;
  assert.ok((await entries(`&agentId=${agentId}&since=${at}`)).every((entry) => entry.at >= at));
  assert.ok((await entries(`&agentId=${agentId}&until=${at}`)).every((entry) => entry.at < at));
  assert.equal((await call('GET', '/audit-log?resourceKind=cloud')).status, 400);
});
