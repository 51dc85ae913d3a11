/** Commands that create, list and remove, against a real service. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createStates, expectStatus, OPERATOR_KEY, type Service, startService } from '../harness.ts';
import { until } from '../until.ts';
import { makeFolder, type Parley, parley, run } from './run.ts';

let service: Service;
let cli: Parley;
before(async () => {
  service = await startService();
  cli = parley(service);
});
after(() => service[Symbol.asyncDispose]());

async function makeAgent(): Promise<string> {
  const { brandId } = await cli.json('brands', 'create', 'Acme');
  return (await cli.json('agents', 'create', 'Acme bot', '--brand', brandId)).agentId;
}

test('an empty list shows how to create the first', async () => {
  assert.match(await cli.says('credentials', 'list'), /parley -- credentials create <name>/);
});

test('brands are created and listed, with the next step', async () => {
  const said = await cli.says('brands', 'create', 'Brand of a test');
  const brandId = /brandId +(brand_\w+)/.exec(said)?.[1];
  assert.ok(brandId, said);
  assert.ok(said.includes(`parley -- agents create "Brand of a test bot" --brand ${brandId}`));
  assert.match(await cli.says('brands', 'list'), new RegExp(`${brandId} +Brand of a test`));
});

test('nothing is coloured without a terminal', async () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape that starts a colour
  assert.doesNotMatch(await cli.says('brands', 'list'), /\u001b/);
});

test('a list is read to its last page', async () => {
  for (let index = 0; index < 101; index++)
    expectStatus(await service.call('POST', '/brands', { name: `B${index}` }), 201);
  const { brands } = await cli.json('brands', 'list');
  assert.ok(brands.length > 100);
  assert.equal(new Set(brands.map((brand: { brandId: string }) => brand.brandId)).size, brands.length);
});

test('text written by others cannot control the terminal', async () => {
  expectStatus(await service.call('POST', '/brands', { name: 'evil \u001b]0;title\u0007 brand' }), 201);
  const said = await cli.says('brands', 'list');
  assert.match(said, /evil \ufffd\]0;title\ufffd brand/);
});

test('a credential is shown once with a request that gets a token, listed without its secret, and deleted', async () => {
  const said = await cli.says('credentials', 'create', 'Backend');
  assert.match(said, /shown only once/);
  const [, user, form, url] = /^curl -s -u '([^']+)' -d (\S+) (\S+)$/m.exec(said)!;
  const response = await fetch(url!, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(user!).toString('base64')}` },
    body: new URLSearchParams(form),
  });
  assert.equal(response.status, 200);
  const [clientId, secret] = user!.split(':') as [string, string];
  const list = await cli.says('credentials', 'list');
  assert.ok(list.includes(clientId) && !list.includes(secret));
  assert.match(await cli.says('credentials', 'delete', clientId), /Deleted/);
  assert.ok(!(await cli.says('credentials', 'list')).includes(clientId));
  assert.match((await cli.fails('credentials', 'delete', clientId)).stderr, /No such credential/);
});

test('a credential is limited to scopes, and one that does not exist is refused with those that do', async () => {
  const { clientId, scopes } = await cli.json('credentials', 'create', 'Reader', '--scopes', 'agents:read, flows:read');
  assert.deepEqual(scopes, ['agents:read', 'flows:read']);
  assert.match(await cli.says('credentials', 'list'), new RegExp(`${clientId} +Reader +agents:read flows:read`));
  assert.match((await cli.fails('credentials', 'create', 'x', '--scopes', 'all')).stderr, /agents:read/);
});

test('somebody is invited by a link, is let in by it as what they are, and is put out', async () => {
  assert.match(await cli.says('people', 'list'), /people invite <email>/);
  const { personId, url } = await cli.json('people', 'invite', 'ana@acme.example', '--name', 'Ana');
  const body = JSON.stringify({ linkToken: new URL(url).hash.slice(1) });
  const headers = { 'content-type': 'application/json' };
  const entered = await fetch(`${service.url}/session`, { method: 'POST', headers, body });
  const cookie = entered.headers.get('set-cookie')!.split(';', 1)[0]!;
  const own = { cookie, 'sec-fetch-site': 'same-origin', 'x-parley-console': '1' };
  const handset = `${service.url}/emulator/handsets/%2B15550100077`;
  const status = async (path: string, method = 'GET') => (await fetch(path, { method, headers: own })).status;
  assert.equal(await status(handset), 200);
  assert.equal(await status(handset, 'DELETE'), 403, 'a reader has no hand on a phone');
  assert.match(await cli.says('people', 'change', personId, '--role', 'author', '--name', 'Ana B.'), /author/);
  assert.match(await cli.says('people', 'list'), /Ana B\. +ana@acme\.example +author/);
  assert.equal(await status(handset, 'DELETE'), 204);
  assert.match((await cli.fails('people', 'change', personId, '--role', 'king')).stderr, /reader/);
  const sessions = await cli.says('sessions', 'list');
  const sessionId = /(session_\w+) +ana@acme\.example +log-in-link/.exec(sessions)?.[1];
  assert.ok(sessionId, sessions);
  assert.match(await cli.says('sessions', 'end', sessionId), /has ended/);
  assert.match(await cli.says('people', 'link', personId), /log-in#login_/);
  assert.match(await cli.says('people', 'change', personId, '--disable'), /disabled +true/);
  assert.equal(await status(`${service.url}/session`), 401);
  assert.match(await cli.says('people', 'delete', personId), /Deleted/);
});

test('changes are listed, by what was changed, and exported to the last one', async () => {
  const { accountId } = await cli.json('brands', 'create', 'Audited');
  for (let index = 0; index < 101; index++) {
    expectStatus(await service.call('POST', '/brands', { name: `Audited ${index}`, accountId }), 201);
  }
  const { entries } = await cli.json('audit', 'list', '--resource', 'brand', '--actor', 'operator');
  assert.equal(entries.length, 100);
  const [{ at, resource }] = entries;
  assert.match(
    await cli.says('audit', 'list', '--resource', `brand/${resource.id}`),
    /operator +createBrand +brand\/brand_/,
  );
  assert.match(await cli.says('audit', 'list', '--actor', 'nobody'), /no such changes/);
  assert.match(await cli.says('audit', 'list', '--until', '1h'), /no such changes/);
  assert.match((await cli.fails('audit', 'list', '--since', 'yesterday')).stderr, /since/);
  const lines = (await cli.says('audit', 'export', '--resource', 'brand')).trim().split('\n');
  assert.ok(lines.length > 101);
  assert.equal(JSON.parse(lines[0]!).at, at);
});

test('signing tokens are issued, promoted and retired', async () => {
  const first = await cli.json('signing-tokens', 'issue');
  assert.equal(first.stage, 'current');
  const said = await cli.says('signing-tokens', 'issue');
  const nextId = /signing-tokens promote (\w+)/.exec(said)?.[1];
  assert.ok(nextId, said);
  assert.match((await cli.fails('signing-tokens', 'issue')).stderr, /promote or retire/);
  assert.match(await cli.says('signing-tokens', 'promote', nextId), /current signing token/);
  assert.match(await cli.says('signing-tokens', 'retire', first.signingTokenId), /Retired/);
  const list = await cli.says('signing-tokens', 'list');
  assert.match(list, new RegExp(`${nextId} +current`));
  assert.match(list, new RegExp(`${first.signingTokenId} +retired`));
  assert.ok(!list.includes(first.signingToken));
});

test('the key of access tokens is replaced', async () => {
  const said = await cli.says('access-token-keys', 'rotate');
  const keyId = /^(key_\w+) signs access tokens now/.exec(said)?.[1];
  const { body } = await service.call('GET', '/oauth2/jwks');
  assert.equal(body.keys[0].kid, keyId);
});

test('an agent is created in test mode, configured field by field, launched and listed', async () => {
  const agentId = await makeAgent();
  assert.match(await cli.says('agents', 'list'), new RegExp(`${agentId} +Acme bot +TEST +TRANSACTIONAL`));
  const keywords = '[{"keyword":"hours","stateId":"hours"}]';
  const said = await cli.says(
    'agents',
    'configure',
    agentId,
    'defaultState=main',
    'capabilityCheck=false',
    `keywords=${keywords}`,
  );
  assert.match(said, /config\.defaultState +main/);
  const { config } = await cli.json('agents', 'configure', agentId, 'defaultState=');
  assert.deepEqual(config, { capabilityCheck: false, keywords: JSON.parse(keywords) });
  assert.match(await cli.says('agents', 'launch', agentId), /launched/);
  assert.match(await cli.says('agents', 'list'), new RegExp(`${agentId} +Acme bot +LAUNCHED`));
});

test('a problem is shown with its title and each path, once', async () => {
  const agentId = await makeAgent();
  const { stderr, stdout } = await cli.fails('agents', 'configure', agentId, 'defaultStat=main');
  assert.equal(stderr, 'The request is not valid\n  /config/defaultStat is not a field of this object.\n');
  const { stderr: several } = await cli.fails('agents', 'configure', agentId, 'defaultStat=main', 'keyword=[]');
  assert.match(several, /^ {2}\/config\/defaultStat: is not a field[\s\S]*^ {2}\/config\/keyword: is not a field/m);
  assert.equal(stdout, '');
  const refused = await run(['agents', 'configure', agentId, 'defaultStat=main', '--json'], cli.environment);
  const { code, errors } = JSON.parse(refused.stdout);
  assert.equal(refused.code, 1);
  assert.equal(code, 'validation_failed');
  assert.equal(errors[0].path, '/config/defaultStat');
});

test('conversations are listed with what was said last, by how they are, and shown', async () => {
  const agentId = await makeAgent();
  const [phoneNumber, other] = ['+15550100071', '+15550100072'];
  await createStates(service, agentId, { hello: { template: { contentMessage: { text: 'Good morning' } } } });
  assert.match(await cli.says('conversations', 'list', agentId), /no such conversations/);
  for (const number of [phoneNumber, other]) {
    await cli.says('devices', 'add', agentId, number!);
    await cli.says('send', agentId, 'hello', number!);
  }
  await until(async () => (await cli.json('conversations', 'list', agentId)).conversations.length === 2, 'both');
  const said = await cli.says('conversations', 'list', agentId);
  assert.match(said, /\+15550100071 +hello .*Good morning/);
  assert.match(said, /2 in all/);
  assert.match(await cli.says('conversations', 'list', agentId, '--limit', '1'), /there are more/);
  assert.match(await cli.says('conversations', 'list', agentId, '--standing', 'stopped'), /no such conversations/);
  assert.doesNotMatch(await cli.says('conversations', 'list', agentId, '--prefix', other!), /\+15550100071/);
  assert.match((await cli.fails('conversations', 'list', agentId, '--standing', 'asleep')).stderr, /standing/);
  assert.match(await cli.says('conversations', 'show', agentId, phoneNumber!), /agent +hello .*Good morning/);
});

test('test devices are added, listed and removed', async () => {
  const agentId = await makeAgent();
  assert.match(await cli.says('devices', 'add', agentId, '+15550100001'), /is a test device/);
  assert.match(await cli.says('devices', 'list', agentId), /\+15550100001/);
  assert.match(await cli.says('devices', 'remove', agentId, '+15550100001'), /no longer a test device/);
  assert.match(await cli.says('devices', 'list', agentId), /no test devices yet/);
  assert.match((await cli.fails('devices', 'add', agentId, '555-0100')).stderr, /E\.164/);
});

test('a wrong key is refused, and the message says where the key comes from', async () => {
  const { stderr } = await cli.fails('brands', 'list', '--key', 'another-key-than-the-operators');
  assert.match(stderr, /The access token is not valid/);
  assert.match(stderr, /--key, PARLEY_OPERATOR_KEY or DATA_DIR\/operator-key/);
});

test('the key is found in the data folder, and --url wins over the environment', async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, 'operator-key'), `${OPERATOR_KEY}\n`);
  const environment = { DATA_DIR: folder.path, PUBLIC_URL: 'http://127.0.0.1:9' };
  const { code, stderr } = await run(['brands', 'list', '--url', `${service.url}/`], environment);
  assert.equal(code, 0, stderr);
});

test('an address without a Parley service is reported as such', async () => {
  const { stderr } = await cli.fails('brands', 'list', '--url', `${service.url}/docs`);
  assert.match(stderr, /There is nothing at this address|not a Parley service/);
});

test('headers of an endpoint are asked for, and named but not shown', async () => {
  const agentId = await makeAgent();
  const url = `${service.url}/x`;
  const args = ['endpoints', 'add', agentId, url, '--headers', 'Authorization, X-Key', '--json'];
  const { code, stdout, stderr } = await run(args, cli.environment, 'Bearer of-a-test\nkey-of-a-test\n');
  assert.equal(code, 0, stderr);
  assert.ok(!stdout.includes('of-a-test'));
  const { endpointId, headers } = JSON.parse(stdout);
  assert.deepEqual(Object.keys(headers), ['Authorization', 'X-Key']);
  const changed = ['endpoints', 'change', agentId, endpointId, '--headers', 'X-New', '--without-headers', 'X-Key'];
  const answer = await run(changed, cli.environment, 'key-of-a-test\n');
  assert.match(answer.stdout, /headers +Authorization, X-New\n/, answer.stderr);
  assert.deepEqual((await cli.json('endpoints', 'change', agentId, endpointId, '--headers', '')).headers, undefined);
});

test('a further endpoint is added, listed, changed, cleared of its filter, and removed', async () => {
  const agentId = await makeAgent();
  assert.match(await cli.says('endpoints', 'list', agentId), /endpoints add/);
  const url = 'http://127.0.0.1:9/lake';
  const added = await cli.json('endpoints', 'add', agentId, url, '--types', 'DELIVERED, READ');
  assert.deepEqual([added.url, added.types], [url, ['DELIVERED', 'READ']]);
  assert.match(await cli.says('endpoints', 'list', agentId), /DELIVERED, READ/);
  const { endpointId } = added;
  const changed = ['--types', '', '--classes', 'UserEvent', '--to', 'http://127.0.0.1:9/other'];
  assert.match(await cli.says('endpoints', 'change', agentId, endpointId, ...changed), /other\n.*gets +UserEvent\n/);
  const { code } = await run(['endpoints', 'change', agentId, endpointId], cli.environment);
  assert.equal(code, 2);
  await cli.says('failures', 'summary', agentId, '--endpoint', endpointId);
  await cli.fails('events', 'test', agentId, '--endpoint', 'endpoint_of_nobody');
  await cli.says('endpoints', 'change', agentId, endpointId, '--per-second', '5');
  assert.match(await cli.says('endpoints', 'pause', agentId, endpointId), /is paused/);
  assert.match(await cli.says('endpoints', 'statistics', agentId), new RegExp(`${endpointId} +paused +0 +0 +0`));
  const resumed = await cli.json('endpoints', 'resume', agentId, endpointId);
  assert.deepEqual([resumed.pausedAt, resumed.perSecond], [undefined, 5]);
  await cli.says('endpoints', 'remove', agentId, endpointId);
  assert.deepEqual(await cli.json('endpoints', 'list', agentId), { endpoints: [] });
});
