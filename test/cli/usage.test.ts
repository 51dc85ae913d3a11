/** Usage of the command line, and its usage errors. No service is needed. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { words } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { listenHttp } from '../net/servers.ts';
import { makeFolder, run } from './run.ts';

const KEY = { PARLEY_OPERATOR_KEY: 'operator-key-of-the-tests' };

test('every command is run by a test of this folder', async () => {
  const files = await Array.fromAsync(glob(join(import.meta.dirname, '*.test.ts')));
  const sources = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
  const untested = COMMANDS.map(words).filter((command) => {
    const quoted = command.map((word) => `'${word}'`).join(', ');
    return !sources.includes(quoted);
  });
  assert.deepEqual(untested, []);
});

test('without words, all commands are shown', async () => {
  const { code, stdout } = await run([]);
  assert.equal(code, 0);
  for (const { usage } of COMMANDS) assert.ok(stdout.includes(usage), usage);
});

test('help for a noun shows its commands with their options', async () => {
  const { code, stdout } = await run(['help', 'states']);
  assert.equal(code, 0);
  assert.match(stdout, /states push <agentId> <folder> \[--prune\]/);
  assert.match(stdout, /states pull/);
  assert.doesNotMatch(stdout, /brands/);
});

test('help for one command shows only that one, and --help after it does the same', async () => {
  const { stdout } = await run(['help', 'states', 'push']);
  assert.match(stdout, /states push <agentId> <folder> \[--prune\]/);
  assert.doesNotMatch(stdout, /states pull/);
  assert.equal((await run(['states', 'push', '--help'])).stdout, stdout);
  assert.match((await run(['states', '--help'])).stdout, /states pull/);
});

test('--help after a command explains it instead of running it', async () => {
  const { code, stdout } = await run(['agents', 'create', '--help']);
  assert.equal(code, 0);
  assert.match(stdout, /agents create <name> --brand <brandId> \[--use-case <case>\]/);
});

test('help as JSON is one document', async () => {
  const { stdout } = await run(['help', '--json']);
  assert.equal(JSON.parse(stdout).length, COMMANDS.length);
});

const wrong: [args: string[], says: RegExp][] = [
  [['brnds', 'list'], /There is no command "brnds"\.\n.*Did you mean: .*brands/],
  [['xylophone'], /There is no command "xylophone"\.\n.*All commands/],
  [['states', 'psh'], /There is no states command "psh"\.\n.*Did you mean: .*states push/],
  [['states'], /states needs a verb: list, show, push, pull, delete\./],
  [['help', 'nothing'], /There is no command "nothing"/],
  [['help', 'agnts'], /Did you mean: .*help agents/],
  [['help', 'states', 'psh'], /There is no states command "psh"[\s\S]*Did you mean: .*help states push/],
  [['states', 'push', 'folder'], /<folder> is missing\. Here is no \.parley\.json, which says <agentId>: .*init/],
  [['agents', 'delete'], /<agentId> is missing\. This command takes nothing from \.parley\.json/],
  [['listen', 'agent_x', '--forward-to', 'localhost:3000'], /such as http:\/\/127\.0\.0\.1:3000/],
  [['brands', 'create'], /<name> is missing\.\n.*Usage: .*brands create <name>/],
  [['brands', 'list', 'twice'], /extra argument: twice/],
  [['brands', 'list', '--jsn'], /There is no option "--jsn"\.\n.*Did you mean: .*--json/],
  [['brands', 'list', '--url'], /--url/],
  [['brands', 'list', '--json', '-q'], /exclude each other/],
  [['agents', 'create', 'Bot'], /--brand <brandId> is missing/],
  [['agents', 'configure', 'agent_x'], /nothing to set/],
  [['agents', 'configure', 'agent_x', 'defaultState'], /not of the form key=value/],
  [['agents', 'configure', 'agent_x', 'keywords=[1'], /looks like JSON but is not valid/],
  [['send', 'agent_x', 'main', '+15550100001', '--params', '{oops'], /--params is not valid JSON/],
  [['events', 'tail', '--last', 'many'], /--last must be a whole number/],
  [['failures', 'list', '--limit', '0'], /--limit must be a whole number/],
  [['failures', 'redeliver', 'agent_x'], /Name one event, or pass --all/],
  [['failures', 'redeliver', 'agent_x', 'event', '--all'], /Name one event, or pass --all/],
  [['flows', 'test-from', 'agent_x', '+15550100001', '--from', 'first'], /--from must be the number of a turn/],
  [['flows', 'funnel', 'agent_x', '--version', 'all'], /--version must be a number, or draft/],
  [['flows', 'replay', 'agent_x', '--limit', 'all'], /--limit must be a whole number/],
  [['test', 'demo', '--reporter', 'dots'], /--reporter must be one of spec, tap, junit/],
  [['emulator', '--port', 'http'], /--port must be a number/],
];
for (const [args, says] of wrong) {
  test(`"parley ${args.join(' ')}" is not understood: exit code 2, and what to type instead`, async () => {
    const { code, stdout, stderr } = await run(args, KEY);
    assert.equal(code, 2, stderr);
    assert.match(stderr, says);
    assert.equal(stdout, '');
  });
}

test('options may precede the command', async () => {
  const { code, stdout } = await run(['--url', 'http://127.0.0.1:9', 'help', 'brands']);
  assert.equal(code, 0);
  assert.match(stdout, /brands create/);
});

test('a service that does not answer: which address was tried, and how to start it', async () => {
  const { code, stderr } = await run(['brands', 'list'], { ...KEY, PORT: '9' });
  assert.equal(code, 1);
  assert.match(stderr, /http:\/\/127\.0\.0\.1:9 .*npm start/);
});

test('an invalid address is reported as such', async () => {
  const { code, stderr } = await run(['brands', 'list', '--url', 'nowhere'], KEY);
  assert.equal(code, 1);
  assert.match(stderr, /nowhere is not a URL/);
});

test('without an operator key it reports where it looked, and creates none', async () => {
  await using folder = await makeFolder();
  const { code, stderr } = await run(['brands', 'list'], { DATA_DIR: folder.path });
  assert.equal(code, 1);
  assert.ok(stderr.includes(join(folder.path, 'operator-key')), stderr);
  await assert.rejects(readFile(join(folder.path, 'operator-key')));
});

test('where no service runs, it says how to start one', async () => {
  await using folder = await makeFolder();
  const { code, stderr } = await run(['brands', 'list'], { PARLEY_HOME: folder.path }, '', folder.path);
  assert.equal(code, 1);
  assert.match(stderr, /No service was found\n.*\n +Start one, in another terminal: npm start\n.*profiles add/);
});

test('a port that is taken is reported with another', async () => {
  await using server = await listenHttp((_request, response) => void response.end());
  const { code, stderr } = await run(['emulator', '--port', String(server.port)], KEY);
  assert.equal(code, 1);
  assert.match(stderr, /Something else listens there: --port 0/);
});

test('a refusal with --json is one JSON document', async () => {
  const { code, stdout, stderr } = await run(['brands', 'list', '--json'], { ...KEY, PORT: '9' });
  assert.equal(code, 1);
  assert.equal(JSON.parse(stdout).title, 'The service does not respond');
  assert.equal(stderr, '');
});
