/** The README promises the demo: it must end well, it must be able to fail, and it must leave nothing behind. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';

const DEMO = join(import.meta.dirname, '../demo/main.ts');
const COLUMNS = 80;

type Ended = { code: number | null; said: string; leftBehind: string[] };

/** `interruptAt`: the output at which it is interrupted. */
async function runDemo({ flags = [], interruptAt }: { flags?: string[]; interruptAt?: string }): Promise<Ended> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-demo-test-'));
  try {
    const child = spawn(process.execPath, [DEMO, ...flags], { env: { ...process.env, TMPDIR: folder } });
    let said = '';
    let isInterrupted = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (interruptAt === undefined || isInterrupted || !said.includes(interruptAt)) return;
        isInterrupted = true;
        child.kill('SIGINT');
      });
    }
    const [code] = await once(child, 'close');
    return { code, said, leftBehind: await readdir(folder) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

suite('npm run demo', { concurrency: true }, () => {
  test('the story ends well, in 80 columns, and leaves nothing behind', async () => {
    const { code, said, leftBehind } = await runDemo({});
    assert.equal(code, 0, said);
    assert.match(said, /Everything arrived as the specification says/);
    const lines = stripVTControlCharacters(said).split('\n');
    assert.deepEqual(
      lines.filter((line) => [...line].length > COLUMNS),
      [],
    );
    assert.deepEqual(leftBehind, []);
  });

  test('the story breaks off when a signature does not fit', async () => {
    const { code, said, leftBehind } = await runDemo({ flags: ['--wrong-key'] });
    assert.equal(code, 1, said);
    assert.match(said, /the signature does not fit the body/);
    assert.deepEqual(leftBehind, []);
  });

  test('an interruption stops everything that the demo started', async () => {
    const { code, said, leftBehind } = await runDemo({ interruptAt: 'A flow of states' });
    assert.equal(code, 1, said);
    assert.match(said, /interrupted by SIGINT/);
    assert.deepEqual(leftBehind, []);
  });
});
