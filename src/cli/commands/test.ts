/** `parley test`: runs flow tests from files, without a service. The engine plays them; this finds, runs and reports. */
import { watch } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Sandbox } from '../../engine/sandbox.ts';
import type { Cli } from '../command.ts';
import { CommandFailure, UsageError } from '../failure.ts';
import { dim } from '../output.ts';
import type { Suite } from './test-files.ts';
import type { Report } from './test-report.ts';

/** Milliseconds for a save to be over: editors write a file in several steps. */
const SETTLED_MS = 100;

type Given = {
  path: string;
  reporter: string | undefined;
  coverage: boolean | undefined;
  watch: boolean | undefined;
  filter: string | undefined;
};

/** The exit code is 1 when a test fails. @throws CommandFailure when a file cannot be used, or no test fits */
export async function runTests(cli: Cli, given: Given): Promise<void> {
  const { REPORTERS } = await import('./test-report.ts');
  const names = Object.keys(REPORTERS).join(', ');
  const { reporter = 'spec' } = given;
  const report = Object.hasOwn(REPORTERS, reporter) ? REPORTERS[reporter] : undefined;
  if (!report) throw new UsageError(`--reporter must be one of ${names}.`);
  const { createSandbox } = await import('../../engine/sandbox.ts');
  await using sandbox = createSandbox();
  const once = async () => {
    const result = await runAll(sandbox, given);
    cli.out.show(result, () => report(result));
    process.exitCode = result.failed > 0 ? 1 : 0;
  };
  if (given.watch) await onEachChange(cli, given.path, once);
  else await once();
}

async function runAll(sandbox: Sandbox, { path, filter = '', coverage }: Given): Promise<Report> {
  const { readSuites } = await import('./test-files.ts');
  const suites = (await readSuites(path)).map((suite) => ({ ...suite, tests: suite.tests.filter(isWanted(filter)) }));
  if (suites.every(({ tests }) => tests.length === 0))
    throw new CommandFailure('No test was run', `No title or file name contains "${filter}".`);
  const startedAt = performance.now();
  const report: Report = { passed: 0, failed: 0, steps: 0, ms: 0, tests: [] };
  for (const suite of suites) await runSuite(sandbox, suite, report, coverage === true);
  return { ...report, ms: performance.now() - startedAt };
}

function isWanted(filter: string): (tested: Suite['tests'][number]) => boolean {
  const part = filter.toLowerCase();
  return ({ file, test }) => [file, test.title].some((text) => text.toLowerCase().includes(part));
}

async function runSuite(sandbox: Sandbox, { path, flow, tests }: Suite, report: Report, counts: boolean) {
  const { runFlowTest } = await import('../../engine/scenario/run.ts');
  const { coverageOf } = await import('../../engine/scenario/coverage.ts');
  const visits = new Set<string>();
  for (const { file, test } of tests) {
    const startedAt = performance.now();
    const run = await runFlowTest(sandbox.renderFor('test'), flow, test);
    report.tests.push({ file, ...run.result, ms: performance.now() - startedAt });
    report[run.result.passed ? 'passed' : 'failed'] += 1;
    report.steps += run.result.steps;
    for (const visit of run.visits) visits.add(visit);
  }
  if (counts && tests.length > 0) {
    report.coverage = [...(report.coverage ?? []), { flow: path, ...coverageOf(flow, visits) }];
  }
}

/** Until a signal. A file that cannot be used is reported, and mended by the next change. */
async function onEachChange({ out }: Cli, path: string, run: () => Promise<void>): Promise<never> {
  const { stat } = await import('node:fs/promises');
  let changed = Promise.withResolvers<void>();
  const found = await stat(path).catch(() => null);
  const folder = found?.isFile() ? dirname(path) : path;
  watch(folder, { recursive: !found?.isFile() }, () => changed.resolve());
  // The flow may be one folder above its tests.
  watch(join(folder, '..'), () => changed.resolve());
  for (;;) {
    try {
      await run();
    } catch (failure) {
      if (!(failure instanceof CommandFailure)) throw failure;
      out.note(
        [failure.title, failure.message, ...failure.errors.map((error) => `${error.path}: ${error.message}`)].join(
          '\n  ',
        ),
      );
    }
    out.note(dim('Waiting for a change.'));
    await changed.promise;
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    changed = Promise.withResolvers();
  }
}
