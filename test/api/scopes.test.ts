/** Scopes: what a token may be limited to, and that the limit holds for every operation. Source: RFC 6749 §3.3, RFC 6750 §3.1. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Access, OPERATIONS, type OperationId } from '../../src/http/auth/operations.ts';
import { TOOLS } from '../../src/http/mcp/tools.ts';
import { isScope, SCOPES, type Scope } from '../../src/model/scope.ts';
import { type Answer, createClient } from './context.ts';
import { type GuardedId, type Samples, startSamples } from './sample-requests.ts';

const ALL = Object.keys(SCOPES) as Scope[];
const READING = ALL.filter((scope) => scope.endsWith(':read'));
const ACCESS = Object.entries(OPERATIONS) as [OperationId, { access: Access }][];
const GUARDED = ACCESS.filter(([, { access }]) => access !== 'public') as [GuardedId, { access: Access }][];
/** It does not end. */
const STREAM = 'streamEvents';

let samples: Samples;
let call: Samples['api']['call'];
let clientId: string;
before(async () => {
  samples = await startSamples();
  ({ call } = samples.api);
  ({ clientId } = await createClient(samples.api));
});
after(() => samples[Symbol.asyncDispose]());

const tokenFor = (scopes: readonly string[] | null) =>
  samples.api.server.accessTokens.sign(clientId, 'default', scopes);

function assertLacks(answer: Answer, scope: string, what: string): void {
  assert.equal(answer.status, 403, `${what}: ${JSON.stringify(answer.body)}`);
  assert.equal(answer.body.code, 'insufficient_scope', what);
  const challenge = String(answer.headers['www-authenticate']);
  assert.match(challenge, /^Bearer realm="api", error="insufficient_scope", error_description="[^"]+", scope="/);
  assert.ok(challenge.endsWith(`scope="${scope}"`), `${what}: ${challenge}`);
}

test('every operation of the document is in the table, and no other', async () => {
  const { body } = await call('GET', '/openapi.json', { as: null });
  const operations = Object.values(
    body.paths as Record<string, Record<string, { operationId: string; security: object[] }>>,
  );
  const documented = operations.flatMap((methods) => Object.values(methods));
  assert.deepEqual(documented.map(({ operationId }) => operationId).sort(), Object.keys(OPERATIONS).sort());
  for (const { operationId, security } of documented) {
    const { access } = OPERATIONS[operationId as OperationId];
    const scopes = security.flatMap((each) => ('accessToken' in each ? each.accessToken : []));
    assert.deepEqual(scopes, isScope(access) ? [access] : [], operationId);
  }
  assert.deepEqual(Object.keys(body.components.securitySchemes.accessToken.flows.clientCredentials.scopes), ALL);
});

for (const scope of ALL) {
  test(`a token for ${scope} opens what needs it, and nothing else`, async () => {
    const as = await tokenFor([scope]);
    for (const [id, { access }] of GUARDED) {
      if (access === scope && id === STREAM) continue;
      const { method, path } = samples.emptyRequestOf(id);
      const answer = await call(method, path, { as });
      if (access === scope) assert.notEqual(answer.body.code, 'insufficient_scope', id);
      else assertLacks(answer, isScope(access) ? access : 'operator', id);
    }
  });
}

test('a token with every scope that reads changes nothing, whatever it asks for', async () => {
  const as = await tokenFor(READING);
  const requests = [];
  for (const [id, { access }] of GUARDED) requests.push({ id, access, request: await samples.requestOf(id) });
  samples.left.length = 0;
  const before = await samples.everything();
  for (const { id, access, request } of requests) {
    if (id === STREAM) continue;
    const { method, path, ...rest } = request;
    const answer = await call(method, path, { as, ...rest });
    if (access.endsWith(':read')) assert.ok(answer.status < 300 || answer.status === 404, `${id}: ${answer.status}`);
    else assertLacks(answer, isScope(access) ? access : 'operator', id);
  }
  assert.deepEqual(samples.left, []);
  assert.ok((await samples.everything()) === before, 'something was written');
});

test('a dry run needs to read only, and says so in no other way than dryRun=true', async () => {
  const { method, path, body } = await samples.requestOf('replaceFlow');
  const as = await tokenFor(['flows:read']);
  assert.deepEqual((await call(method, `${path}?dryRun=true`, { as, body })).body.added, ['hello']);
  for (const query of [
    '',
    '?dryRun=false',
    '?dryRun=True',
    '?dryRun=true&dryRun=false',
    '?dryrun=true',
    '?dryRun[]=true',
  ]) {
    assertLacks(await call(method, path + query, { as, body }), 'flows:write', query);
  }
  const flow = await call('GET', path, { as });
  assert.deepEqual(flow.body.states, {});
});

test('a token without scopes may do everything that a client may', async () => {
  const as = await tokenFor(null);
  for (const [id, { access }] of GUARDED.filter(([id]) => id !== STREAM)) {
    const { method, path } = samples.emptyRequestOf(id);
    const { body } = await call(method, path, { as });
    assert.equal(body.code === 'insufficient_scope', !isScope(access), id);
  }
});

async function askToken(credential: { clientId: string; clientSecret: string }, scope?: string) {
  const form = {
    grant_type: 'client_credentials',
    client_id: credential.clientId,
    client_secret: credential.clientSecret,
  };
  return call('POST', '/oauth2/token', {
    as: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form, ...(scope !== undefined && { scope }) }).toString(),
  });
}

async function create(scopes?: string[]): Promise<Answer['body']> {
  return (await call('POST', '/credentials', { body: { name: 'limited', ...(scopes && { scopes }) } })).body;
}

test('a credential may ask for fewer scopes than it has, and never for others', async () => {
  const limited = await create(['agents:read', 'messages:send']);
  assert.deepEqual(limited.scopes, ['agents:read', 'messages:send']);
  const listed = (await call('GET', '/credentials')).body.credentials;
  assert.deepEqual(
    listed.find((one: { clientId: string }) => one.clientId === limited.clientId).scopes,
    limited.scopes,
  );

  const whole = await askToken(limited);
  assert.equal(whole.body.scope, 'agents:read messages:send');
  const fewer = await askToken(limited, 'agents:read');
  assert.equal(fewer.body.scope, 'agents:read');
  assert.equal((await call('GET', '/agents', { as: fewer.body.access_token })).status, 200);
  const send = await samples.requestOf('sendState');
  assertLacks(await call(send.method, send.path, { as: fewer.body.access_token, body: {} }), 'messages:send', 'a send');
  assert.equal((await call(send.method, send.path, { as: whole.body.access_token, body: {} })).status, 200);
  assertLacks(await call('GET', '/connectors', { as: whole.body.access_token }), 'connectors:read', 'connectors');

  for (const scope of [
    'connectors:read',
    'agents:read connectors:read',
    'everything',
    'agents:read  messages:send',
    ' ',
    'operator',
  ]) {
    const refused = await askToken(limited, scope);
    assert.equal(refused.status, 400, scope);
    assert.equal(refused.body.error, 'invalid_scope', scope);
  }
});

test('a credential without scopes may ask for any, and gets everything when it asks for none', async () => {
  const whole = await create();
  assert.equal('scopes' in whole, false);
  assert.equal('scope' in (await askToken(whole)).body, false);
  const { access_token: as, scope } = (await askToken(whole, 'flows:read flows:read')).body;
  assert.equal(scope, 'flows:read');
  assertLacks(await call('GET', '/agents', { as }), 'agents:read', 'agents');
});

test('a credential is refused scopes that do not exist', async () => {
  for (const scopes of [['everything'], [], ['agents:read', 'agents:read'], 'agents:read']) {
    const answer = await call('POST', '/credentials', { body: { name: 'wrong', scopes } });
    assert.equal(answer.status, 400, JSON.stringify(scopes));
    assert.match(answer.body.errors[0].path, /^\/scopes/);
  }
});

test('a model is offered the tools that its token may use, and a tool needs what its operation needs', async () => {
  const rpc = async (as: string, method: string, params: object) =>
    (await call('POST', '/mcp', { as, body: { jsonrpc: '2.0', id: 1, method, params } })).body.result;
  const offered = async (scopes: Scope[]) =>
    (await rpc(await tokenFor(scopes), 'tools/list', {})).tools.map((tool: { name: string }) => tool.name);
  assert.deepEqual(await offered(['agents:read']), ['list_agents']);
  assert.deepEqual(await offered(['connectors:read']), []);
  assert.ok((await offered(['flows:read'])).includes('check_flow'));
  const as = await tokenFor(['connectors:read']);
  const reading = TOOLS.filter(({ calls, dryRun }) => dryRun || OPERATIONS[calls].access.endsWith(':read'));
  for (const { name, calls, dryRun, properties } of reading) {
    const given = Object.fromEntries(
      Object.entries(properties).map(([key, { type }]) => [key, type === 'object' ? {} : 'none']),
    );
    const { isError, content } = await rpc(as, 'tools/call', { name, arguments: given });
    assert.ok(isError, name);
    const scope = dryRun ? 'flows:read' : OPERATIONS[calls].access;
    assert.equal(JSON.parse(content[0].text).detail, `The access token lacks the scope ${scope}.`, name);
  }
});
