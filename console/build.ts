/**
 * Builds the console into `console/dist` when its sources have changed since the last build: at `npm ci`, at `npm run
 * build:console`, and before the tests that need it. The build itself is in `vite.config.ts`.
 */
import { createHash, randomUUID } from 'node:crypto';
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');
/** The digest of the sources of the last build. */
const STAMP = '.built-from';
/** The lock file stands for every bundled package. */
const SOURCES = [
  'index.html',
  'vite.config.ts',
  'build.ts',
  'src/**/*',
  '../client/*.ts',
  '../demo/sample/*.json',
  '../package-lock.json',
];

const sources = await digestOfSources();
if ((await builtFrom(DIST)) === sources) {
  process.stdout.write('The console is up to date.\n');
} else if (!isInstalled('vite')) {
  process.stdout.write(
    'The console is left as it is: Vite is not installed (npm ci without --omit=dev installs it).\n',
  );
} else {
  const startedAt = performance.now();
  await build(sources);
  process.stdout.write(`The console was built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`);
}

async function digestOfSources(): Promise<string> {
  const hash = createHash('sha256');
  const entries = await Array.fromAsync(glob(SOURCES, { cwd: HERE, withFileTypes: true }));
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(`${file.slice(HERE.length)}\0`).update(await readFile(file));
  return hash.digest('hex');
}

async function builtFrom(folder: string): Promise<string | null> {
  return readFile(join(folder, STAMP), 'utf8').catch(() => null);
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Into a temporary folder first: a browser loading the console meanwhile gets the whole old or the whole new one. */
async function build(digest: string): Promise<void> {
  const folder = join(HERE, `dist-${randomUUID()}`);
  try {
    const vite = await import('vite');
    await vite.build({
      configFile: join(HERE, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: folder, emptyOutDir: true },
    });
    await compressAssets(folder);
    await writeFile(join(folder, STAMP), digest);
    await rm(DIST, { recursive: true, force: true });
    await rename(folder, DIST);
  } catch (error) {
    // Another process may have built the same at the same time.
    if ((await builtFrom(DIST)) !== digest) throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Once here instead of at every request. */
async function compressAssets(folder: string): Promise<void> {
  for await (const name of glob('assets/*.{js,css,svg}', { cwd: folder })) {
    const file = join(folder, name);
    await writeFile(`${file}.gz`, await promisify(gzip)(await readFile(file), { level: 9 }));
  }
}
