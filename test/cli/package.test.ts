/**
 * The package as `npm pack` makes it, unpacked into an empty folder: it starts a service and plays the first minutes. Its
 * dependencies are those of this folder, linked: installing them would need the network, and takes a minute.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { createTestDatabase } from '../database.ts';
import { until } from '../until.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

let folder: string;
let main: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-package-'));
  const source = join(folder, 'source');
  const installed = join(folder, 'node_modules/parley');
  await mkdir(installed, { recursive: true });
  await run(process.execPath, [join(ROOT, 'build.ts'), source]);
  await cp(join(ROOT, 'package.json'), join(source, 'package.json'));
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: source });
  const { version, bin } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  await run('tar', ['-xf', join(folder, `parley-${version}.tgz`), '--strip-components=1', '-C', installed]);
  await symlink(join(ROOT, 'node_modules'), join(installed, 'node_modules'));
  main = join(installed, bin.parley);
});
after(() => rm(folder, { recursive: true, force: true }));

const { PATH, HOME, PARLEY_HOME } = process.env;
const start = (words: string[], environment: Record<string, string> = {}) =>
  spawn(process.execPath, [main, ...words], { cwd: folder, env: { PATH, HOME, PARLEY_HOME, ...environment } });

test('it starts a service with the console and the guides, and leads to an answer on the phone', async () => {
  await using database = await createTestDatabase();
  const service = start(['start'], { PORT: '0', DATABASE_URL: database.url });
  let said = '';
  for (const stream of [service.stdout, service.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  try {
    await until(() => /Next +npx parley init/.test(said), 'the banner');
    const init = start(['init']);
    init.stdin.end('1\n12345\n');
    const [chat] = await Promise.all([Array.fromAsync(init.stdout.setEncoding('utf8')), once(init, 'close')]);
    assert.match(chat.join(''), /Order 12345/);
    const { url } = JSON.parse(await readFile(join(folder, 'data/running.json'), 'utf8'));
    assert.match(await (await fetch(`${url}/console`)).text(), /<script type="module"/);
    assert.match(await (await fetch(`${url}/docs/guides/start`)).text(), /<h1>Parley<\/h1>/);
  } finally {
    service.kill();
    await once(service, 'close');
  }
});

test('where the Node of the machine is too old, it runs with its own, and ends as that does', async () => {
  const ownNode = join(main, '../own-node.js');
  const program = `import(${JSON.stringify(ownNode)}).then((own) => own.runWithOwnNode(${JSON.stringify(main)}))`;
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  assert.equal((await run(process.execPath, ['-e', program, 'main', 'version'])).stdout, `${version}\n`);
  await assert.rejects(run(process.execPath, ['-e', program, 'main', 'brnds']), { code: 2 });
});
