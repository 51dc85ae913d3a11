/** `parley flows check`: what is wrong with a flow in a file or a folder, without a service. */
import type { UseCase } from '../../model/agent.ts';
import type { Finding } from '../../model/finding.ts';
import type { Cli } from '../command.ts';
import { UsageError } from '../failure.ts';
import { accent, bad, bold, dim, good, plain } from '../output.ts';

type Given = { path: string; 'use-case': string | undefined };

/** The exit code is 1 when there is an error. @throws CommandFailure when a file is no flow */
export async function checkFlow({ out }: Cli, { path, 'use-case': useCase }: Given): Promise<void> {
  // The engine takes a while to load, and few commands need it.
  const { USE_CASES } = await import('../../model/agent.ts');
  if (useCase !== undefined && !(USE_CASES as readonly string[]).includes(useCase))
    throw new UsageError(`--use-case must be one of ${USE_CASES.join(', ')}.`);
  const { readSource } = await import('./flow-source.ts');
  const { flow, statesAlone } = await readSource(path);
  const { createSandbox } = await import('../../engine/sandbox.ts');
  const { createFlowVerifier } = await import('../../engine/verify/verify.ts');
  await using sandbox = createSandbox();
  const verify = createFlowVerifier(sandbox);
  const known = { useCase: (useCase as UseCase | undefined) ?? null, optOut: null, connectors: null, statesAlone };
  const findings = await verify('check', flow, known);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const counts = { states: Object.keys(flow.states).length, errors, warnings: findings.length - errors };
  out.show({ path, ...counts, findings }, () => [...described(findings), summary(counts)].join('\n'));
  if (errors > 0) process.exitCode = 1;
}

function described(findings: Finding[]): string[] {
  const byState = Map.groupBy(findings, ({ stateId }) => stateId ?? '');
  return [...byState].flatMap(([stateId, found]) => [
    bold(stateId === '' ? '(the flow)' : plain(stateId)),
    ...found.map(({ severity, code, path, message }) => {
      const word = severity === 'error' ? bad('error  ') : accent('warning');
      return `  ${word}  ${plain(`${within(stateId, path)} ${message}`.trim())}  ${dim(code)}`;
    }),
    '',
  ]);
}

/** The state has been named. */
function within(stateId: string, path: string): string {
  return stateId === '' ? path : path.replace(/^\/states\/[^/]+/, '');
}

function summary({ states, errors, warnings }: { states: number; errors: number; warnings: number }): string {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  if (errors + warnings === 0) return good(`${count(states, 'state')}, nothing found`);
  return `${count(states, 'state')}, ${count(errors, 'error')}, ${count(warnings, 'warning')}`;
}
