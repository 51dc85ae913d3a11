/** The journey of docs/versions.md: its commands, in their order, with what they say. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createAgent, newPhoneNumber, startService } from '../harness.ts';
import { consentStage } from '../turns/consent-stage.ts';
import { makeFolder, parley } from './run.ts';

/** What each command must say, in the order of the page; `differs` ends with the exit code 1. */
const STEPS: [command: RegExp, says: RegExp, differs?: true][] = [
  [/agents configure/, /publishing/],
  [/flows pull/, /written/],
  [/flows diff/, /~ welcome\n.*"Hello" → "Good day"/, true],
  [/flows push .*--dry-run/, /changed +welcome\n.*nothing was stored/],
  [/flows push/, /changed +welcome/],
  [/devices add/, /runs the draft/],
  [/^send/, /./],
  [/flows publish/, /^version 2 +not live +Say good day/],
  [/flows activate .* 2 --percent 10/, /live for 10 %/],
  [/flows versions/, /\n2 +10 %.*\n1 +90 %/],
  [/flows compare/, /"Hello" → "Good day"/, true],
  [/flows activate .* 2$/, /live for 100 %/],
  [/flows activate .* 1 --move/, /^version 1 +live for 100 %/],
];

test('every command of the page works, in the order in which it is shown', async () => {
  await using service = await startService();
  await using folder = await makeFolder();
  const cli = parley(service);
  const stage = consentStage(service);
  const agentId = await createAgent(service);
  const [tester, user] = [newPhoneNumber(), newPhoneNumber()];
  const file = join(folder.path, 'flow.json');
  const welcome = { template: { contentMessage: { text: 'Hello' } } };
  await service.call('PUT', `/agents/${agentId}/flow`, { defaultState: 'welcome', states: { welcome } });

  const page = await readFile(new URL('../../docs/versions.md', import.meta.url), 'utf8');
  const commands = [...page.matchAll(/^parley (.+)$/gm)].map(([, command]) => command!);
  assert.equal(commands.length, STEPS.length);
  for (const [index, command] of commands.entries()) {
    const [named, says, differs] = STEPS[index]!;
    assert.match(command, named);
    const values: Record<string, string> = { '<agentId>': agentId, '<tester>': tester, 'flow.json': file };
    const words = [...command.matchAll(/"([^"]+)"|\S+/g)].map(([word, quoted]) => quoted ?? values[word] ?? word);
    const said = differs ? (await cli.fails(...words)).stdout : await cli.says(...words);
    assert.match(said, says, command);
    if (/flows pull/.test(command)) {
      await writeFile(file, (await readFile(file, 'utf8')).replace('"Hello"', '"Good day"'));
    }
  }

  // The tester got the draft; what is live in the end is version 1.
  await stage.sends(agentId, user, {}, 'welcome');
  assert.deepEqual(
    (await stage.shown(user)).map(({ text }) => text),
    ['Hello'],
  );
  assert.deepEqual(
    (await stage.shown(tester)).map(({ text }) => text),
    ['Good day'],
  );
});
