/**
 * Runs the test files that it is given, several side by side; `test/run.ts` gives them. Those that take long begin first,
 * each in a process of its own. The others share processes: to load the service takes longer than most of them do.
 */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** One test may take this long; the longest plays a crash and the recovery from it. */
const TEST_TIMEOUT_MS = 600_000;
/** One more than a small machine has cores, since most of them wait at times. With many more, patience would end. */
const SIDE_BY_SIDE = 3;
/** Files that share a process. */
const BATCH = 8;

/** The longest first, and those that break what others would lean on. */
const LONG = [
  /^test\/proof\//,
  /^test\/processes\//,
  /^test\/(stop|demo|start)\.test\.ts$/,
  /\.browser\.test\.ts$/,
  /^test\/(fuzz|hostile|turns)\//,
  /^test\/store\/embedded/,
];

const RUN_BATCH = 'test/run-batch.ts';
const TOTAL = /^(tests|suites|pass|fail|cancelled|skipped|todo) (\d+)$/;

const files = process.argv.slice(2);
const batches = [
  ...LONG.flatMap((isLong) => files.filter((file) => isLong.test(file))).map((file) => [file]),
  ...batchesOf(files.filter((file) => !LONG.some((isLong) => isLong.test(file)))),
];
const totals = new Map<string, number>();
const told = new PassThrough({ objectMode: true });
told.compose(spec()).pipe(process.stdout);
const startedAt = performance.now();
await Promise.all(Array.from({ length: SIDE_BY_SIDE }, runBatches));
for (const [name, count] of totals) tell(`${name} ${count}`);
tell(`duration_ms ${Math.round(performance.now() - startedAt)}`);
told.end();

function batchesOf(rest: string[]): string[][] {
  return rest.length === 0 ? [] : [rest.slice(0, BATCH), ...batchesOf(rest.slice(BATCH))];
}

async function runBatches(): Promise<void> {
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    const env = { ...process.env, PARLEY_TEST_FILES: batch.join('\n') };
    const events = run({ files: [RUN_BATCH], env, timeout: TEST_TIMEOUT_MS });
    events.on('data', (event) => {
      if (event.type === 'test:fail') process.exitCode = 1;
      // The process itself: it ended before its tests, or by an error of none of them.
      if (event.data.name === RUN_BATCH) event.data.name = batch.join(', ');
      const [, name, count] = (event.type === 'test:diagnostic' && TOTAL.exec(event.data.message)) || [];
      if (name) totals.set(name, (totals.get(name) ?? 0) + Number(count));
      else if (!isDuration(event)) told.write(event);
    });
    await once(events, 'end');
  }
}

function isDuration({ type, data }: { type: string; data: { message?: string } }): boolean {
  return type === 'test:diagnostic' && data.message?.startsWith('duration_ms') === true;
}

function tell(message: string): void {
  told.write({ type: 'test:diagnostic', data: { nesting: 0, message, level: 'info' } });
}
