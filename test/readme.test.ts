/**
 * The README's first ten minutes, typed as they are printed: every command in order, in a folder like a fresh clone. Only
 * the installation is left out, and the port is a free one, which the command line has to find by itself.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { call } from './harness.ts';
import { until } from './until.ts';

const ROOT = join(import.meta.dirname, '..');
/** What a clone does not have. */
const NOT_CLONED = ['.git', '.parley.json', 'data'];

let clone: string;
let service: Typed;
let blocks: { language: string; text: string }[];

type Typed = { child: ChildProcess; said: () => string; ended: Promise<number | null> };

/** What a person types into a shell, with another shell's group, so that it can be ended as by Ctrl-C. */
function type(commands: string, environment: Record<string, string> = {}): Typed {
  const { PATH, HOME, PARLEY_HOME } = process.env;
  const child = spawn('bash', ['-c', commands], {
    cwd: clone,
    env: { PATH, HOME, PARLEY_HOME, ...environment },
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stdin.on('error', () => {});
  return { child, said: () => said, ended: once(child, 'close').then(([code]) => code as number | null) };
}

async function interrupt({ child, ended }: Typed): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGINT');
  await ended;
}

async function typed(commands: string, stdin = ''): Promise<string> {
  const shell = type(commands);
  shell.child.stdin!.end(stdin);
  assert.equal(await shell.ended, 0, shell.said());
  return shell.said();
}

before(async () => {
  clone = await mkdtemp(join(tmpdir(), 'parley-readme-'));
  for (const name of await readdir(ROOT))
    if (!NOT_CLONED.includes(name)) await symlink(join(ROOT, name), join(clone, name));
  const page = await readFile(join(ROOT, 'README.md'), 'utf8');
  const part = page.slice(page.indexOf('\n## Start\n'), page.indexOf('\n## Further reading\n'));
  blocks = [...part.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }));
  const [start] = blocks;
  service = type(start!.text.replace('npm ci && ', ''), { PORT: '0' });
});
after(async () => {
  await interrupt(service);
  await rm(clone, { recursive: true, force: true });
});

const running = async () => JSON.parse(await readFile(join(clone, 'data/running.json'), 'utf8')) as { url: string };

test('two commands lead from a clone to an answer on the phone, without an id', async () => {
  await until(() => /Parley \S+ is ready/.test(service.said()), 'the banner');
  const said = await typed(blocks[1]!.text, '1\n12345\n');
  assert.match(said, /agent +Hello Ada, this is the corner shop.*you +Track my order \(tapped\)/s);
  assert.match(said, /Order 12345.*It is packed and arrives tomorrow/s, 'the answer of the order system');
  assert.deepEqual(JSON.parse(await readFile(join(clone, '.parley.json'), 'utf8')), {
    agent: 'Corner Shop',
    phoneNumber: '+12025550123',
  });
  assert.doesNotMatch(service.said(), /login_/, 'no link where there is no terminal');
});

test('the commands that follow work as they are printed', async () => {
  const { url } = await running();
  const commands = blocks
    .slice(2)
    .filter(({ language, text }) => language === 'sh' && text !== 'parley events tail\n')
    .map(({ text }) => text.replaceAll('http://127.0.0.1:8080', url));
  const said = await typed(['shopt -s expand_aliases', 'set -eo pipefail', ...commands].join('\n'));
  assert.equal((await readdir(join(clone, 'my-flow'))).length, (await readdir(join(ROOT, 'demo/sample'))).length - 2);
  assert.match(said, /unchanged +welcome/);
  assert.match(said, /#login_/);
  assert.match(said, /"status":"ENQUEUED"/);
  assert.match(said, /eventForwardUrl +http:\/\/127\.0\.0\.1:3000\/events/);
});

test('the events are followed until Ctrl-C', async () => {
  const command = blocks.find(({ text }) => text === 'parley events tail\n')!.text;
  const tail = type(`shopt -s expand_aliases\n${blocks[2]!.text.split('\n')[0]}\n${command}`);
  await until(() => /UserEvent +DELIVERED/.test(tail.said()), 'an event');
  await interrupt(tail);
});

test('the state that is shown is one', async () => {
  const { text } = blocks.find(({ language }) => language === 'json')!;
  const folder = join(clone, 'shown');
  await mkdir(folder);
  await writeFile(join(folder, 'shown.json'), text);
  assert.match(await typed(`npm run -s parley -- states push shown`), /^created +shown\n$/);
});

test('the service leaves its address while it runs, and no longer', async () => {
  const { url } = await running();
  assert.equal((await call(url, 'GET', '/')).status, 200);
  await interrupt(service);
  assert.ok(!existsSync(join(clone, 'data/running.json')), service.said());
});
