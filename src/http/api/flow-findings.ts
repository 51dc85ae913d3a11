/** The findings of an agent's flow. `flow-verified.ts` gets them. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { AgentPath, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { FlowQuery, readFlow } from './flow.ts';
import { findingsOf } from './flow-verified.ts';
import { reachAgent } from './visibility.ts';

const Count = Type.Integer({ minimum: 0 });
const Findings = Type.Object({
  errors: Count,
  warnings: Count,
  findings: Type.Array(ref('Finding'), {
    description: 'In the order of the document; of more than 1,000, errors first.',
  }),
});

export function flowFindingsRoutes(server: Server, context: Context): void {
  server.get(
    '/agents/:agentId/flow/findings',
    {
      config: { problems: ['agent_not_found', 'version_not_found', 'flow_too_large'] },
      schema: {
        operationId: 'listFlowFindings',
        summary: 'Find mistakes in the flow',
        description:
          'What can be known without running it: missing and unreachable states, turns that cannot end, values that nothing sets, messages that break a limit, and more. Each code is explained in docs/findings.md.',
        tags: ['Flows'],
        params: AgentPath,
        querystring: FlowQuery,
        response: { 200: Findings },
      },
    },
    async (request) => {
      const agent = await reachAgent(context, request);
      const { flow } = await readFlow(context, agent.agentId, request.query.version ?? null);
      const findings = await findingsOf(context, agent, flow);
      const errors = findings.filter(({ severity }) => severity === 'error').length;
      return { errors, warnings: findings.length - errors, findings };
    },
  );
}
