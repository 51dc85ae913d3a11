/** What a flow must pass before it is published. */
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { type FieldError, Problem } from '../../errors.ts';
import type { Agent } from '../../model/agent.ts';
import type { Flow } from '../../model/flow.ts';
import { MAX_TESTS } from '../../model/flow-test.ts';
import { pointerTo } from '../../model/json-pointer.ts';
import { listTestTexts } from '../../store/flow-tests.ts';
import { checkFlow, MAX_FLOW_FAULTS } from './flow-checks.ts';
import { findingsOf } from './flow-verified.ts';
import { runSuite } from './test-runs.ts';

type Publishing = { context: Context; agent: Agent; request: FastifyRequest; flow: Flow };

type PublishCheck = {
  /** Of the problem that its errors are reported with. */
  code: 'flow_invalid' | 'tests_failed';
  errors(publishing: Publishing): Promise<FieldError[]>;
};

/** In this order; the first that finds errors ends it. To add one: a line here. */
const CHECKS: readonly PublishCheck[] = [
  { code: 'flow_invalid', errors: savedErrors },
  { code: 'flow_invalid', errors: verifiedErrors },
  { code: 'tests_failed', errors: testErrors },
];

/** The problem with the flow, or null. */
export async function findPublishProblem(publishing: Publishing): Promise<Problem | null> {
  for (const { code, errors: find } of CHECKS) {
    const errors = (await find(publishing)).slice(0, MAX_FLOW_FAULTS);
    const [first] = errors;
    if (first) return new Problem(code, `${first.path} ${first.message}${others(errors)}.`, { errors });
  }
  return null;
}

function others({ length }: FieldError[]): string {
  return length > 1 ? `, and ${length - 1} more` : '';
}

/** What a save refuses: connectors and credentials may have changed since. */
async function savedErrors({ context, agent, request, flow }: Publishing): Promise<FieldError[]> {
  return (await checkFlow(context, agent, request, flow)).errors;
}

async function verifiedErrors({ context, agent, flow }: Publishing): Promise<FieldError[]> {
  const findings = await findingsOf(context, agent, flow);
  return findings.filter(({ severity }) => severity === 'error').map(({ path, message }) => ({ path, message }));
}

/** Of the agent's saved tests; one that was skipped has not passed. */
async function testErrors({ context, agent, flow }: Publishing): Promise<FieldError[]> {
  const tests = await listTestTexts(context.sql, agent.agentId, null, MAX_TESTS);
  if (tests.length === 0) return [];
  const result = await runSuite(context, { flow: JSON.stringify(flow), tests });
  const failed = result.tests.filter(({ passed }) => !passed);
  const errors = failed.map(({ testId, failure }) => ({
    path: pointerTo('tests', testId!),
    message: failure ? `fails at step ${failure.step}: ${failure.faults[0]?.message ?? failure.does}` : 'fails',
  }));
  return result.skipped > 0
    ? [...errors, { path: '/tests', message: `were not all run: ${result.skipped} were skipped` }]
    : errors;
}
