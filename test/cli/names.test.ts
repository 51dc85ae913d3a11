/** Names in place of ids, what `.parley.json` stands for, `--quiet`, and log-in links. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../harness.ts';
import { makeFolder, type Parley, parley, run } from './run.ts';

let service: Service;
let cli: Parley;
before(async () => {
  service = await startService();
  cli = parley(service);
});
after(() => service[Symbol.asyncDispose]());

const quiet = async (...args: string[]) => (await cli.says(...args, '--quiet')).trim();

test('an agent, a brand and a credential are found by their names', async () => {
  const brandId = await quiet('brands', 'create', 'Bakery');
  const agentId = await quiet('agents', 'create', 'Baker', '--brand', 'Bakery');
  const agents = await cli.json('agents', 'list');
  assert.deepEqual(
    agents.agents.map((agent: { agentId: string; brandId: string }) => [agent.agentId, agent.brandId]),
    [[agentId, brandId]],
  );
  assert.equal(await quiet('devices', 'add', 'Baker', '+15550100001'), '+15550100001');
  assert.equal(await quiet('devices', 'list', agentId), '+15550100001');
  await cli.says('credentials', 'create', 'Backend');
  assert.match(await cli.says('credentials', 'delete', 'Backend'), /^Deleted/);
});

test('a name that nothing has, or that several have, is refused, and those are listed', async () => {
  const { stderr: none } = await cli.fails('devices', 'list', 'Nobody');
  assert.match(none, /No such agent\n +No agent has the name or id "Nobody"\. There are: .*Baker/);
  const ids = [await quiet('brands', 'create', 'Twin'), await quiet('brands', 'create', 'Twin')];
  const { stderr: several } = await cli.fails('agents', 'create', 'Bot', '--brand', 'Twin');
  for (const id of ids) assert.ok(several.includes(id), several);
});

test('the agent and the phone number that a command lacks are those of .parley.json', async () => {
  await cli.says('brands', 'create', 'Florist');
  const agentId = await quiet('agents', 'create', 'Florist bot', '--brand', 'Florist');
  await using folder = await makeFolder({
    '.parley.json': JSON.stringify({ agent: 'Florist bot', phoneNumber: '+15550100002' }),
  });
  await using states = await makeFolder({ 'hello.json': '{"template":{"contentMessage":{"text":"Hello"}}}' });
  const here = (...args: string[]) => run([...args, '--json'], cli.environment, '', folder.path);
  const says = async (...args: string[]) => {
    const { code, stdout, stderr } = await here(...args);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  assert.equal((await says('agents', 'configure', 'defaultState=hello')).agentId, agentId);
  assert.equal((await says('states', 'push', states.path)).states[0].done, 'created');
  assert.equal((await says('devices', 'add')).phoneNumber, '+15550100002');
  assert.equal((await says('send', 'hello')).status, 'ENQUEUED');
  assert.equal((await says('send', 'hello', '+15550100002')).status, 'ENQUEUED');
  assert.equal((await says('send', agentId, 'hello', '+15550100002')).status, 'ENQUEUED');
  assert.equal((await says('states', 'list')).states.length, 1);
  for (const args of [
    ['devices', 'remove'],
    ['agents', 'launch'],
  ]) {
    const { code, stderr } = await here(...args);
    assert.equal(code, 2, 'it must be said');
    assert.match(stderr, /<agentId> is missing/);
  }
});

test('a .parley.json that is none is reported', async () => {
  await using folder = await makeFolder();
  for (const [text, says] of [
    ['{', /not JSON/],
    ['{"agent":1}', /\/agent/],
    ['{"url":"http://evil.test"}', /\/url/],
    ['"Acme"', /may have the fields/],
  ] as const) {
    await writeFile(join(folder.path, '.parley.json'), text);
    const { code, stderr } = await run(['brands', 'list'], cli.environment, '', folder.path);
    assert.equal(code, 1);
    assert.match(stderr, says);
  }
});

test('--quiet prints ids alone, and the secrets that are shown once', async () => {
  assert.match(await quiet('credentials', 'create', 'Quiet'), /^client\w+:secret_\w+$/);
  assert.match(await quiet('signing-tokens', 'issue'), /^signing_\w+$/);
  assert.match(await quiet('brands', 'list'), /^(brand_\w+\n?)+$/);
  assert.equal(await quiet('agents', 'launch', 'Florist bot'), '');
});

test('open prints a link that logs in once, on to the page that is asked for', async () => {
  assert.match(await cli.says('open'), /^http:.*\/console\/log-in#login_\w{43}\nIt works once/);
  const { url } = await cli.json('open', 'agents/a/flow');
  const { searchParams, hash } = new URL(url);
  assert.equal(searchParams.get('from'), '/agents/a/flow');
  const logIn = () => service.call('POST', '/session', { linkToken: hash.slice(1) });
  assert.equal((await logIn()).status, 204);
  assert.equal((await logIn()).status, 401);
});

test('open --browser reports when there is none to open', async () => {
  const environment = { ...cli.environment, PATH: '/nowhere' };
  const { code, stdout, stderr } = await run(['open', '--browser'], environment);
  assert.equal(code, 1);
  assert.match(stdout, /#login_/);
  assert.match(stderr, /No browser was opened/);
});
