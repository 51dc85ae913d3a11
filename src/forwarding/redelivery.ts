/**
 * Sends events of the failure queue again in the background, a page at a time: first one of them, the others once the
 * webhook has taken it. How far that is stands in the database, so any process takes the next step, also after a crash.
 */
import type { Lanes } from '../lanes/lanes.ts';
import type { Logger } from '../log.ts';
import { parseEventId } from '../model/event-id.ts';
import { type EventFilter, failureFilter } from '../model/forwarded-event.ts';
import { pause } from '../pause.ts';
import { type EventKey, findEventKey, listEventKeys, listEventsAt } from '../store/events.ts';
import {
  chooseProbe,
  findVerdict,
  type OpenRedelivery,
  type RedeliveryStep,
  takeRedelivery,
  updateRedelivery,
  type Verdict,
} from '../store/redeliveries.ts';
import type { Sql } from '../store/sql.ts';

/** Events read and appended in one step. */
const PAGE = 1000;
/** How often to look for steps: of redeliveries requested in another process, or left by one that died. */
const POLL_MS = 2_000;
/** How often to look for the outcome of a probe. */
const PROBE_POLL_MS = 300;
/** Longer than the longest pause of a breaker: after this the webhook is down. */
const PROBE_PATIENCE_SECONDS = 180;
/** Characters of a response in the reason. */
const RESPONSE_SHOWN = 200;

export type Redeliverer = AsyncDisposable & {
  /** One was requested in this process: takes its first step at once. */
  wake(): void;
};

type Parts = { sql: Sql; log: Logger; lanes: Pick<Lanes, 'append'> };

export function startRedeliverer(parts: Parts): Redeliverer {
  const stopping = new AbortController();
  let waking = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      waking = new AbortController();
      let pauseMs = POLL_MS;
      try {
        for (let job = await takeRedelivery(parts.sql); job; job = await takeRedelivery(parts.sql)) {
          const step = await takeStep(parts, job);
          await updateRedelivery(parts.sql, job.redeliveryId, step);
          if (step.pauseMs !== undefined) pauseMs = step.pauseMs;
          if (stopping.signal.aborted) return;
        }
      } catch (cause) {
        // It is taken up again when its lease has ended.
        parts.log.warn({ err: cause }, 'a step of a redelivery failed; it is repeated');
      }
      await pause(pauseMs, AbortSignal.any([stopping.signal, waking.signal]));
    }
  }

  const running = run();
  return {
    wake: () => waking.abort(),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
    },
  };
}

function takeStep(parts: Parts, job: OpenRedelivery): Promise<RedeliveryStep> {
  if (job.state === 'WAITING' && job.probe) return sendProbe(parts, job);
  return job.state === 'PROBING' ? judgeProbe(parts, job) : sendPage(parts, job);
}

/** What got into the queue after the request is not meant: it may have failed because of it. */
function wanted({ filter, createdAt }: OpenRedelivery): EventFilter {
  const meant = failureFilter(filter);
  return { ...meant, untilMs: Math.min(meant.untilMs ?? Number.POSITIVE_INFINITY, createdAt.getTime() + 1) };
}

/** The newest, because it is most like what will come. */
async function sendProbe({ sql, lanes }: Parts, job: OpenRedelivery): Promise<RedeliveryStep> {
  const chosen = await findProbe(sql, job);
  const key = chosen ?? (await listEventKeys(sql, job.agentId, wanted(job), { limit: 1 })).rows[0];
  if (!key) return { state: 'DONE' };
  if (!chosen) {
    const [event] = await listEventsAt(sql, job.agentId, [key]);
    const { attempts } = await findVerdict(sql, key, job);
    await chooseProbe(sql, job.redeliveryId, event!.eventId, attempts);
  }
  await lanes.append(itemOf(job, key));
  return { state: 'PROBING', accepted: 1, pauseMs: PROBE_POLL_MS };
}

async function judgeProbe({ sql }: Parts, job: OpenRedelivery): Promise<RedeliveryStep> {
  const key = await findProbe(sql, job);
  if (!key) return stopped('The event that was sent first does not exist any more.');
  const { attempts, last, failed } = await findVerdict(sql, key, job);
  if (attempts > job.probeAttempts! && last) {
    return isTaken(last)
      ? { state: 'SENDING' }
      : stopped(`The webhook did not take event ${job.probeEventId}: ${told(last)}`);
  }
  if (failed !== null) return stopped(`Event ${job.probeEventId} was not sent: ${failed}`);
  if (job.probingSeconds < PROBE_PATIENCE_SECONDS) return { state: 'PROBING', pauseMs: PROBE_POLL_MS };
  return stopped(
    `Event ${job.probeEventId} was not tried within ${PROBE_PATIENCE_SECONDS} s: its webhook is down, and it waits for that.`,
  );
}

async function sendPage({ sql, lanes }: Parts, job: OpenRedelivery): Promise<RedeliveryStep> {
  const request = { limit: PAGE, ...(job.cursor !== null && { cursor: job.cursor }) };
  const { rows, nextCursor } = await listEventKeys(sql, job.agentId, wanted(job), request);
  await Promise.all(rows.map((key) => lanes.append(itemOf(job, key))));
  const accepted = rows.length;
  return nextCursor === undefined ? { state: 'DONE', accepted } : { state: 'SENDING', accepted, cursor: nextCursor };
}

async function findProbe(sql: Sql, { agentId, probeEventId }: OpenRedelivery): Promise<EventKey | undefined> {
  const address = probeEventId === null ? null : parseEventId(probeEventId);
  return address ? findEventKey(sql, agentId, probeEventId!, address) : undefined;
}

/** A step that is repeated after a crash appends nothing twice. */
function itemOf(
  { agentId, redeliveryId, filter: { endpointId } }: OpenRedelivery,
  { phoneNumber, lane, seq, ordinal, day }: EventKey,
) {
  const body = { kind: 'redeliver', seq, ordinal, day, ...(endpointId !== undefined && { endpointId }) } as const;
  return { agentId, phoneNumber, body, dedupeId: `${redeliveryId} ${lane} ${seq} ${ordinal}` };
}

const stopped = (reason: string): RedeliveryStep => ({ state: 'STOPPED', reason });
const isTaken = ({ status }: Verdict) => status !== null && status >= 200 && status < 300;

function told({ status, error, response }: Verdict): string {
  if (status === null) return `${error}.`;
  return response === null ? `it answered ${status}.` : `it answered ${status}, ${response.slice(0, RESPONSE_SHOWN)}`;
}
