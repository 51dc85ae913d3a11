/** What a shell completes, and the version. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { VERSION } from '../../src/version.ts';
import { run } from './run.ts';

/** What bash offers behind these words, of which the last has been begun. */
async function offered(...words: string[]): Promise<string[]> {
  const { stdout: script } = await run(['completion', 'bash']);
  const shell = `${script}
COMP_WORDS=(parley "$@"); COMP_CWORD=$#; _parley; echo "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', shell, 'bash', ...words]);
  return stdout.trim().split(' ').filter(Boolean);
}

test('bash completes nouns, verbs and the options of a command', async () => {
  assert.deepEqual(await offered('fl'), ['flows']);
  assert.deepEqual(
    await offered('flows', 'pu'),
    ['pull', 'push', 'publish'].filter((verb) => verb.startsWith('pu')),
  );
  assert.deepEqual(await offered('flows', 'push', 'my-bot', '--d'), ['--dry-run']);
  assert.deepEqual(await offered('--quiet', 'agents', 'cr'), ['create']);
  assert.deepEqual(await offered('states', 'push', ''), [], 'files, by the shell itself');
});

test('zsh and fish get the same words', async () => {
  for (const shell of ['zsh', 'fish']) {
    const { code, stdout } = await run(['completion', shell]);
    assert.equal(code, 0);
    for (const word of ['signing-tokens', 'funnel', 'dry-run']) assert.ok(stdout.includes(word), `${shell}: ${word}`);
  }
  assert.match((await run(['completion', 'csh'])).stderr, /bash, zsh, fish; not csh/);
});

test('--version, and version, print it', async () => {
  assert.equal((await run(['--version'])).stdout, `${VERSION}\n`);
  assert.equal((await run(['version'])).stdout, `${VERSION}\n`);
});
