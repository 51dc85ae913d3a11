/**
 * Runs the test files given by `test/run.ts`, several at a time, the long ones first. Most share processes: loading the
 * service takes longer than most of them. Those that mostly wait have their own places, so that no core idles.
 */
import { once } from 'node:events';
import { relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** One test may take this long; the longest simulates a crash and the recovery from it. */
const TEST_TIMEOUT_MS = 600_000;
/** As many as a small machine has cores. */
const SIDE_BY_SIDE = 2;
/** Of those that mostly wait, beside the others. With more, the cores are so busy that tests time out. */
const WAITING_SIDE_BY_SIDE = 1;
/** Files that share a process: of those in the browser, of those that take long, and of the others. */
const BROWSER_BATCH = 3;
const LONG_BATCH = 4;
const BATCH = 12;

/** They wait for processes to start, to die, and for others to notice. Each has its own process. */
const WAITING = /^test\/((proof|processes|postgres)\/|(turns\/hanging-connector|stop|demo|start|readme)\.test\.ts$)/;
/** The longest; they share the browser. */
const BROWSER = /\.browser\.test\.ts$/;
/** The longest of the others. */
const LONG = /^test\/(fuzz|hostile|turns)\//;

/** Of each failure, at the end. */
const MAX_LINES = 40;
const MAX_LINE_LENGTH = 400;

const RUN_BATCH = 'test/run-batch.ts';
const TOTAL = /^(tests|suites|pass|fail|cancelled|skipped|todo) (\d+)$/;

const files = process.argv.slice(2);
const waiting = files.filter((file) => WAITING.test(file)).map((file) => [file]);
const shared = files.filter((file) => !WAITING.test(file) && !BROWSER.test(file));
const working = [
  ...batchesOf(
    BROWSER_BATCH,
    files.filter((file) => BROWSER.test(file)),
  ),
  ...batchesOf(
    LONG_BATCH,
    shared.filter((file) => LONG.test(file)),
  ),
  ...batchesOf(
    BATCH,
    shared.filter((file) => !LONG.test(file)),
  ),
];
const totals = new Map<string, number>();
const failed: string[] = [];
const startedAt = performance.now();
const each = (length: number, ...lists: string[][][]) => Array.from({ length }, () => runBatches(...lists));
// The places of those that wait would be empty towards the end.
await Promise.all([...each(WAITING_SIDE_BY_SIDE, waiting, working), ...each(SIDE_BY_SIDE, working)]);
for (const [name, count] of totals) process.stdout.write(`ℹ ${name} ${count}\n`);
process.stdout.write(`ℹ duration_ms ${Math.round(performance.now() - startedAt)}\n`);
// Repeated for readers of only the end.
for (const one of failed) process.stderr.write(`failed: ${one}\n`);

function batchesOf(size: number, rest: string[]): string[][] {
  return rest.length === 0 ? [] : [rest.slice(0, size), ...batchesOf(size, rest.slice(size))];
}

async function runBatches(...lists: string[][][]): Promise<void> {
  for (const batches of lists) for (let batch = batches.shift(); batch; batch = batches.shift()) await runBatch(batch);
}

/** With a separate reporter: a shared one takes a test that begins after another and ends before it for its part. */
async function runBatch(batch: string[]): Promise<void> {
  const env = { ...process.env, PARLEY_TEST_FILES: batch.join('\n') };
  const events = run({ files: [RUN_BATCH], env, timeout: TEST_TIMEOUT_MS });
  const reporter = spec();
  let text = '';
  // File by file, so that the output of concurrent ones does not mix.
  const show = () => {
    process.stdout.write(text);
    text = '';
  };
  reporter.on('data', (chunk) => (text += chunk));
  events.on('data', (event) => {
    // The process itself: it ended before its tests, or by an error outside them.
    if (event.data.name === RUN_BATCH) event.data.name = batch.join(', ');
    if (event.type === 'test:fail') {
      process.exitCode = 1;
      const error = event.data.details.error as Error & { failureType?: string };
      // A suite reports only that one of its tests has failed, which is reported by itself.
      if (error.failureType !== 'subtestsFailed') {
        const { name, file = RUN_BATCH } = event.data;
        failed.push(`${relative('.', file)}: ${name}\n${briefly(error)}`);
      }
    }
    const [, name, count] = (event.type === 'test:diagnostic' && TOTAL.exec(event.data.message)) || [];
    if (name) totals.set(name, (totals.get(name) ?? 0) + Number(count));
    else if (!isDuration(event)) reporter.write(event);
    if (event.data.nesting === 0) setImmediate(show);
  });
  await once(events, 'end');
  reporter.end();
  await once(reporter, 'end');
  show();
}

/** The message, cut in the middle if long: the expectation is at the beginning, a log ends with the cause. */
function briefly({ cause, message }: Error): string {
  const text = (cause instanceof Error ? cause.message : message).split('\n');
  const lines = text.length > MAX_LINES ? [...text.slice(0, 10), '…', ...text.slice(10 - MAX_LINES)] : text;
  return lines.map((line) => `  ${line.slice(0, MAX_LINE_LENGTH)}`).join('\n');
}

function isDuration({ type, data }: { type: string; data: { message?: string } }): boolean {
  return type === 'test:diagnostic' && data.message?.startsWith('duration_ms') === true;
}
