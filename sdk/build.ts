/**
 * Builds what the package ships, JavaScript and its types, from the SDK and the API's client: `npm pack ./sdk` runs it.
 * Optionally `node build.ts <folder>`, for another place than `dist`.
 */
import { execFile } from 'node:child_process';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');
const folder = process.argv[2] ?? join(import.meta.dirname, 'dist');
await rm(folder, { recursive: true, force: true });
const compiler = join(root, 'node_modules/.bin/tsc');
await promisify(execFile)(compiler, ['-p', import.meta.dirname, '--noEmit', 'false', '--outDir', folder]);
await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
// The compiler takes declarations as they are, and leaves them where they are.
await copyFile(join(root, 'client/schema.d.ts'), join(folder, 'client/schema.d.ts'));
