/** House rules that a machine can check: who may import whom, one way up, no stray readers of the environment. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';

/** Files of src that anyone may import: of ours, they import only one another. */
const LEAVES = [
  'absent-codes',
  'backoff',
  'compiled',
  'errors',
  'failpoints',
  'ids',
  'limit',
  'log',
  'pause',
  'problem-codes',
  'program',
  'queue',
  'rate-limit',
  'read-cache',
  'repeats',
  'request-input',
  'running',
  'secrets/digest',
  'secrets/encryption',
  'secrets/password',
  'telemetry/metrics',
  'telemetry/tracing',
  'traced',
  'version',
].map((name) => `src/${name}.ts`);

/** Room → the rooms and root files that it may import, besides itself and the leaves. Source: ARCHITECTURE.md. */
const MAY_IMPORT: Record<string, string[]> = {
  model: [],
  engine: ['model'],
  store: ['model'],
  net: [],
  media: ['model', 'net'],
  postgres: [],
  lanes: ['model', 'store'],
  transports: ['model', 'net'],
  connectors: ['model', 'net'],
  validation: ['model'],
  client: [],
  sdk: ['client'],
  emulator: ['model', 'validation'],
  secrets: ['config', 'store'],
  telemetry: ['model', 'store', 'connectors', 'transports', 'forwarding'],
  forwarding: ['agent-cache', 'model', 'store', 'lanes', 'net'],
  turns: ['context', 'model', 'engine', 'store', 'lanes'],
  jobs: ['context', 'model', 'store'],
  dispatch: ['context', 'model', 'store', 'lanes'],
  http: ['validation', 'context', 'agent-cache', 'config', 'model', 'store', 'lanes'],
  database: ['config', 'postgres', 'store'],
  cli: ['config', 'serve', 'secrets', 'model', 'engine', 'validation', 'database', 'emulator', 'client'],
};

/** Root files that import several rooms, each with its reason. */
const ROOT_FILES: Record<string, string> = {
  main: 'the door',
  serve: 'starts the parts as the settings ask, and stops them when a signal does',
  app: 'starts the parts',
  'lane-work': 'puts turns, dispatch and forwarding on a lane',
  banner: 'says what was started',
  context: 'names the types of the parts',
  config: 'the reader of the environment',
  'agent-cache': 'caches what the store reads',
  processes: 'keeps the processes of one machine running',
  maintenance: 'keeps partitions',
};

type Import = { file: string; room: string; target: string; targetRoom: string; typeOnly: boolean };

async function sources(): Promise<string[]> {
  return (
    await Array.fromAsync(glob('{src,client,sdk,emulator}/**/*.ts', { exclude: ['client/schema.d.ts', 'sdk/dist/**'] }))
  ).sort();
}

async function consoleSources(): Promise<string[]> {
  return (await Array.fromAsync(glob('console/{*.ts,src/**/*.{ts,tsx}}'))).sort();
}

/** The room of a path: the client, the SDK, the emulator, a folder of src, or its own name for a file at the root of src. */
function roomOf(path: string): string {
  const parts = path.split('/').slice(path.startsWith('src/') ? 1 : 0);
  return parts.length > 1 ? parts[0]! : parts[0]!.replace(/\.ts$/, '');
}

async function imports(): Promise<Import[]> {
  const found: Import[] = [];
  for (const file of await sources()) {
    const text = await readFile(file, 'utf8');
    for (const match of text.matchAll(
      /^(?:import|export)\s(type\s)?[^'"]*?from\s'([.#][^']+)';|import\('([.#][^']+)'\)/gm,
    )) {
      const name = (match[2] ?? match[3])!;
      const target = name.startsWith('#') ? `${name.slice(1)}/index.ts` : normalize(join(dirname(file), name));
      found.push({ file, room: roomOf(file), target, targetRoom: roomOf(target), typeOnly: match[1] !== undefined });
    }
  }
  assert.ok(found.length > 100, 'the imports were found');
  return found;
}

test('each room imports only the rooms that it may', async () => {
  const wrong = (await imports())
    .filter(({ room }) => room in MAY_IMPORT)
    .filter(({ target }) => target !== 'package.json')
    .filter(({ room, target, targetRoom }) => targetRoom !== room && !LEAVES.includes(target))
    .filter(({ room, targetRoom }) => !MAY_IMPORT[room]!.includes(targetRoom))
    .map(({ file, target }) => `${file} imports ${target}`);
  assert.deepEqual(wrong, []);
});

test('every folder is a room with a rule, and every file at its root is a leaf or has a reason', async () => {
  const rooms = new Set((await sources()).filter((file) => !LEAVES.includes(file)).map(roomOf));
  const unknown = [...rooms].filter((room) => !(room in MAY_IMPORT) && !(room in ROOT_FILES));
  assert.deepEqual(unknown, []);
});

test('the leaves import nothing but one another', async () => {
  const wrong = (await imports())
    .filter(({ file, target }) => LEAVES.includes(file) && target !== 'package.json')
    .filter(({ target }) => !LEAVES.includes(target))
    .map(({ file, target }) => `${file} imports ${target}`);
  assert.deepEqual(wrong, []);
});

test('the console uses nothing of the service but its client and the types of its model', async () => {
  const wrong: string[] = [];
  for (const file of (await consoleSources()).filter((name) => name.startsWith('console/src/'))) {
    const text = await readFile(file, 'utf8');
    for (const match of text.matchAll(/^(?:import|export)\s[^;]*?from '([^']+)';|import\('([^']+)'\)/gm)) {
      const target = (match[1] ?? match[2])!;
      const isOutside = target.startsWith('#')
        ? target !== '#client'
        : target.startsWith('.') && !normalize(join(dirname(file), target)).startsWith('console/src/');
      const isValueOfModel = target.startsWith('@model/') && !match[0].startsWith('import type ');
      if (isOutside || isValueOfModel) wrong.push(`${file}: ${match[0]}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('no import climbs more than two folders', async () => {
  const files = [
    ...(await sources()),
    ...(await Array.fromAsync(glob('{demo,bench,proof}/**/*.ts'))),
    ...(await consoleSources()),
  ];
  const climbing: string[] = [];
  for (const file of files) if (/from '\.\.\/\.\.\/\.\.\//.test(await readFile(file, 'utf8'))) climbing.push(file);
  assert.deepEqual(climbing, []);
});

test('the environment is read in one place', async () => {
  // Besides the reader itself: those that pass it on, and those that set it for threads and children.
  const MAY_READ_ENVIRONMENT = ['src/config.ts', 'src/serve.ts', 'src/cli/execute.ts', 'src/compiled.ts'];
  const readers: string[] = [];
  for (const file of await sources()) if (/process\.env\b/.test(await readFile(file, 'utf8'))) readers.push(file);
  assert.deepEqual(
    readers.filter((file) => !MAY_READ_ENVIRONMENT.includes(file)),
    [],
  );
});

test('every source file opens by saying what it is for', async () => {
  const silent: string[] = [];
  for (const file of [...(await sources()), ...(await consoleSources())]) {
    if (!/^(#!.*\n)?\/\*\*/.test(await readFile(file, 'utf8'))) silent.push(file);
  }
  assert.deepEqual(silent, []);
});

test('every page that a source names is in the repository, with the section that it names', async () => {
  const files = [
    ...(await sources()),
    ...(await consoleSources()),
    ...(await Array.fromAsync(glob('{bench,demo,proof,test}/**/*.ts'))),
  ];
  const missing: string[] = [];
  for (const file of files) {
    // A comment may break a line within the name of a section.
    const text = (await readFile(file, 'utf8')).replace(/\n\s*(\*|\/\/) /g, ' ');
    for (const [citation, page, title, number] of text.matchAll(/([\w./-]+\.md)\b(?:, "([^"]+)"| §(\d+))?/g)) {
      const heading = title ? `\n## ${title}\n` : number ? `\n## ${number}. ` : '';
      const found = await readPage(page!, file);
      if (!found?.includes(heading)) missing.push(`${file}: ${citation}`);
    }
  }
  assert.deepEqual(missing, []);
});

/** A page is named from the root of the repository; a test that reads one names it from its own folder. */
async function readPage(page: string, file: string): Promise<string | null> {
  for (const path of [page, join(dirname(file), page)]) {
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text !== null) return text;
  }
  return null;
}

test('every source file that a page names is in the repository', async () => {
  const missing: string[] = [];
  for (const page of await Array.fromAsync(glob(['*.md', 'docs/*.md', '{bench,console,proof,sdk}/*.md']))) {
    const folders = ['.', 'src', dirname(page), join(dirname(page), 'src')];
    for (const [, file] of (await readFile(page, 'utf8')).matchAll(/`([\w-]+\/[\w./-]+\.tsx?)`/g)) {
      if (!folders.some((folder) => existsSync(join(folder, file!)))) missing.push(`${page}: ${file}`);
    }
  }
  assert.deepEqual(missing, []);
});

test('no source file is longer than 300 lines', async () => {
  const long: string[] = [];
  for (const file of [...(await sources()), ...(await consoleSources())]) {
    const lines = (await readFile(file, 'utf8')).split('\n').length;
    if (lines > 301) long.push(`${file}: ${lines}`);
  }
  assert.deepEqual(long, []);
});
