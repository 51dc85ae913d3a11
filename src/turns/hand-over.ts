/**
 * Hands a committed message to the RCS platform, and says what came of it. A failure that may pass is tried again until
 * the message's deadline and holds up its own conversation alone; throttling holds up its agent.
 */
import type { Context } from '../context.ts';
import { RemoteFailure } from '../errors.ts';
import { reached } from '../faults.ts';
import type { Agent } from '../model/agent.ts';
import { classify } from '../model/classification.ts';
import type { StoredEvent } from '../model/event.ts';
import type { InboxItem } from '../model/inbox-item.ts';
import { pause } from '../pause.ts';
import type { OutboxRow } from '../store/turns.ts';
import { hasLeft } from './consent.ts';
import type { Paces } from './pace.ts';
import { expiredEvent, failedEvent, sentEvent } from './payload.ts';
import type { Reachability, Recipient } from './reachability.ts';

/** Without a time to live of its own a message is tried for so long from its first attempt on. Source: lanes.md, "Turn". */
const MAX_DELIVERY_MS = 10 * 60 * 1000;
const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 30_000;
/** Up to so much is added to a pause, so that those that failed together do not come back together. */
const JITTER = 0.2;

/** What is known of the phones and of the platform's patience. */
export type Reach = { reachability: Reachability; paces: Paces };

/** `behind`: what the conversation has waiting for this message. */
type Circumstances = Reach & { behind: () => InboxItem[] };

/** Resolves with the events to record, in order. @throws LaneLost when the lane is given back meanwhile, or what is a bug */
export async function handOver(
  context: Context,
  circumstances: Circumstances,
  agent: Agent,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<StoredEvent[]> {
  const { handOvers, handOverSeconds } = context.metrics;
  const endTimer = handOverSeconds.startTimer();
  handOvers.inc();
  const event = await deliver(context, circumstances, agent, row, signal).finally(() => handOvers.dec());
  endTimer({ outcome: event.type });
  const { held, response } = row.body;
  // The user's event carries the reply's state only when the agent did send a reply.
  return held ? [{ ...held, response: event.type === 'SENT' ? response : null }, event] : [event];
}

async function deliver(
  context: Context,
  { reachability, paces, behind }: Circumstances,
  agent: Agent,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<StoredEvent> {
  const recipient = { platformAgentId: agent.config.platformAgentId ?? agent.agentId, phoneNumber: row.phoneNumber };
  const pace = paces.of(recipient.platformAgentId);
  let firstAttemptMs: number | null = null;
  let failure: RemoteFailure | null = null;

  for (let pauseMs = RETRY_FIRST_MS; ; pauseMs = Math.min(pauseMs * 2, RETRY_MAX_MS)) {
    await pace.enter(row.lane, signal, failure !== null);
    const nowMs = context.databaseNow().getTime();
    const isOver: boolean = nowMs >= deadline(row, firstAttemptMs ?? nowMs);
    let outcome: StoredEvent | RemoteFailure;
    try {
      if (isOver) outcome = tooLate(context, row, failure);
      // Its turn has not come, but nobody who has left may be written to.
      else if (hasLeft(agent, row.body, behind())) outcome = failed(context, row, null);
      else outcome = await call(context, reachability, agent, row, recipient);
    } catch (cause) {
      pace.leave(null);
      throw cause;
    }
    if (!(outcome instanceof RemoteFailure)) {
      pace.leave(null);
      return outcome;
    }
    const isThrottled = outcome.kind === 'throttled';
    pace.leave(isThrottled ? outcome : null);
    failure = outcome;
    firstAttemptMs ??= nowMs;
    // The pause is the agent's, and whoever was throttled goes first after it.
    if (isThrottled) continue;
    const leftMs = deadline(row, firstAttemptMs) - context.databaseNow().getTime();
    const waitMs = Math.max(pauseMs, outcome.retryAfterMs ?? 0) * (1 + JITTER * Math.random());
    await pause(Math.max(0, Math.min(waitMs, leftMs)), signal);
  }
}

/** One attempt: the event that ends it, or a failure that may pass. @throws what is a bug of ours */
async function call(
  context: Context,
  reachability: Reachability,
  agent: Agent,
  row: OutboxRow,
  recipient: Recipient,
): Promise<StoredEvent | RemoteFailure> {
  try {
    const isChecked = agent.config.capabilityCheck !== false;
    if (isChecked && !(await reachability.ask(recipient)).reachable) return failed(context, row, null);
    return await send(context, agent, row, recipient);
  } catch (cause) {
    if (!(cause instanceof RemoteFailure)) throw cause;
    if (cause.kind === 'unreachable') reachability.forget(recipient);
    return cause.retry ? cause : failed(context, row, cause);
  }
}

async function send(context: Context, agent: Agent, row: OutboxRow, recipient: Recipient): Promise<StoredEvent> {
  const { messageId, content, messageTrafficType, held } = row.body;
  reached('before-platform-call');
  const accepted = await context.transport.send({
    ...recipient,
    messageId,
    contentMessage: content,
    useCase: agent.useCase,
    messageTrafficType: messageTrafficType ?? null,
    answersUser: held !== null,
    ttlSeconds: remainingSeconds(row, context.databaseNow()),
  });
  reached('after-platform-call');
  return sentEvent(context.installation, row, {
    messageId,
    sendTime: accepted.acceptedAt,
    classification: accepted.classification ?? classify(content),
  });
}

/** The platform's last answer, if it was asked at all; else the time to live was over before that, and the event says so. */
function tooLate(context: Context, row: OutboxRow, failure: RemoteFailure | null): StoredEvent {
  if (failure) return failed(context, row, failure);
  const { messageId } = row.body;
  return expiredEvent(context.installation, row, { messageId, sendTime: context.now().toISOString() });
}

function failed(context: Context, row: OutboxRow, failure: RemoteFailure | null): StoredEvent {
  return failedEvent(context.installation, row, {
    messageId: row.body.messageId,
    sendTime: context.now().toISOString(),
    failure: failure && { httpStatus: failure.httpStatus, body: failure.body },
  });
}

/** By the database's clock, as `receivedAt` is. */
function deadline({ body }: OutboxRow, firstAttemptMs: number): number {
  if (body.ttlSeconds === null) return firstAttemptMs + MAX_DELIVERY_MS;
  return Date.parse(body.receivedAt) + body.ttlSeconds * 1000;
}

/** What waiting has left of the time to live; at least one second, since the deadline has not passed. */
function remainingSeconds({ body }: OutboxRow, now: Date): number | null {
  if (body.ttlSeconds === null) return null;
  const waitedSeconds = Math.max(0, now.getTime() - Date.parse(body.receivedAt)) / 1000;
  return Math.max(1, Math.round(body.ttlSeconds - waitedSeconds));
}
