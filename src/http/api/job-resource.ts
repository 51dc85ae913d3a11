/** What the resources that are jobs have in common: how one begins, and what is shown of it whatever its kind. */
import type { Context } from '../../context.ts';
import { Problem, retryAfter } from '../../errors.ts';
import { uuidv7 } from '../../ids.ts';
import type { Agent } from '../../model/agent.ts';
import { findJob, insertJob, type Job, removeJob } from '../../store/jobs.ts';
import { audit, type Requester } from './audited.ts';
import { readFlowText } from './flow.ts';

/** Of an agent and of one kind. */
export const JOB_LIMITS = { maxOpen: 2, maxKept: 20 };
const RETRY_AFTER_SECONDS = 10;

type NewJob = {
  agent: Pick<Agent, 'agentId' | 'accountId'>;
  /** Its plural takes an s. */
  kind: string;
  version: number | 'draft';
  request: object;
  progress: object;
};

/** Begins a job on the draft as it is now, or on a version. @throws Problem `too_many_requests` */
export async function startJob(
  context: Context,
  request: Requester,
  { agent, version, ...wanted }: NewJob,
): Promise<Job> {
  const { agentId, accountId } = agent;
  const { kind } = wanted;
  const flow = await readFlowText(context, agentId, version === 'draft' ? null : version);
  const job = { ...wanted, agentId, jobId: `${kind}_${uuidv7()}`, flow };
  const inserted = await context.sql.begin(async (transaction) => {
    const made = await insertJob(transaction, job, JOB_LIMITS);
    if (made) await audit(transaction, request, { accountId, agentId, id: made.jobId, after: wanted.request });
    return made;
  });
  if (!inserted) {
    const detail = `${JOB_LIMITS.maxOpen} ${kind}s of this agent are under way; wait for one.`;
    throw new Problem('too_many_requests', detail, { headers: retryAfter(RETRY_AFTER_SECONDS) });
  }
  context.jobs.wake();
  return inserted;
}

/** Whether there was one. */
export async function deleteJob(
  { sql }: Context,
  request: Requester,
  { agent, kind, jobId }: Pick<NewJob, 'agent' | 'kind'> & { jobId: string },
): Promise<boolean> {
  const { agentId, accountId } = agent;
  return sql.begin(async (transaction) => {
    const job = await findJob(transaction, { agentId, kind, jobId });
    if (!job || !(await removeJob(transaction, { agentId, kind, jobId }))) return false;
    await audit(transaction, request, { accountId, agentId, id: jobId, before: job.request });
    return true;
  });
}

/** After what its kind shows. */
export function jobOutcome({ failure, createdAt, updatedAt }: Job) {
  return {
    ...(failure !== null && { failure }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
