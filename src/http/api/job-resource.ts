/** What the resources that are jobs have in common: how one begins, and what is shown of it whatever its kind. */
import type { Context } from '../../context.ts';
import { Problem, retryAfter } from '../../errors.ts';
import { uuidv7 } from '../../ids.ts';
import { insertJob, type Job } from '../../store/jobs.ts';
import { readFlowText } from './flow.ts';

/** Of an agent and of one kind. */
export const JOB_LIMITS = { maxOpen: 2, maxKept: 20 };
const RETRY_AFTER_SECONDS = 10;

type NewJob = {
  agentId: string;
  /** Its plural takes an s. */
  kind: string;
  version: number | 'draft';
  request: object;
  progress: object;
};

/** Begins a job on the draft as it is now, or on a version. @throws Problem `too_many_requests` */
export async function startJob(context: Context, { version, ...wanted }: NewJob): Promise<Job> {
  const { agentId, kind } = wanted;
  const flow = await readFlowText(context, agentId, version === 'draft' ? null : version);
  const job = { ...wanted, jobId: `${kind}_${uuidv7()}`, flow };
  const inserted = await insertJob(context.sql, job, JOB_LIMITS);
  if (!inserted) {
    const detail = `${JOB_LIMITS.maxOpen} ${kind}s of this agent are under way; wait for one.`;
    throw new Problem('too_many_requests', detail, { headers: retryAfter(RETRY_AFTER_SECONDS) });
  }
  context.jobs.wake();
  return inserted;
}

/** After what its kind shows. */
export function jobOutcome({ failure, createdAt, updatedAt }: Job) {
  return {
    ...(failure !== null && { failure }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
