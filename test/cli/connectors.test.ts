/** `parley connectors`: an import against a real service, what it changes, and where its secrets go. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listenAndKeep } from '../connectors/setup.ts';
import { type Service, startService } from '../harness.ts';
import { makeFolder, type Parley, parley, run } from './run.ts';

const SECRET = 'canary-S3cret~value';

let service: Service;
let cli: Parley;
before(async () => {
  service = await startService();
  cli = parley(service);
});
after(() => service[Symbol.asyncDispose]());

const DOCUMENT = `
openapi: 3.0.3
info: { title: Corner Shop, version: '1' }
servers: [{ url: 'https://api.shop.example' }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /orders/{orderId}:
    get:
      operationId: findOrder
      tags: [orders]
      parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok } }
  /stock:
    get: { operationId: stock, tags: [stock], responses: { '200': { description: ok } } }
`;

test('an import makes a connector, a second one changes only what it imports, and --prune deletes the rest', async () => {
  await using folder = await makeFolder({ 'shop.yaml': DOCUMENT });
  const file = `${folder.path}/shop.yaml`;
  const dry = await cli.json('connectors', 'import', file, '--dry-run');
  assert.deepEqual(dry.changes, { findOrder: 'created', stock: 'created' });
  assert.deepEqual((await cli.json('connectors', 'list')).connectors, []);

  assert.match(await cli.says('connectors', 'import', file, '--tag', 'orders'), /created +findOrder +GET \/orders/);
  const second = await cli.json('connectors', 'import', file, '--operation', 'stock');
  assert.deepEqual(second.changes, { findOrder: 'kept', stock: 'created' });
  assert.deepEqual((await cli.json('connectors', 'import', file, '--tag', 'orders', '--prune')).changes, {
    findOrder: 'unchanged',
    stock: 'deleted',
  });
  const { connectors } = await cli.json('connectors', 'list');
  assert.deepEqual(Object.keys(connectors[0].operations), ['findOrder']);
  await cli.says('connectors', 'delete', 'corner-shop');
});

test('a secret is read from the standard input, stored as a credential, and in no output', async () => {
  await using api = await listenAndKeep();
  await using folder = await makeFolder({ 'shop.yaml': DOCUMENT });
  const file = `${folder.path}/shop.yaml`;
  const args = ['connectors', 'import', file, '--id', 'keyed', '--server', api.url, '--credential', 'key', '--json'];
  const { code, stdout, stderr } = await run(args, cli.environment, `${SECRET}\n`);
  assert.equal(code, 0, stderr);
  assert.ok(!stdout.includes(SECRET));
  const { authenticationId, credentials } = JSON.parse(stdout);
  assert.deepEqual(credentials, [{ name: 'key', type: 'apiKey', asked: ['key'], usedBy: ['findOrder', 'stock'] }]);
  assert.match(authenticationId, /^auth_/);
});

test('a credential that is not given completely leaves nothing behind', async () => {
  await using folder = await makeFolder({ 'shop.yaml': DOCUMENT });
  const args = ['connectors', 'import', `${folder.path}/shop.yaml`, '--id', 'half', '--credential', 'key'];
  const { code, stderr } = await run(args, cli.environment, '\n');
  assert.equal(code, 1);
  assert.match(stderr, /key needs key, each on a line/);
  assert.ok(!(await cli.says('connectors', 'list', '--quiet')).includes('half'));
});

test('without a secret it says how to give one', async () => {
  await using folder = await makeFolder({ 'shop.yaml': DOCUMENT });
  const said = await cli.says('connectors', 'import', `${folder.path}/shop.yaml`, '--id', 'later');
  assert.match(said, /--id later --credential key +asks for key/);
});
