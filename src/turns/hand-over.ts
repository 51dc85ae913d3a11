/**
 * Hands a committed message to the RCS platform, and says what came of it. A failure that may pass is tried again until
 * the message's deadline and holds up its own conversation alone; throttling holds up its agent.
 */
import type { Context } from '../context.ts';
import { RemoteFailure } from '../errors.ts';
import { reached } from '../faults.ts';
import { LaneLost } from '../lanes/lanes.ts';
import type { Agent } from '../model/agent.ts';
import { classify } from '../model/classification.ts';
import type { StoredEvent } from '../model/event.ts';
import type { InboxItem } from '../model/inbox-item.ts';
import { pause } from '../pause.ts';
import { findOutboxBody, KEPT_BODY_BYTES, type OutboxRow, type OutgoingMessage } from '../store/turns.ts';
import type { Budget, Charge } from './budget.ts';
import { hasLeft } from './consent.ts';
import type { Pace, Paces } from './pace.ts';
import { expiredEvent, failedEvent, sentEvent } from './payload.ts';
import type { Reachability, Recipient } from './reachability.ts';

/** Without a time to live of its own a message is tried for so long from its first attempt on. Source: lanes.md, "Turn". */
const MAX_DELIVERY_MS = 10 * 60 * 1000;
const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 30_000;
/** Up to so much is added to a pause, so that those that failed together do not come back together. */
const JITTER = 0.2;

/** What is known of the phones and of the platform's patience, and how much may be on its way there. */
export type Reach = { reachability: Reachability; paces: Paces; calls: Budget };

/**
 * Bytes of long messages with which the platform is being called, of all lanes: as many of the longest as there are
 * connections. Each is in memory three times meanwhile: as an object, as text, and on the thread that sends it.
 */
export const MAX_CALL_BYTES = 32 * 1024 * 1024;

/** `behind`: what the conversation has waiting for this message. */
type Circumstances = Reach & { behind: () => InboxItem[] };

/** The events that end it, or a failure that may pass. */
type Outcome = { events: StoredEvent[] } | { failure: RemoteFailure; untilMs: number };

/** Resolves with the events to record, in order. @throws LaneLost when the lane is given back meanwhile, or what is a bug */
export async function handOver(
  context: Context,
  circumstances: Circumstances,
  agent: Agent,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<StoredEvent[]> {
  const { handOvers, handOverSeconds } = context.metrics;
  const endTimer = handOverSeconds.startTimer();
  handOvers.inc();
  const events = await deliver(context, circumstances, agent, message, signal).finally(() => handOvers.dec());
  endTimer({ outcome: events.at(-1)!.type });
  return events;
}

async function deliver(
  context: Context,
  circumstances: Circumstances,
  agent: Agent,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<StoredEvent[]> {
  const { paces, calls } = circumstances;
  const recipient = {
    platformAgentId: agent.config.platformAgentId ?? agent.agentId,
    phoneNumber: message.phoneNumber,
  };
  const pace = paces.of(recipient.platformAgentId);
  const before: Before = { firstAttemptMs: null, failure: null };

  for (let pauseMs = RETRY_FIRST_MS; ; pauseMs = Math.min(pauseMs * 2, RETRY_MAX_MS)) {
    const charge = await enter(pace, calls, message, signal, before.failure !== null);
    let outcome: Outcome | null = null;
    try {
      outcome = await attempt(context, circumstances, agent, message, recipient, before);
    } finally {
      pace.leave(outcome && 'failure' in outcome && outcome.failure.kind === 'throttled' ? outcome.failure : null);
      charge?.end();
      if (isLong(message)) message.body = null;
    }
    if ('events' in outcome) return outcome.events;
    const { failure, untilMs } = outcome;
    before.failure = failure;
    // The pause is the agent's, and whoever was throttled goes first after it.
    if (failure.kind === 'throttled') continue;
    const leftMs = untilMs - context.databaseNow().getTime();
    const waitMs = Math.max(pauseMs, failure.retryAfterMs ?? 0) * (1 + JITTER * Math.random());
    await pause(Math.max(0, Math.min(waitMs, leftMs)), signal);
  }
}

const isLong = ({ bytes }: OutgoingMessage) => bytes > KEPT_BODY_BYTES;

/** Resolves when the platform may be called. Until then a long message is in the database alone. @throws LaneLost */
async function enter(
  pace: Pace,
  calls: Budget,
  message: OutgoingMessage,
  signal: AbortSignal,
  isRepeat: boolean,
): Promise<Charge | null> {
  const { agentId, bytes, lane } = message;
  if (signal.aborted) throw new LaneLost(lane);
  if (!isLong(message)) {
    await pace.enter(lane, signal, isRepeat);
    return null;
  }
  const charge = pace.isFree() ? calls.take(agentId, bytes) : null;
  if (!charge) message.body = null;
  await pace.enter(lane, signal, isRepeat);
  try {
    return charge ?? (await calls.wait(agentId, bytes, lane, signal));
  } catch (cause) {
    pace.leave(null);
    throw cause;
  }
}

/** What earlier attempts have left. */
type Before = { firstAttemptMs: number | null; failure: RemoteFailure | null };

/** One attempt. The body is this function's alone while the message is long, so that nothing keeps it afterwards. */
async function attempt(
  context: Context,
  { reachability, behind }: Circumstances,
  agent: Agent,
  message: OutgoingMessage,
  recipient: Recipient,
  before: Before,
): Promise<Outcome> {
  const body = message.body ?? (await findOutboxBody(context.sql, message.lane, message.seq));
  // Only an owner removes it.
  if (!body) throw new LaneLost(message.lane);
  const row: OutboxRow = { ...message, body };
  const nowMs = context.databaseNow().getTime();
  const untilMs = deadline(row, before.firstAttemptMs ?? nowMs);
  let event: StoredEvent | RemoteFailure;
  if (nowMs >= untilMs) event = tooLate(context, row, before.failure);
  // Its turn has not come, but nobody who has left may be written to.
  else if (hasLeft(agent, body, behind())) event = failed(context, row, null);
  else event = await call(context, reachability, agent, row, recipient);
  if (event instanceof RemoteFailure) {
    before.firstAttemptMs ??= nowMs;
    return { failure: event, untilMs };
  }
  const { held, response } = body;
  // The user's event carries the reply's state only when the agent did send a reply.
  return { events: held ? [{ ...held, response: event.type === 'SENT' ? response : null }, event] : [event] };
}

/** The event that ends it, or a failure that may pass. @throws what is a bug of ours */
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
