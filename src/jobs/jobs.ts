/** Works on jobs, two at a time, slice by slice; after a restart, or when another process died, from the last slice on. */
import type { Context } from '../context.ts';
import { uuidv7 } from '../ids.ts';
import { pause, unlessAborted } from '../pause.ts';
import { type ClaimedJob, claimJob, releaseJob, renewJob, saveJob } from '../store/jobs.ts';
import { explorationJob } from './exploration.ts';
import { replayJob } from './replay.ts';
import type { Slice } from './slice.ts';

type JobKind = (context: Context, job: ClaimedJob) => Promise<Slice>;

/** Every kind of job, and what does a slice of it. */
const JOBS: Record<string, JobKind> = { replay: replayJob, exploration: explorationJob };

const MAX_AT_ONCE = 2;
/** Another process may take a job over so long after its owner died. */
const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;
/** Jobs of other processes that died are looked for this often; own ones begin at once. */
const POLL_MS = 10_000;

type Jobs = AsyncDisposable & {
  start(): void;
  /** There is a new job. */
  wake(): void;
};

export function createJobs(context: () => Context): Jobs {
  const owner = uuidv7();
  const stop = new AbortController();
  let woken = new AbortController();
  let loops: Promise<void>[] = [];

  async function loop(): Promise<void> {
    while (!stop.signal.aborted) {
      const { sql, log } = context();
      const seen = woken;
      const job = await claimJob(sql, owner, LEASE_SECONDS).catch((cause) => {
        log.warn({ err: cause }, 'jobs cannot be read; trying again');
      });
      if (job) await work(job);
      else await pause(POLL_MS, AbortSignal.any([seen.signal, stop.signal]));
    }
  }

  async function work(job: ClaimedJob): Promise<void> {
    const { sql, log } = context();
    const { jobId } = job;
    const renewing = setInterval(() => void renewJob(sql, jobId, owner, LEASE_SECONDS).catch(nothing), RENEW_MS);
    try {
      await unlessAborted(workOn(job), stop.signal);
    } catch (cause) {
      if (!stop.signal.aborted) log.error({ err: cause, jobId }, 'a job was interrupted; trying again');
      // If this fails too, the lease ends.
      await releaseJob(sql, jobId, owner).catch(nothing);
      await pause(POLL_MS, stop.signal);
    } finally {
      clearInterval(renewing);
    }
  }

  async function workOn(claimed: ClaimedJob): Promise<void> {
    const { sql, log } = context();
    let job = claimed;
    let isLast = false;
    while (!isLast && !stop.signal.aborted) {
      const slice = await sliceOf(job).catch((cause: Error): Slice => {
        if (stop.signal.aborted) throw cause;
        log.error({ err: cause, jobId: job.jobId }, 'a job failed');
        const failure = cause.name === 'WorkEnded' ? cause.message : 'internal error';
        return { progress: job.progress, cursor: job.cursor, isLast: true, failure };
      });
      const { progress, cursor, failure = null } = slice;
      isLast = slice.isLast;
      const status = failure === null ? (isLast ? 'done' : 'running') : 'failed';
      job = { ...job, progress, cursor, failure, status };
      if (!(await saveJob(sql, job, owner))) return;
    }
  }

  function sliceOf(job: ClaimedJob): Promise<Slice> {
    const kind = JOBS[job.kind];
    if (!kind) throw new Error(`there is no kind of job ${job.kind}`);
    return kind(context(), job);
  }

  return {
    start() {
      loops = Array.from({ length: MAX_AT_ONCE }, loop);
    },
    wake() {
      woken.abort();
      woken = new AbortController();
    },
    async [Symbol.asyncDispose]() {
      stop.abort(new Error('the service is stopping'));
      await Promise.all(loops);
    },
  };
}

const nothing = () => {};
