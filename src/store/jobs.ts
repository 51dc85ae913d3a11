/** Jobs: work in slices. A job belongs to the process that holds its lease; after a crash another one goes on. */
import type { JobState } from '../model/replay.ts';
import { jsonValue } from './rows.ts';
import type { Sql } from './sql.ts';

export type Job = {
  jobId: string;
  agentId: string;
  kind: string;
  status: JobState;
  request: object;
  progress: object;
  /** Where the next slice begins; null at the start. */
  cursor: string | null;
  failure: string | null;
  createdAt: Date;
  updatedAt: Date;
};

/** `flow`: a flow document, as JSON. */
export type ClaimedJob = Job & { flow: string };
type NewJob = Pick<ClaimedJob, 'jobId' | 'agentId' | 'kind' | 'request' | 'progress' | 'flow'>;
type JobKey = Pick<Job, 'agentId' | 'kind' | 'jobId'>;

const columns = (sql: Sql) => sql`
  job_id as "jobId", agent_id as "agentId", kind, status, request, progress, cursor, failure,
  created_at as "createdAt", updated_at as "updatedAt"`;

/** Undefined when the agent has `maxOpen` under way. Of those that are over, the latest `maxKept` stay. */
export async function insertJob(
  sql: Sql,
  { jobId, agentId, kind, request, progress, flow }: NewJob,
  { maxOpen, maxKept }: { maxOpen: number; maxKept: number },
): Promise<Job | undefined> {
  const [row] = await sql<Job[]>`
    with old as (
      delete from job where job_id in (
        select job_id from job
        where agent_id = ${agentId} and kind = ${kind} and status not in ('queued', 'running')
        order by created_at desc offset ${maxKept})
    )
    insert into job (job_id, agent_id, kind, request, progress, flow)
    select ${jobId}, ${agentId}, ${kind}, ${jsonValue(sql, request)}, ${jsonValue(sql, progress)}, ${flow}
    where (
      select count(*) from job where agent_id = ${agentId} and kind = ${kind} and status in ('queued', 'running')
    ) < ${maxOpen}
    returning ${columns(sql)}`;
  return row;
}

export async function findJob(sql: Sql, { agentId, kind, jobId }: JobKey): Promise<Job | undefined> {
  const [row] = await sql<Job[]>`
    select ${columns(sql)} from job where job_id = ${jobId} and agent_id = ${agentId} and kind = ${kind}`;
  return row;
}

/** Whether there was one. Whoever works on it finds out after the slice. */
export async function removeJob(sql: Sql, { agentId, kind, jobId }: JobKey): Promise<boolean> {
  const { count } = await sql`
    delete from job where job_id = ${jobId} and agent_id = ${agentId} and kind = ${kind}`;
  return count > 0;
}

/** The oldest job that nobody works on. */
export async function claimJob(sql: Sql, owner: string, leaseSeconds: number): Promise<ClaimedJob | undefined> {
  const [row] = await sql<ClaimedJob[]>`
    update job set status = 'running', owner = ${owner}, lease_until = ${later(sql, leaseSeconds)}
    where job_id = (
      select job_id from job
      where status in ('queued', 'running') and (lease_until is null or lease_until < now())
      order by created_at limit 1 for update skip locked)
    returning ${columns(sql)}, flow`;
  return row;
}

export async function renewJob(sql: Sql, jobId: string, owner: string, leaseSeconds: number): Promise<void> {
  await sql`
    update job set lease_until = ${later(sql, leaseSeconds)}
    where job_id = ${jobId} and owner = ${owner} and status = 'running'`;
}

/** What a slice has changed. False when the job was removed, or is another process's by now. */
export async function saveJob(
  sql: Sql,
  { jobId, status, progress, cursor, failure }: Pick<Job, 'jobId' | 'status' | 'progress' | 'cursor' | 'failure'>,
  owner: string,
): Promise<boolean> {
  const { count } = await sql`
    update job
    set status = ${status}, progress = ${jsonValue(sql, progress)}, cursor = ${cursor}, failure = ${failure},
        updated_at = now()
    where job_id = ${jobId} and owner = ${owner} and status = 'running'`;
  return count > 0;
}

/** Gives it back: another process may go on at once. */
export async function releaseJob(sql: Sql, jobId: string, owner: string): Promise<void> {
  await sql`update job set owner = null, lease_until = null where job_id = ${jobId} and owner = ${owner}`;
}

function later(sql: Sql, seconds: number) {
  return sql`now() + ${seconds}::int * interval '1 second'`;
}
