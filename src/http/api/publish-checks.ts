/** What a flow must pass before it is published. */
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { type FieldError, Problem } from '../../errors.ts';
import type { Agent } from '../../model/agent.ts';
import type { Flow } from '../../model/flow.ts';
import { checkFlow } from './flow-checks.ts';

type PublishCheck = {
  /** Of the problem that its errors are reported with. */
  code: 'flow_invalid';
  /** The begin of a sentence that names how many. */
  found: string;
  run(context: Context, agent: Agent, request: FastifyRequest, flow: Flow): Promise<FieldError[]>;
};

/** In this order; the first that finds errors ends it. To add one: a line here. */
const CHECKS: readonly PublishCheck[] = [
  {
    code: 'flow_invalid',
    found: 'The checks of the states found',
    run: async (context, agent, request, flow) => (await checkFlow(context, agent, request, flow)).errors,
  },
];

/** The problem with the flow, or null. */
export async function findPublishProblem(
  context: Context,
  agent: Agent,
  request: FastifyRequest,
  flow: Flow,
): Promise<Problem | null> {
  for (const { code, found, run } of CHECKS) {
    const errors = await run(context, agent, request, flow);
    if (errors.length > 0) return new Problem(code, `${found} ${errors.length} errors.`, { errors });
  }
  return null;
}
