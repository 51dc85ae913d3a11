#!/usr/bin/env node
/**
 * Entry point of the command line. Plain JavaScript: for the first file with types Node loads what strips them, which takes
 * longer than most commands; those behind the cache of compiled code need it only once.
 */
import * as nodeModule from 'node:module';
import { join } from 'node:path';

/** The first with all of the language that the sources use, and with Argon2. */
const NODE_NEEDED = { major: 24, minor: 7 };

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NODE_NEEDED.major || (major === NODE_NEEDED.major && minor < NODE_NEEDED.minor)) {
  const { runWithOwnNode } = await import('./own-node.js');
  await runWithOwnNode(import.meta.filename);
} else {
  // The folder of `src/compiled.ts`, for this process, its threads and its children.
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/parley/compiled');
  nodeModule.enableCompileCache();
  await import('./execute.ts');
}
