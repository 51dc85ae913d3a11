/** A flow in a file: pulled, compared, pushed. */
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { documentedFlow } from '../engine/sample-flows.ts';
import { changed } from '../engine/seeded.ts';
import { createAgent, type Service, startService } from '../harness.ts';
import { makeFolder, type Parley, parley } from './run.ts';

let service: Service;
let cli: Parley;
before(async () => {
  service = await startService();
  cli = parley(service);
});
after(() => service[Symbol.asyncDispose]());

const says = (text: string) => ({ template: { contentMessage: { text } } });
const FLOW = {
  defaultState: 'main',
  states: { main: says('Hello'), next: { ...says('Next'), flowEntryStateId: 'main' } },
};

test('a flow is pushed, pulled, edited, compared and pushed again', async () => {
  const agentId = await createAgent(service);
  await using folder = await makeFolder({ 'flow.json': JSON.stringify(FLOW) });
  const file = join(folder.path, 'flow.json');
  assert.match(await cli.says('flows', 'push', agentId, file), /added +main\nadded +next\nchanged +default state/);
  assert.match(await cli.says('flows', 'diff', agentId, file), /no difference/);

  assert.match(await cli.says('flows', 'pull', agentId, file), /written.*2 states/);
  const pulled = JSON.parse(await readFile(file, 'utf8'));
  assert.deepEqual(pulled, { $schema: `${service.url}/flow.schema.json`, ...FLOW });
  assert.match(await cli.says('flows', 'pull', agentId, file), /unchanged/);

  const { next: _next, ...states } = pulled.states;
  const edited = { ...pulled, defaultState: undefined, states: { ...states, main: says('Good day'), more: says('x') } };
  await writeFile(file, JSON.stringify(edited));
  const { stdout } = await cli.fails('flows', 'diff', agentId, file);
  assert.equal(
    stdout,
    `${[
      '~ /defaultState  - "main"',
      '- next',
      '+ more',
      '~ main',
      '    /template/contentMessage/text  "Hello" → "Good day"',
    ].join('\n')}\n`,
  );
  const dry = await cli.says('flows', 'push', agentId, file, '--dry-run');
  assert.match(dry, /added +more\nchanged +main\nremoved +next\nchanged +default state\n.*nothing was stored/);
  assert.deepEqual((await cli.json('flows', 'push', agentId, file)).changed, ['main']);
  assert.match(await cli.says('flows', 'diff', agentId, file), /no difference/);
});

test('a file with faults is refused as a whole, and each is shown with its path', async () => {
  const agentId = await createAgent(service);
  const states = { good: says('Fine'), bad: {}, worse: says('{{ x') };
  await using folder = await makeFolder({ 'flow.json': JSON.stringify({ states }), 'broken.json': '{ "states": ' });
  const file = join(folder.path, 'flow.json');
  for (const more of [[], ['--dry-run']]) {
    const { stderr } = await cli.fails('flows', 'push', agentId, file, ...more);
    assert.match(stderr, /\/states\/bad: needs at least one of/);
    assert.match(stderr, /\/states\/worse\/template\/contentMessage\/text: is not valid Liquid/);
  }
  assert.deepEqual((await cli.json('states', 'list', agentId)).states, []);
  const broken = await cli.fails('flows', 'push', agentId, join(folder.path, 'broken.json'));
  assert.match(broken.stderr, /not valid JSON/);
  assert.match((await cli.fails('flows', 'diff', agentId, join(folder.path, 'none'))).stderr, /cannot be read/);
});

test('versions are published, given to a part, compared and rolled back', async () => {
  const agentId = await createAgent(service);
  await using folder = await makeFolder({ 'flow.json': JSON.stringify(FLOW) });
  const file = join(folder.path, 'flow.json');
  await cli.says('flows', 'push', agentId, file);
  await cli.says('agents', 'configure', agentId, 'publishing=explicit');
  await writeFile(file, JSON.stringify({ ...FLOW, states: { ...FLOW.states, main: says('Good day') } }));
  await cli.says('flows', 'push', agentId, file);
  const published = await cli.says('flows', 'publish', agentId, '--message', 'Politer', '--not-live');
  assert.match(published, /^version 2 +not live +Politer/);
  assert.match(await cli.says('flows', 'activate', agentId, '2', '--percent', '10'), /live for 10 %/);
  const list = await cli.says('flows', 'versions', agentId);
  assert.match(list, /\n2 +10 % +0 .*operator +Politer\n1 +90 %/);
  const { stdout } = await cli.fails('flows', 'compare', agentId, '1', '2');
  assert.match(stdout, /~ main\n.*"Hello" → "Good day"/);
  assert.match(await cli.says('flows', 'compare', agentId, '2'), /no difference/);
  assert.match(await cli.says('flows', 'activate', agentId, '2'), /live for 100 %/);
  await cli.says('flows', 'pull', agentId, file, '--version', '1');
  assert.equal(JSON.parse(await readFile(file, 'utf8')).states.main.template.contentMessage.text, 'Hello');
  assert.match(await cli.says('flows', 'diff', agentId, file, '--version', '1'), /no difference/);
  assert.match(await cli.says('flows', 'activate', agentId, '1', '--move'), /^version 1 +live for 100 %/);

  await cli.says('devices', 'add', agentId, '+15550100001');
  assert.match(await cli.says('devices', 'add', agentId, '+15550100001', '--draft'), /runs the draft/);
  assert.match(await cli.says('devices', 'list', agentId), /draft/);
});

test('the flow of an agent is explored in the service, and what is found is written as tests', async () => {
  const agentId = await createAgent(service);
  const trouble = { '/states/trouble/template/contentMessage/text': '{{ data.order.body.why }}' };
  await using folder = await makeFolder({ 'flow.json': JSON.stringify(changed(documentedFlow(), trouble)) });
  await cli.says('flows', 'push', agentId, join(folder.path, 'flow.json'));
  const args = ['flows', 'explore-agent', agentId, '--conversations', '60', '--seed', '3'];
  const { stdout } = await cli.fails(...args, '--out', join(folder.path, 'tests'));
  assert.match(stdout, /^invalid_message {2}state "trouble": /);
  assert.match(stdout, /1 found in 60 conversations of \d+ steps \(seed 3\); 4 of 4 states reached\n$/);
  assert.deepEqual(await readdir(join(folder.path, 'tests')), ['invalid_message-trouble.test.json']);
});
