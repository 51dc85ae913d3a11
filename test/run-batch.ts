/** Test files one after the other in one process, each a suite of its own; `test/run-files.ts` names them. */
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

for (const file of process.env['PARLEY_TEST_FILES']!.split('\n')) {
  describe(file, async () => void (await import(pathToFileURL(file).href)));
}
