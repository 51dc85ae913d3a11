/** Rules of the house that a machine can check: who may import whom, one way up, no stray readers of the environment. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';

/** Files at the root of src that anyone may import: they import nothing of ours themselves but one another. */
const LEAVES = [
  'encryption',
  'errors',
  'faults',
  'guesses',
  'ids',
  'log',
  'metrics',
  'pause',
  'problem-codes',
  'repeats',
  'request-input',
  'version',
];

/** Room → the rooms and root files that it may import, besides itself and the leaves. Source: ARCHITECTURE.md. */
const MAY_IMPORT: Record<string, string[]> = {
  model: [],
  engine: ['model'],
  store: ['model'],
  net: [],
  lanes: ['model', 'store'],
  transports: ['model', 'net'],
  connectors: ['model', 'net'],
  emulator: ['model'],
  forwarding: ['context', 'catalog', 'config', 'model', 'store', 'lanes', 'net'],
  turns: ['context', 'model', 'engine', 'store', 'lanes'],
  http: ['context', 'catalog', 'config', 'model', 'store', 'lanes'],
  cli: ['config', 'keys', 'model', 'emulator'],
};

/** Root files that know several rooms, each with its reason. */
const ROOT_FILES: Record<string, string> = {
  main: 'the door',
  app: 'starts the parts',
  banner: 'says what was started',
  context: 'names the types of the parts',
  config: 'the reader of the environment',
  keys: 'makes the keys that the configuration leaves out',
  'console-build': 'has the console built',
  catalog: 'caches what the store reads',
  processes: 'keeps the processes of one machine running',
  tally: 'adds the metrics to the counts of the hour',
  upkeep: 'keeps partitions',
  reseal: 'rotates the key of what the store keeps sealed',
  backlog: 'counts for the metrics what waits in the store',
  measured: 'a stopwatch around the parts that call outside',
  'process-metrics': 'measures the process itself',
};

type Import = { file: string; room: string; target: string; targetRoom: string; typeOnly: boolean };

async function sources(): Promise<string[]> {
  return (await Array.fromAsync(glob('src/**/*.ts'))).sort();
}

async function consoleSources(): Promise<string[]> {
  return (await Array.fromAsync(glob('console/{*.ts,src/**/*.{ts,tsx}}'))).sort();
}

/** The room of a path below src, or its own name for a file at the root. */
function roomOf(path: string): string {
  const parts = path.split('/').slice(1);
  return parts.length > 1 ? parts[0]! : parts[0]!.replace(/\.ts$/, '');
}

async function imports(): Promise<Import[]> {
  const found: Import[] = [];
  for (const file of await sources()) {
    const text = await readFile(file, 'utf8');
    for (const match of text.matchAll(
      /^(?:import|export)\s(type\s)?[^'"]*?from\s'(\.[^']+)';|import\('(\.[^']+)'\)/gm,
    )) {
      const target = normalize(join(dirname(file), (match[2] ?? match[3])!));
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
    .filter(({ room, targetRoom }) => targetRoom !== room && !LEAVES.includes(targetRoom))
    .filter(({ room, targetRoom }) => !MAY_IMPORT[room]!.includes(targetRoom))
    .map(({ file, target }) => `${file} imports ${target}`);
  assert.deepEqual(wrong, []);
});

test('every folder of src is a room with a rule, and every file at its root is a leaf or has a reason', async () => {
  const rooms = new Set((await sources()).map(roomOf));
  const unknown = [...rooms].filter((room) => !(room in MAY_IMPORT) && !(room in ROOT_FILES) && !LEAVES.includes(room));
  assert.deepEqual(unknown, []);
});

test('the leaves import nothing but one another', async () => {
  const wrong = (await imports())
    .filter(({ room, target }) => LEAVES.includes(room) && target !== 'package.json')
    .filter(({ targetRoom }) => !LEAVES.includes(targetRoom))
    .map(({ file, target }) => `${file} imports ${target}`);
  assert.deepEqual(wrong, []);
});

test('the console knows nothing of the service but the types of its model', async () => {
  const wrong: string[] = [];
  for (const file of (await consoleSources()).filter((name) => name.startsWith('console/src/'))) {
    const text = await readFile(file, 'utf8');
    for (const match of text.matchAll(/^(?:import|export)\s[^;]*?from '([^']+)';|import\('([^']+)'\)/gm)) {
      const target = (match[1] ?? match[2])!;
      const isOutside = target.startsWith('.') && !normalize(join(dirname(file), target)).startsWith('console/src/');
      const isValueOfModel = target.startsWith('@model/') && !match[0].startsWith('import type ');
      if (isOutside || isValueOfModel) wrong.push(`${file}: ${match[0]}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('no import climbs more than one folder', async () => {
  const files = [
    ...(await sources()),
    ...(await Array.fromAsync(glob('{demo,bench,proof}/**/*.ts'))),
    ...(await consoleSources()),
  ];
  const climbing: string[] = [];
  for (const file of files) if (/from '\.\.\/\.\.\//.test(await readFile(file, 'utf8'))) climbing.push(file);
  assert.deepEqual(climbing, []);
});

test('the environment is read in one place', async () => {
  const readers: string[] = [];
  for (const file of await sources()) if (/process\.env\b/.test(await readFile(file, 'utf8'))) readers.push(file);
  assert.deepEqual(
    readers.filter((file) => !['src/config.ts', 'src/main.ts', 'src/cli/main.ts'].includes(file)),
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

test('no source file is longer than 300 lines', async () => {
  const long: string[] = [];
  for (const file of [...(await sources()), ...(await consoleSources())]) {
    const lines = (await readFile(file, 'utf8')).split('\n').length;
    if (lines > 301) long.push(`${file}: ${lines}`);
  }
  assert.deepEqual(long, []);
});
