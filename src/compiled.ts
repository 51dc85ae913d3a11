/**
 * What Node has made of the sources is kept for the next start, which then takes two thirds of the time, and a command a
 * quarter. What is loaded before `keepCompiled` is not kept: hence doors that call it first, and load the rest after it.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../node_modules/.cache/parley/compiled');

/** The setting by which a thread that is given no other finds it. */
export const COMPILED = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? FOLDER };

/** In this process, its threads and its children. Where nobody may write, nothing is kept. */
export function keepCompiled(): void {
  Object.assign(process.env, COMPILED);
  enableCompileCache();
}
