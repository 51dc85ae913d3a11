/**
 * Builds what the package ships, `dist`: the sources without their types, since Node strips none under `node_modules`, and
 * what they read, in the same places. `npm pack` runs it. Optionally `node build.ts <folder>`, for another place than here.
 */
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { GUIDE_FILES } from './src/http/contract/guides.ts';

const ROOT = import.meta.dirname;
const SOURCES = '{src,client,emulator}/**/*.{ts,js}';
/** Read while it runs. */
const READ = ['migrations', 'demo/sample', 'console/dist', 'src/http/contract/examples.json', ...GUIDE_FILES];
/** In imports, and in the addresses of threads. */
const NAME_OF_SOURCE = /(?<=['"][.#][^'"\n]*)\.ts(?=['"])/g;

const dist = join(process.argv[2] ?? ROOT, 'dist');
await rm(dist, { recursive: true, force: true });
const files = await Array.fromAsync(glob(SOURCES, { cwd: ROOT, exclude: ['**/*.d.ts'] }));
for (const file of files) await build(file);
for (const folder of READ) await cp(join(ROOT, folder), join(dist, folder), { recursive: true });
await writeFile(join(dist, 'package.json'), await manifest());

/** Types become blanks, so a stack names the line of the source. */
async function build(file: string): Promise<void> {
  const target = join(dist, file.replace(/\.ts$/, '.js'));
  const text = await readFile(join(ROOT, file), 'utf8');
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, named(file.endsWith('.ts') ? stripTypeScriptTypes(text) : text));
}

/** What the sources read of `package.json`. */
async function manifest(): Promise<string> {
  const { version, type, imports } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  return named(`${JSON.stringify({ version, type, imports }, null, 2)}\n`);
}

function named(text: string): string {
  return text.replaceAll(NAME_OF_SOURCE, '.js');
}
