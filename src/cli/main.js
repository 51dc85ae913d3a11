/**
 * Entry point of the command line. Plain JavaScript: for the first file with types Node loads what strips them, which takes
 * longer than most commands; those behind the cache of compiled code need it only once.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// The folder of `src/compiled.ts`, for this process, its threads and its children.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/parley/compiled');
enableCompileCache();
await import('./execute.ts');
