/** `parley init`, beyond the way that the README goes (test/readme.test.ts). */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../harness.ts';
import { makeFolder, type Parley, parley, run } from './run.ts';

let service: Service;
let cli: Parley;
let folder: Awaited<ReturnType<typeof makeFolder>>;
before(async () => {
  service = await startService();
  cli = parley(service);
  folder = await makeFolder();
});
after(async () => {
  await folder[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const here = (...args: string[]) => run(args, cli.environment, '', folder.path);

test('init --quiet prints the id of its agent alone, and a second one finds what the first one made', async () => {
  const first = await here('init', '--quiet');
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /^agent_\w+\n$/);
  assert.equal((await here('init', '--quiet')).stdout, first.stdout);
  assert.equal((await cli.json('agents', 'list')).agents.length, 1);
  assert.equal((await cli.json('brands', 'list')).brands.length, 1);
  const { body } = await service.call('GET', '/emulator/handsets/+12025550123');
  assert.equal(body.transcript.length, 2, 'each sends a message');
});

test('init with another name makes another agent, and .parley.json names it, without its id', async () => {
  const { code, stdout, stderr } = await here('init', 'Book Shop', '--json');
  assert.equal(code, 0, stderr);
  const { agentId, messageId } = JSON.parse(stdout);
  assert.ok(agentId && messageId);
  const text = await readFile(join(folder.path, '.parley.json'), 'utf8');
  assert.deepEqual(JSON.parse(text), { agent: 'Book Shop', phoneNumber: '+12025550123' });
  assert.equal((await here('init', '--quiet')).stdout, `${agentId}\n`, 'from now on this one');
});

test('init without phones says what it needs, and makes nothing', async () => {
  const { agents } = await cli.json('agents', 'list');
  const { stderr } = await cli.fails('init', 'Nobody', '--url', `${service.url}/docs`);
  assert.match(stderr, /There are no phones here\n.*RCS_PLATFORM=emulator/);
  assert.equal((await cli.json('agents', 'list')).agents.length, agents.length);
});

test('init does not choose between several agents of one name', async () => {
  await cli.says('agents', 'create', 'Book Shop', '--brand', 'Book Shop');
  assert.match((await cli.fails('init', 'Book Shop')).stderr, /Several agents are called Book Shop/);
});

test('the order system of the sample knows orders of five digits', async () => {
  const ask = (number: string) =>
    service.call('GET', `/emulator/sample/orders/${number}`, undefined, { token: 'none' });
  assert.equal((await ask('12345')).body.state, 'packed');
  assert.equal((await ask('123456')).status, 404);
});
