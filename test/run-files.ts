/** Runs the test files that it is given, in this order, several side by side; `test/run.ts` gives them. */
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** One test may take this long; the longest plays a crash and the recovery from it. */
const TEST_TIMEOUT_MS = 600_000;
/** More of them than a small machine has cores would wait for one another until their patience ends. */
const SIDE_BY_SIDE = 2;

const events = run({ files: process.argv.slice(2), concurrency: SIDE_BY_SIDE, timeout: TEST_TIMEOUT_MS });
events.on('test:fail', () => {
  process.exitCode = 1;
});
events.compose(spec).pipe(process.stdout);
