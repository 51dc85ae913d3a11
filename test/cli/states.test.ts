/** Folders of files and what an agent keeps of them, states and flow tests: pushed, pulled, and every possible fault. */
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createAgent, type Service, startService } from '../harness.ts';
import { until } from '../until.ts';
import { makeFolder, type Parley, parley } from './run.ts';

const FLOW = join(import.meta.dirname, '../../demo/flow');

let service: Service;
let cli: Parley;
before(async () => {
  service = await startService();
  cli = parley(service);
});
after(() => service[Symbol.asyncDispose]());

const text = (says: string, more: object = {}) =>
  JSON.stringify({ ...more, template: { contentMessage: { text: says } } });

async function contents(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => name !== 'tests').sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')])),
  );
}

test('pulled states equal the pushed ones byte for byte', async () => {
  const agentId = await createAgent(service);
  await using folder = await makeFolder();
  const pushed = await cli.json('states', 'push', agentId, FLOW);
  assert.ok(pushed.states.every(({ done }: { done: string }) => done === 'created'));
  assert.equal(pushed.warnings, undefined);
  await cli.says('states', 'pull', agentId, folder.path);
  assert.deepEqual(await contents(folder.path), await contents(FLOW));
});

test('the project file of a folder is no state', async () => {
  const agentId = await createAgent(service);
  await using folder = await makeFolder({ 'main.json': text('Hello'), '.parley.json': '{"agent":"Acme bot"}' });
  const { states } = await cli.json('states', 'push', agentId, folder.path);
  assert.deepEqual(states, [{ stateId: 'main', done: 'created' }]);
  assert.match(await cli.says('flows', 'check', folder.path), /1 state/);
});

test('a pull leaves a file unchanged that has the same content in another form', async () => {
  const agentId = await createAgent(service);
  await using folder = await makeFolder({ 'main.json': text('Hello'), 'notes.txt': 'mine' });
  await cli.says('states', 'push', agentId, folder.path);
  const before = await contents(folder.path);
  assert.match(await cli.says('states', 'pull', agentId, folder.path), /unchanged +main/);
  assert.deepEqual(await contents(folder.path), before);
});

test('a push reports for each state whether it was created, replaced or unchanged', async () => {
  const agentId = await createAgent(service);
  await using folder = await makeFolder({ 'main.json': text('Hello'), 'other.json': text('Other') });
  assert.match(await cli.says('states', 'push', agentId, folder.path), /created +main\ncreated +other/);
  await writeFile(join(folder.path, 'main.json'), text('Good day'));
  assert.match(await cli.says('states', 'push', agentId, folder.path), /replaced +main\nunchanged +other/);
  assert.match(await cli.says('states', 'list', agentId), /main +– +Good day/);
});

test('a refused state is reported with its file, the path in it, and the reason; the others are saved', async () => {
  const agentId = await createAgent(service);
  const operations = [
    { connectorId: 'http', operation: 'request', contextKey: 'x', data: { method: 'GET', url: 'http://localhost/' } },
  ];
  await using folder = await makeFolder({
    'bad.json': text('Hello', { operations }),
    'good.json': text('Hello'),
    'liquid.json': text('Hello {{ params.name'),
  });
  const { stderr, stdout } = await cli.fails('states', 'push', agentId, folder.path);
  assert.match(stderr, /bad\.json \/operations\/0\/authenticationId: is required/);
  assert.match(stderr, /liquid\.json \/template\/contentMessage\/text: is not valid Liquid/);
  assert.match(stderr, /1 of 3 were saved/);
  assert.match(stdout, /created +good/);
});

test('files that cannot be read as states are named, and nothing is pushed', async () => {
  const agentId = await createAgent(service);
  await using folder = await makeFolder({
    'good.json': text('Hello'),
    'broken.json': '{ "template": ',
    'two words.json': '{}',
  });
  const { stderr } = await cli.fails('states', 'push', agentId, folder.path);
  assert.match(stderr, /broken\.json: it is not valid JSON/);
  assert.match(stderr, /two words\.json: its name is not a stateId/);
  assert.deepEqual((await cli.json('states', 'list', agentId)).states, []);
});

test('a missing folder, and one without states, are reported as such', async () => {
  const agentId = await createAgent(service);
  await using folder = await makeFolder();
  assert.match((await cli.fails('states', 'push', agentId, join(folder.path, 'none'))).stderr, /cannot be read/);
  assert.match((await cli.fails('states', 'push', agentId, folder.path)).stderr, /has no \.json files/);
});

test('--prune deletes what is not in the folder, flow entries after those that name them', async () => {
  const agentId = await createAgent(service);
  // In alphabetical order the entry would go first, and be refused.
  await using whole = await makeFolder({
    'a-entry.json': text('Entry'),
    'b-step.json': text('Step', { flowEntryStateId: 'a-entry' }),
    'keep.json': text('Keep'),
  });
  await using rest = await makeFolder({ 'keep.json': text('Keep') });
  await cli.says('states', 'push', agentId, whole.path);
  const { states } = await cli.json('states', 'push', agentId, rest.path);
  assert.deepEqual(states, [{ stateId: 'keep', done: 'unchanged' }]);
  const said = await cli.says('states', 'push', agentId, rest.path, '--prune');
  assert.match(said, /unchanged +keep\ndeleted +b-step\ndeleted +a-entry/);
  assert.equal((await cli.json('states', 'list', agentId)).states.length, 1);
});

test('--prune is refused with the reason where a remaining state needs a deleted one', async () => {
  const agentId = await createAgent(service);
  const step = { 'step.json': text('Step', { flowEntryStateId: 'entry' }) };
  await using whole = await makeFolder({ 'entry.json': text('Entry'), ...step });
  await using rest = await makeFolder(step);
  await cli.says('states', 'push', agentId, whole.path);
  assert.match(
    (await cli.fails('states', 'push', agentId, rest.path, '--prune')).stderr,
    /entry is the flow entry of step/,
  );
});

test('a missing state that is named is a warning, one that comes later in the folder is not', async () => {
  const agentId = await createAgent(service);
  await using folder = await makeFolder({
    'a.json': text('A', { input: { nextState: 'b' } }),
    'b.json': text('B', { input: { nextState: 'nowhere' } }),
  });
  const { warnings } = await cli.json('states', 'push', agentId, folder.path);
  assert.equal(warnings.length, 1);
  assert.equal(warnings[0].path, 'b.json /input/nextState');
});

test('flow tests are saved with an agent, run by the service, and read back as files', async () => {
  const agentId = await createAgent(service);
  await using folder = await makeFolder();
  await cli.says('states', 'push', agentId, FLOW);
  assert.match(await cli.says('tests', 'push', agentId, join(FLOW, 'tests')), /saved +no-answer +when the parcel/);
  await cli.says('tests', 'pull', agentId, folder.path);
  const [pulled, pushed] = await Promise.all([folder.path, join(FLOW, 'tests')].map(contents));
  assert.deepEqual(Object.keys(pulled!), Object.keys(pushed!));
  assert.deepEqual(JSON.parse(pulled!['hours.test.json']!), JSON.parse(pushed!['hours.test.json']!));
  assert.match(await cli.says('tests', 'run', agentId), /✓ a parcel is found.*parcel\n[\s\S]*\n3 passed/);
  await writeFile(
    join(folder.path, 'hours.test.json'),
    '{"format":1,"title":"no","steps":[{"send":{"stateId":"gone"}}]}',
  );
  await cli.says('tests', 'push', agentId, folder.path);
  assert.match((await cli.fails('tests', 'run', agentId)).stdout, /✗ no +hours\n/);
});

test('a conversation becomes a flow test, and is replayed on a changed flow', async () => {
  const agentId = await createAgent(service);
  await cli.says('states', 'push', agentId, FLOW);
  await cli.says('devices', 'add', agentId, '+15550100077');
  await cli.says('send', agentId, 'hours', '+15550100077', '--params', '{"day":"Sunday"}');
  const written = () => cli.json('flows', 'test-from', agentId, '+15550100077').catch(() => null);
  const { test: document } = await until(written, 'the turn');
  assert.deepEqual(document.steps[0].send, { stateId: 'hours', params: { day: 'Sunday' } });
  const printed = JSON.parse(await cli.says('flows', 'test-from', agentId, '+15550100077', '--from', '1'));
  assert.deepEqual(printed, document);
  assert.match(await cli.says('flows', 'replay', agentId), /1 sessions: 1 the same, 0 different/);
  assert.match(
    await cli.says('flows', 'funnel', agentId, '--since', '1h'),
    /\nhours +1 +█{20} +– +– +– +1 +outside by send 1\n\n1 turns of 1 conversations \(all of/,
  );
  const hours = { template: { contentMessage: { text: 'Closed.' } } };
  await service.call('PUT', `/agents/${agentId}/states/hours`, hours);
  const replay = await cli.fails('flows', 'replay', agentId);
  assert.match(replay.stdout, /≠ hours: another message in 1 sessions[\s\S]*was .*Sunday[\s\S]*is .*Closed/);
});
