/** Explorations of an agent's flow: begun, looked at, and cancelled. A job explores; see `jobs/`. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import {
  type Exploration,
  type ExplorationProgress,
  type ExplorationRequest,
  NOTHING_EXPLORED,
} from '../../model/exploration.ts';
import { TestId } from '../../model/flow-test.ts';
import { findJob, type Job } from '../../store/jobs.ts';
import { AgentPath, NoContent, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { deleteJob, jobOutcome, startJob } from './job-resource.ts';
import { reachAgent } from './visibility.ts';

const tags = ['Flow tests'];
const kind = 'exploration';

const ExplorationPath = Type.Object({ agentId: AgentPath.properties.agentId, explorationId: TestId });

export function explorationRoutes(server: Server, context: Context): void {
  const { sql } = context;

  server.post(
    '/agents/:agentId/explorations',
    {
      config: {
        problems: ['agent_not_found', 'version_not_found', 'flow_too_large', 'too_many_requests'],
      },
      schema: {
        operationId: 'startExploration',
        summary: 'Explore the flow',
        description:
          'Begins random conversations with the flow as it is now, in the background. What breaks it is reported with the shortest conversation that shows it, as a flow test. No connector is called and nothing is sent. An agent may have two under way, then 429; the latest 20 are kept.',
        tags,
        params: AgentPath,
        body: ref('NewExploration'),
        response: { 202: ref('Exploration') },
      },
    },
    async (request, reply) => {
      const agent = await reachAgent(context, request);
      const { version = 'draft' } = request.body;
      // The schema has given the other defaults.
      const asked = { ...request.body, version } as ExplorationRequest;
      const job = await startJob(context, request, {
        agent,
        kind,
        version,
        request: asked,
        progress: NOTHING_EXPLORED,
      });
      return reply.code(202).send(explorationOf(job));
    },
  );

  server.get(
    '/agents/:agentId/explorations/:explorationId',
    {
      config: { problems: ['agent_not_found', 'exploration_not_found'] },
      schema: {
        operationId: 'getExploration',
        summary: 'Get an exploration',
        description: 'How far it is, and what it has found so far.',
        tags,
        params: ExplorationPath,
        response: { 200: ref('Exploration') },
      },
    },
    async (request) => {
      const { agentId } = await reachAgent(context, request);
      const { explorationId: jobId } = request.params;
      const job = await findJob(sql, { agentId, jobId, kind });
      if (!job) throw noExploration(jobId);
      return explorationOf(job);
    },
  );

  server.delete(
    '/agents/:agentId/explorations/:explorationId',
    {
      config: { problems: ['agent_not_found', 'exploration_not_found'] },
      schema: {
        operationId: 'deleteExploration',
        summary: 'Cancel or delete an exploration',
        description: 'One under way ends within seconds. What it found is deleted too.',
        tags,
        params: ExplorationPath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const agent = await reachAgent(context, request);
      const { explorationId: jobId } = request.params;
      if (!(await deleteJob(context, request, { agent, kind, jobId }))) throw noExploration(jobId);
      return reply.code(204).send(null);
    },
  );
}

function explorationOf(job: Job): Exploration {
  const { jobId, status, request, progress } = job;
  const { visits: _visits, ...shown } = progress as ExplorationProgress;
  return {
    explorationId: jobId,
    status,
    ...(request as ExplorationRequest),
    ...shown,
    ...jobOutcome(job),
  };
}

function noExploration(explorationId: string): Problem {
  const detail = `The agent has no exploration ${explorationId}, or it is not kept any longer.`;
  return new Problem('exploration_not_found', detail);
}
