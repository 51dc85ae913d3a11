/** People: what each role may do, operation by operation; how they get in, and how they are put out. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { leastRole, type Need, OPERATIONS, type OperationId } from '../../src/http/auth/operations.ts';
import { ROLE_OF_SCOPE, ROLES, type Role } from '../../src/model/role.ts';
import { createPerson } from './context.ts';
import { type GuardedId, type Samples, startSamples } from './sample-requests.ts';

type Operation = Need & { changes?: string };
const GUARDED = (Object.entries(OPERATIONS) as [OperationId, Operation][]).filter(
  (row): row is [GuardedId, Operation] => row[1].access !== 'public',
);
/** It does not end. */
const STREAM = 'streamEvents';

/** What each role may call that the one before it may not; `get` and `list` are for readers, but for these. */
const ADDED: Record<Exclude<Role, 'reader'>, readonly GuardedId[]> = {
  author: [
    ...(['createState', 'replaceState', 'updateState', 'deleteState', 'replaceFlow', 'putTest', 'deleteTest'] as const),
    ...([
      'startReplay',
      'deleteReplay',
      'startExploration',
      'deleteExploration',
      'uploadMedium',
      'deleteMedium',
    ] as const),
    ...([
      'createConnector',
      'replaceConnector',
      'deleteConnector',
      'runOperation',
      'sendState',
      'revokeMessage',
    ] as const),
  ],
  operator: [
    ...(['createBrand', 'createAgent', 'updateAgent', 'deleteAgent', 'launchAgent'] as const),
    ...(['registerDevice', 'updateDevice', 'removeDevice', 'publishVersion', 'activateVersion'] as const),
    ...(['createEndpoint', 'updateEndpoint', 'deleteEndpoint'] as const),
    ...(['createAuthentication', 'deleteAuthentication', 'recordConsent', 'testWebhook', 'discardEvents'] as const),
    ...(['redeliverEvent', 'redeliverEvents', 'createRedelivery', 'stopRedelivery'] as const),
    ...(['retryDeadLetter', 'deleteDeadLetter'] as const),
  ],
  owner: [
    ...(['listPeople', 'createPerson', 'updatePerson', 'deletePerson', 'createLogInLink', 'createAccount'] as const),
    ...(['createCredential', 'deleteCredential', 'rotateAccessTokenKey'] as const),
    ...(['issueSigningToken', 'promoteSigningToken', 'retireSigningToken'] as const),
  ],
};

let samples: Samples;
let call: Samples['api']['call'];
const people = {} as Record<Role, Awaited<ReturnType<typeof createPerson>>>;
before(async () => {
  samples = await startSamples();
  ({ call } = samples.api);
  for (const role of ROLES) people[role] = await createPerson(samples.api, role);
});
after(() => samples[Symbol.asyncDispose]());

const as = (role: Role) => ({ as: null, headers: people[role].headers });

test('the table gives each role what this one says, and readers only what changes nothing', () => {
  for (const [id, operation] of GUARDED) {
    const expected = ROLES.findLast((role) => role !== 'reader' && ADDED[role].includes(id)) ?? 'reader';
    assert.equal(leastRole(operation), expected, id);
    if (expected === 'reader' && operation.access !== 'self') assert.equal(operation.changes, undefined, id);
  }
  for (const [scope, role] of Object.entries(ROLE_OF_SCOPE)) assert.equal(role === 'reader', scope.endsWith(':read'));
});

for (const role of ROLES) {
  test(`${role}: is let in to what the role may do, and to nothing else`, async () => {
    const { body: session } = await call('GET', '/session', as(role));
    for (const [id, operation] of GUARDED) {
      const isAllowed = ROLES.indexOf(role) >= ROLES.indexOf(leastRole(operation));
      assert.equal(session.may.includes(id), isAllowed, id);
      if (id === STREAM && isAllowed) continue;
      const { method, path } = samples.emptyRequestOf(id);
      const answer = await call(method, path, as(role));
      assert.equal(answer.body?.code === 'insufficient_role', !isAllowed, `${id}: ${JSON.stringify(answer.body)}`);
      if (!isAllowed) assert.match(answer.body.detail, new RegExp(`your role is ${role}.* is ${leastRole(operation)}`));
    }
  });
}

test('a reader changes nothing but the own password and sessions, whatever they ask for', async () => {
  const requests = [];
  const others = GUARDED.filter(([id, { access, changes }]) => id !== STREAM && !(access === 'self' && changes));
  for (const [id] of others) requests.push({ id, request: await samples.requestOf(id) });
  samples.left.length = 0;
  const before = await samples.everything();
  for (const { id, request } of requests) {
    const { method, path, ...rest } = request;
    const { status } = await call(method, path, { ...rest, ...as('reader') });
    assert.ok([200, 400, 403, 404].includes(status), `${id}: ${status}`);
  }
  assert.deepEqual(samples.left, []);
  assert.ok((await samples.everything()) === before, 'something was written');
});

test('an author sends to test devices only, launched or not', async () => {
  const send = async (path: string) => call('POST', path, { body: {}, ...as('author') });
  const { path } = await samples.requestOf('sendState');
  assert.equal((await send(path)).status, 200);
  const agentId = path.split('/')[2];
  const other = path.replace(/[^/]+$/, encodeURIComponent('+15550199999'));
  assert.equal((await send(other)).body.code, 'not_a_test_device');
  await call('POST', `/agents/${agentId}/launch`);
  assert.match((await send(other)).body.detail, /An author sends to test devices only/);
  assert.equal((await call('POST', other, { body: {}, ...as('operator') })).status, 200);
});

test('what an author saves is never live for the public at once', async () => {
  const { path, body } = await samples.requestOf('replaceFlow');
  const agent = path.replace(/\/flow$/, '');
  assert.equal((await call('PUT', path, { body, ...as('author') })).status, 200);
  await call('POST', `${agent}/launch`);
  for (const [method, url, sent] of [
    ['PUT', path, { states: {} }],
    ['PUT', `${agent}/states/hello`, body && { template: { contentMessage: { text: 'Changed' } } }],
    ['PATCH', `${agent}/states/hello`, { template: { contentMessage: { text: 'Changed' } } }],
    ['POST', `${agent}/states/other`, { template: { contentMessage: { text: 'Changed' } } }],
    ['DELETE', `${agent}/states/hello`, undefined],
  ] as const) {
    const answer = await call(method, url, { ...(sent && { body: sent }), ...as('author') });
    assert.equal(answer.body.code, 'insufficient_role', `${method} ${url}`);
    assert.match(answer.body.detail, /live for everybody at once/);
  }
  assert.equal((await call('PUT', `${path}?dryRun=true`, { body, ...as('author') })).status, 200);
  await call('PATCH', agent, { body: { config: { publishing: 'explicit' } } });
  assert.equal((await call('PUT', path, { body: { states: {} }, ...as('author') })).status, 200);
});

test('an author cannot lead the credentials of a connector elsewhere, or delete them', async () => {
  const { body } = await samples.requestOf('replaceConnector');
  const path = '/connectors/ours';
  const created = await call('POST', '/connectors', { body: { connectorId: 'ours', ...body }, ...as('author') });
  assert.equal(created.status, 201);
  const moved = { ...body, baseUrl: 'https://elsewhere.example' };
  assert.equal((await call('PUT', path, { body, ...as('author') })).status, 200);
  await call('POST', `${path}/authentications`, { body: { name: 'key', type: 'bearer', token: 'a-secret' } });
  assert.equal((await call('PUT', path, { body, ...as('author') })).status, 200);
  for (const answer of [
    await call('PUT', path, { body: moved, ...as('author') }),
    await call('DELETE', path, as('author')),
  ])
    assert.equal(answer.body.code, 'insufficient_role');
  assert.equal((await call('PUT', path, { body: moved, ...as('operator') })).status, 200);
});

test('an address is one person’s, however it is written', async () => {
  const person = { name: 'Ana', email: 'Ana@Acme.example', role: 'reader' };
  const first = await call('POST', '/people', { body: person });
  assert.equal(first.status, 201);
  assert.equal(first.body.email, 'ana@acme.example');
  const second = await call('POST', '/people', { body: { ...person, email: 'ana@ACME.example' } });
  assert.deepEqual([second.status, second.body.code], [409, 'email_taken']);
  const other = (await call('POST', '/people', { body: { ...person, email: 'eva@acme.example' } })).body;
  const taken = await call('PATCH', `/people/${other.personId}`, { body: { email: 'ANA@acme.example' } });
  assert.deepEqual([taken.status, taken.body.errors[0].path], [409, '/email']);
  for (const email of ['ana', 'a b@acme.example', '@', ''])
    assert.equal((await call('POST', '/people', { body: { ...person, email } })).status, 400);
});

test('another role holds from the next request on, and who is disabled or deleted is out at once', async () => {
  for (const end of ['disable', 'delete']) {
    const { personId, headers } = await createPerson(samples.api, 'operator');
    const link = (await call('POST', '/log-in-links', { body: { personId } })).body;
    const ask = (method: string, path: string) => call(method, path, { as: null, headers });
    await call('PATCH', `/people/${personId}`, { body: { role: 'reader' } });
    assert.equal((await ask('POST', '/brands')).body.code, 'insufficient_role');
    assert.equal((await ask('GET', '/brands')).status, 200);
    if (end === 'delete') assert.equal((await call('DELETE', `/people/${personId}`)).status, 204);
    else await call('PATCH', `/people/${personId}`, { body: { disabled: true } });
    assert.equal((await ask('GET', '/brands')).status, 401);
    const linkToken = new URL(link.url).hash.slice(1);
    assert.equal((await call('POST', '/session', { as: null, body: { linkToken } })).status, 401);
    assert.equal((await call('POST', '/log-in-links', { body: { personId } })).status, 404);
    if (end === 'disable') await call('PATCH', `/people/${personId}`, { body: { disabled: false } });
    assert.equal((await ask('GET', '/brands')).status, 401, 'what has ended does not come back');
  }
});

test('a link is for one person, and void when another is made', async () => {
  const { personId } = people.author;
  const make = async () =>
    new URL((await call('POST', '/log-in-links', { body: { personId } })).body.url).hash.slice(1);
  const [first, second] = [await make(), await make()];
  const use = (linkToken: string) => call('POST', '/session', { as: null, body: { linkToken } });
  assert.equal((await use(first)).status, 401);
  const { status, headers } = await use(second);
  assert.equal(status, 204);
  const cookie = String(headers['set-cookie']).split(';', 1)[0]!;
  const { body } = await call('GET', '/session', { as: null, headers: { cookie } });
  assert.deepEqual([body.person.personId, body.openedBy], [personId, 'log-in-link']);
  const own = await call('POST', '/log-in-links', as('owner'));
  const { body: entries } = await call('GET', '/audit-log?limit=2');
  assert.equal(own.status, 201);
  assert.equal(entries.entries[0].resource.id, people.owner.personId, 'a link for oneself');
  assert.deepEqual(entries.entries[1].actor, { kind: 'person', id: personId, name: 'The author' });
});
