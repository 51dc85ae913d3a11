/** Replays: jobs that run recorded conversations on another flow, and tell what would have been different. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { TestId } from '../../model/flow-test.ts';
import { NO_COUNTS, type Replay, type ReplayCounts, type ReplayRequest } from '../../model/replay.ts';
import { findJob, type Job } from '../../store/jobs.ts';
import { AgentPath, NoContent, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { deleteJob, JOB_LIMITS, jobOutcome, startJob } from './job-resource.ts';
import { reachAgent } from './visibility.ts';

const tags = ['Replays'];
const kind = 'replay';

const ReplayPath = Type.Object({ agentId: AgentPath.properties.agentId, replayId: TestId });

export function replayRoutes(server: Server, context: Context): void {
  const { sql } = context;

  server.post(
    '/agents/:agentId/replays',
    {
      config: {
        problems: ['agent_not_found', 'version_not_found', 'flow_too_large', 'too_many_requests'],
      },
      schema: {
        operationId: 'startReplay',
        summary: 'Replay conversations on another flow',
        description: `Begins a job: recorded sessions run on the draft as it is now, or on a version, with the same messages at the same times and the recorded results of operations. Nothing is sent and no connector is called. An agent may have ${JOB_LIMITS.maxOpen} under way, then 429; the latest ${JOB_LIMITS.maxKept} are kept.`,
        tags,
        params: AgentPath,
        body: ref('ReplayRequest'),
        response: { 202: ref('Replay') },
      },
    },
    async (request, reply) => {
      const agent = await reachAgent(context, request);
      const { version = 'draft' } = request.body;
      const job = await startJob(context, request, {
        agent,
        kind,
        version,
        request: request.body,
        progress: NO_COUNTS,
      });
      return reply.code(202).send(replayOf(job));
    },
  );

  server.get(
    '/agents/:agentId/replays/:replayId',
    {
      config: { problems: ['agent_not_found', 'replay_not_found'] },
      schema: {
        operationId: 'getReplay',
        summary: 'Get a replay',
        description:
          'Its progress and what it has found so far. `same` means the same messages in the same order, the same waits and the same stops; `cannotSay` that the recording lacks what the flow needs.',
        tags,
        params: ReplayPath,
        response: { 200: ref('Replay') },
      },
    },
    async (request) => {
      const { agentId } = await reachAgent(context, request);
      const { replayId: jobId } = request.params;
      const job = await findJob(sql, { agentId, kind, jobId });
      if (!job) throw noReplay(jobId);
      return replayOf(job);
    },
  );

  server.delete(
    '/agents/:agentId/replays/:replayId',
    {
      config: { problems: ['agent_not_found', 'replay_not_found'] },
      schema: {
        operationId: 'deleteReplay',
        summary: 'Delete a replay',
        description: 'One that is under way ends.',
        tags,
        params: ReplayPath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const agent = await reachAgent(context, request);
      const { replayId: jobId } = request.params;
      if (!(await deleteJob(context, request, { agent, kind, jobId }))) throw noReplay(jobId);
      return reply.code(204).send(null);
    },
  );
}

function replayOf(job: Job): Replay {
  const { jobId, status, request, progress } = job;
  return {
    replayId: jobId,
    status,
    ...(request as ReplayRequest),
    ...(progress as ReplayCounts),
    ...jobOutcome(job),
  };
}

function noReplay(replayId: string): Problem {
  return new Problem('replay_not_found', `The agent has no replay ${replayId}, or it is not kept any longer.`);
}
