/** The commands that are one call of the API, made from a line of a table: what they show, change and take away. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { listenAndKeep } from '../connectors/setup.ts';
import { createAgent, createStates, expectStatus, type Service, startService } from '../harness.ts';
import { until } from '../until.ts';
import { makeFolder, type Parley, parley, run } from './run.ts';

const PHONE = '+15550100081';

let service: Service;
let cli: Parley;
let agentId: string;
before(async () => {
  service = await startService();
  cli = parley(service);
  agentId = await createAgent(service);
  await createStates(service, agentId, { hello: { template: { contentMessage: { text: 'Good morning' } } } });
  await cli.says('devices', 'add', agentId, PHONE);
});
after(() => service[Symbol.asyncDispose]());

test('a list shows the rows that have a text, and says so where none has', async () => {
  await cli.says('brands', 'create', 'Red');
  await cli.says('brands', 'create', 'Blue');
  const { brands } = await cli.json('brands', 'list', '--filter', 'bLUe');
  assert.deepEqual(
    brands.map(({ name }: { name: string }) => name),
    ['Blue'],
  );
  const said = await cli.says('brands', 'list', '--filter', 'Red');
  assert.match(said, /Red/);
  assert.match(said, /1 in all/);
  assert.match(await cli.says('brands', 'list', '--filter', 'green'), /^No row has "green"\.\n$/);
  assert.equal(await cli.says('brands', 'list', '--filter', 'green', '--quiet'), '');
});

test('a filter is applied before the limit of a list without an end', async () => {
  const { entries, more } = await cli.json('audit', 'list', '--filter', 'createbrand', '--limit', '1');
  assert.equal(entries[0].operation, 'createBrand');
  assert.equal(more, true);
});

test('an agent is shown, with the parts of its config, renamed and deleted', async () => {
  const config = { keywords: [{ keyword: 'hi', stateId: 'hello' }] };
  const other = await createAgent(service, { config });
  assert.match(await cli.says('agents', 'change', other, 'name=Other'), /^name +Other$/m);
  const said = await cli.says('agents', 'show', 'Other');
  assert.match(said, /^name +Other$/m);
  assert.match(said, /^config\.keywords\nkeyword +stateId\nhi +hello\n/m);
  assert.match((await cli.fails('agents', 'change', other, 'nme=Another')).stderr, /nme/);
  assert.match(await cli.says('agents', 'delete', 'Other'), /^Deleted agent_/);
  assert.match((await cli.fails('agents', 'show', other)).stderr, /No such agent/);
});

test('a test device is switched between the draft and what is live', async () => {
  assert.match(await cli.says('devices', 'change', agentId, PHONE, 'draft=true'), /^draft +true$/m);
  assert.match(await cli.says('devices', 'list', agentId), /draft/);
  assert.match(await cli.says('devices', 'change', agentId, PHONE, 'draft=false'), /^phoneNumber +\+15550100081$/m);
});

test('a state is shown and deleted', async () => {
  await createStates(service, agentId, { gone: { template: { contentMessage: { text: 'Bye' } } } });
  assert.match(await cli.says('states', 'show', agentId, 'gone'), /^template\.contentMessage\.text +Bye$/m);
  assert.match(await cli.says('states', 'delete', agentId, 'gone'), /^Deleted gone\.$/m);
  assert.deepEqual(await cli.says('states', 'list', agentId, '--quiet'), 'hello\n');
});

test('flow tests are listed, shown and deleted', async () => {
  assert.match(await cli.says('tests', 'list', agentId), /tests push/);
  const test = { format: 1, title: 'says hello', steps: [{ send: { stateId: 'hello' } }] };
  await using folder = await makeFolder({ 'first.test.json': JSON.stringify(test) });
  await cli.says('tests', 'push', agentId, folder.path);
  assert.match(await cli.says('tests', 'list', agentId), /first +says hello +1/);
  assert.deepEqual((await cli.json('tests', 'show', agentId, 'first')).steps, test.steps);
  assert.match(await cli.says('tests', 'delete', agentId, 'first'), /^Deleted first\.$/m);
});

test('what is wrong with a flow is listed with its place', async () => {
  assert.match(await cli.says('flows', 'findings', agentId), /Nothing was found/);
  await createStates(service, agentId, {
    lost: { template: { contentMessage: { text: 'Lost' } }, input: { nextState: 'nowhere' } },
  });
  assert.match(await cli.says('flows', 'findings', agentId), /\/states\/lost\/.*nowhere/);
  await cli.says('states', 'delete', agentId, 'lost');
});

test('a message and its events are shown, and it is taken back', async () => {
  const messageId = (await cli.says('send', agentId, 'hello', PHONE, '--quiet')).trim();
  const message = () => cli.json('messages', 'show', agentId, messageId);
  await until(async () => (await message()).status === 'DELIVERED', 'the receipt');
  assert.match(await cli.says('messages', 'show', agentId, messageId), /^content\.text +Good morning$/m);
  const eventId = (await cli.says('events', 'list', agentId, '--type', 'DELIVERED', '--quiet')).split('\n')[0]!;
  assert.match(
    await cli.says('events', 'show', agentId, eventId),
    new RegExp(`^payload\\.messageId +${messageId}$`, 'm'),
  );
  assert.match(await cli.says('events', 'list', agentId, '--phone', '+15550100099'), /no such events/);
  assert.match((await cli.fails('events', 'list', agentId, '--class', 'Telegram')).stderr, /class/);
  assert.match((await cli.fails('messages', 'revoke', agentId, messageId)).stderr, /delivered/i);
  const unknown = '+15550100098';
  await cli.says('devices', 'add', agentId, unknown);
  await service.call('PUT', `/emulator/handsets/${encodeURIComponent(unknown)}`, { online: false });
  const waiting = (await cli.says('send', agentId, 'hello', unknown, '--quiet')).trim();
  await until(async () => (await cli.json('messages', 'show', agentId, waiting)).status === 'SENT', 'it is on its way');
  assert.match(await cli.says('messages', 'revoke', agentId, waiting), /is taken back/);
});

test('what a user wants to hear is recorded and listed', async () => {
  assert.match(await cli.says('consent', 'list', agentId, PHONE), /never said so/);
  assert.match(
    await cli.says('consent', 'record', agentId, PHONE, 'opt_out', 'Phoned on 3 May'),
    /^OPT_OUT of \+15550100081 applies/,
  );
  await until(
    async () => /OPT_OUT +api +.*3 May/.test(await cli.says('consent', 'list', agentId, PHONE)),
    'the change',
  );
  await cli.says('consent', 'record', agentId, PHONE, 'OPT_IN', 'Phoned on 4 May');
});

test('redeliveries are listed, shown and stopped', async () => {
  const other = await createAgent(service, { config: { eventForwardUrl: `${service.url}/events` } });
  assert.match(await cli.says('redeliveries', 'list', other), /failures redeliver/);
  const made = expectStatus(await service.call('POST', `/agents/${other}/redeliveries`, {}), 202);
  const { redeliveryId } = made;
  assert.match(await cli.says('redeliveries', 'show', other, redeliveryId), /^matched +0$/m);
  assert.ok((await cli.says('redeliveries', 'list', other, '-q')).includes(redeliveryId));
  const { code } = await run(['redeliveries', 'stop', other, redeliveryId], cli.environment);
  assert.equal(code, 0);
});

test('a connector comes from a file, is shown and called, with a credential whose secret is asked for', async () => {
  await using api = await listenAndKeep();
  const connector = { baseUrl: api.url, operations: { find: { method: 'GET', path: '/orders/1' } } };
  await using folder = await makeFolder({ 'orders.json': JSON.stringify(connector) });
  const file = join(folder.path, 'orders.json');
  assert.match(await cli.says('connectors', 'push', 'orders', file), /^Created orders/);
  assert.match(await cli.says('connectors', 'push', 'orders', file), /^Replaced orders/);
  assert.match(await cli.says('connectors', 'show', 'orders'), /^operations\.find\.path +\/orders\/1$/m);
  assert.match(await cli.says('authentications', 'list', 'orders'), /authentications create orders/);
  const create = ['authentications', 'create', 'orders', 'production', 'bearer', '--json'];
  const { code, stdout, stderr } = await run(create, cli.environment, 'secret-of-the-shop\n');
  assert.equal(code, 0, stderr);
  assert.ok(!stdout.includes('secret-of-the-shop'));
  const basic = await run(['authentications', 'create', 'orders', 'other', 'basic'], cli.environment, 'word\n');
  assert.match(basic.stderr, /username/);
  assert.equal((await run(['authentications', 'create', 'orders', 'x', 'magic'], cli.environment)).code, 2);
  assert.match(await cli.says('connectors', 'run', 'orders', 'find', '--credential', 'production'), /^took +\d+ ms$/m);
  assert.equal(api.seen[0]!.headers.authorization, 'Bearer secret-of-the-shop');
  assert.equal((await run(['connectors', 'run', 'orders', 'find', '--data', '{'], cli.environment)).code, 2);
  assert.match((await cli.fails('connectors', 'run', 'orders', 'lost')).stderr, /lost/);
  assert.match(await cli.says('authentications', 'delete', 'orders', 'production'), /^Deleted auth_/);
});

test('a person, a medium and an endpoint are found by what they are called', async () => {
  await cli.says('people', 'invite', 'eva@acme.example', '--name', 'Eva');
  assert.match(await cli.says('people', 'change', 'eva@acme.example', '--role', 'author'), /author/);
  await using folder = await makeFolder();
  const file = join(folder.path, 'boots.jpg');
  await writeFile(file, Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'));
  const { mediaId } = await cli.json('media', 'upload', file);
  assert.match(await cli.says('media', 'show', 'boots.jpg'), new RegExp(`^mediaId +${mediaId}$`, 'm'));
  await cli.says('endpoints', 'add', agentId, `${service.url}/lake`, '--description', 'the lake');
  assert.match(await cli.says('endpoints', 'show', agentId, 'the lake'), /^url +http.*\/lake$/m);
  assert.match(await cli.says('endpoints', 'pause', agentId, `${service.url}/lake`), /is paused/);
  assert.match((await cli.fails('endpoints', 'show', agentId, 'the sea')).stderr, /No endpoint has the name or id/);
});

test('an account is created and listed', async () => {
  assert.match(await cli.says('accounts', 'create', 'Globex'), /^name +Globex$/m);
  assert.match(await cli.says('accounts', 'list'), /Globex/);
});

test('the overview has what runs', async () => {
  const said = await cli.says('overview');
  assert.match(said, /^platform +emulator$/m);
  assert.match(said, /^processes\nprocessId +lanes\n/m);
});
