/**
 * Dispatches a committed message to the RCS platform and reports the outcome. A failure that may pass is retried until
 * the message's deadline. Meanwhile the message holds up its own conversation and takes a place of its agent's share of
 * the lane's window: once that is full of such messages, the agent's other conversations wait as well. Throttling holds
 * up its agent. Only a call that hangs takes something of all agents: a connection, until it times out.
 */
import { type Backoff, nextPauseMs, spread } from '../backoff.ts';
import type { Context } from '../context.ts';
import { RemoteFailure } from '../errors.ts';
import { failpoint } from '../failpoints.ts';
import type { Budget, Charge } from '../lanes/budget.ts';
import { LaneLost } from '../lanes/lanes.ts';
import type { Agent } from '../model/agent.ts';
import { classify } from '../model/classification.ts';
import type { StoredEvent } from '../model/event.ts';
import { expiredEvent, failedEvent, sentEvent, withForwarding } from '../model/event-payload.ts';
import { told } from '../model/held-event.ts';
import type { InboxItem } from '../model/inbox-item.ts';
import { hasLeft } from '../model/silence.ts';
import { pause } from '../pause.ts';
import { findOutboxBody, KEPT_BODY_BYTES, type OutboxRow, type OutgoingMessage } from '../store/outbox.ts';
import type { TurnWrites } from '../store/turns.ts';
import type { Pace, Paces } from './pace.ts';
import type { Reachability, Recipient } from './reachability.ts';

/**
 * A message without its own time to live is retried for this long from its first attempt on. See docs/spec-choices.md
 * §10, retries.
 */
const MAX_DELIVERY_MS = 10 * 60 * 1000;
const RETRY: Backoff = { firstMs: 500, maxMs: 30_000 };

/** Reachability of the phones, the pace of each agent, and the budget for messages on their way. */
export type DispatchParts = { reachability: Reachability; paces: Paces; calls: Budget };

/**
 * Bytes of long messages in calls of the platform, for all lanes: as many of the longest as there are connections. Each
 * is in memory three times meanwhile: as an object, as text, and on the thread that sends it.
 */
export const MAX_CALL_BYTES = 32 * 1024 * 1024;

/** `behind`: the conversation's items that wait for this message. */
type Circumstances = DispatchParts & { behind: () => InboxItem[] };

/** The events that end it, or a failure that may pass. */
type Outcome = { events: StoredEvent[] } | { failure: RemoteFailure; untilMs: number };

type Lane = {
  /** Aborts when the lane is lost, or about to be given back. */
  signal: AbortSignal;
  commit: (writes: TurnWrites) => Promise<unknown>;
};

/** Resolves when the message's outcome is committed. @throws LaneLost when the lane is lost, or a bug */
export function createDispatch(
  context: Context,
  parts: DispatchParts,
  { signal, commit }: Lane,
): (message: OutgoingMessage, behind: () => InboxItem[]) => Promise<void> {
  const { dispatches, dispatchSeconds } = context.metrics;

  return async (message, behind) => {
    const dispatchedSeq = message.seq;
    const agent = await context.catalog.findAgent(message.agentId);
    // Its agent was deleted while it waited: there is nobody left to act for.
    if (!agent) return void (await commit({ dispatchedSeq }));
    const endTimer = dispatchSeconds.startTimer();
    dispatches.inc();
    const delivering = deliver(context, { ...parts, behind }, agent, message, signal);
    const events = await delivering.finally(() => dispatches.dec());
    endTimer({ outcome: events.at(-1)!.type });
    await commit({ dispatchedSeq, events: withForwarding(agent, events) });
  };
}

/** Resolves with the events to record, in order. */
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

  for (let pauseMs = RETRY.firstMs; ; pauseMs = nextPauseMs(pauseMs, RETRY)) {
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
    // The pause is the agent's; a throttled message goes first after it.
    if (failure.kind === 'throttled') continue;
    const leftMs = untilMs - context.databaseNow().getTime();
    const waitMs = spread(Math.max(pauseMs, failure.retryAfterMs ?? 0));
    await pause(Math.max(0, Math.min(waitMs, leftMs)), signal);
  }
}

const isLong = ({ bytes }: OutgoingMessage) => bytes > KEPT_BODY_BYTES;

/** Resolves when the platform may be called. Until then a long message is only in the database. @throws LaneLost */
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

/** State from earlier attempts. */
type Before = { firstAttemptMs: number | null; failure: RemoteFailure | null };

/** One attempt. A long body is referenced by this function alone, so that nothing keeps it in memory afterwards. */
async function attempt(
  context: Context,
  { reachability, behind }: Circumstances,
  agent: Agent,
  message: OutgoingMessage,
  recipient: Recipient,
  before: Before,
): Promise<Outcome> {
  const body = message.body ?? (await findOutboxBody(context.sql, message.lane, message.seq));
  // Only an owner removes it, so another one has the lane.
  if (!body) throw new LaneLost(message.lane);
  const row: OutboxRow = { ...message, body };
  const nowMs = context.databaseNow().getTime();
  const untilMs = deadline(row, before.firstAttemptMs ?? nowMs);
  let event: StoredEvent | RemoteFailure;
  if (nowMs >= untilMs) event = tooLate(context, row, before.failure);
  // Its turn has not come, but nobody who has opted out may be written to.
  else if (hasLeft(agent, body, behind())) event = failed(context, row, null);
  else event = await call(context, reachability, agent, row, recipient);
  if (event instanceof RemoteFailure) {
    before.firstAttemptMs ??= nowMs;
    return { failure: event, untilMs };
  }
  // One that ended without a call is the turn's.
  const { traceparent = body.traceparent } = event;
  return { events: told(body, traceparent ? { ...event, traceparent } : event) };
}

/** The event that ends it, or a failure that may pass. @throws a bug of ours */
async function call(
  context: Context,
  reachability: Reachability,
  agent: Agent,
  row: OutboxRow,
  recipient: Recipient,
): Promise<StoredEvent | RemoteFailure> {
  const span = context.tracing?.start('dispatch', {
    ...{ kind: 'client', traceparent: row.body.traceparent },
    attributes: { 'parley.agent.id': row.agentId, 'parley.message.id': row.body.messageId },
  });
  if (!span) return tryOut(context, reachability, agent, row, recipient);
  const { traceparent } = span;
  const traced = { ...row, body: { ...row.body, traceparent } };
  try {
    const outcome = await tryOut(context, reachability, agent, traced, recipient);
    const isFailure = outcome instanceof RemoteFailure;
    span.end(isFailure ? outcome.kind : outcome.type === 'FAILED' ? outcome.type : null);
    return isFailure ? outcome : { ...outcome, traceparent };
  } catch (cause) {
    span.end('bug');
    throw cause;
  }
}

async function tryOut(
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
  const { messageId, content, messageTrafficType, held, traceparent } = row.body;
  failpoint('before-platform-call');
  const accepted = await context.transport.send({
    ...recipient,
    messageId,
    contentMessage: content,
    useCase: agent.useCase,
    messageTrafficType: messageTrafficType ?? null,
    answersUser: Boolean(held),
    ttlSeconds: remainingSeconds(row, context.databaseNow()),
    ...(context.tracing && traceparent && { traceparent }),
  });
  failpoint('after-platform-call');
  return sentEvent(context.installation, row, {
    messageId,
    sendTime: accepted.acceptedAt,
    classification: accepted.classification ?? classify(content),
  });
}

/** The platform's last answer, if it was called at all; else the time to live ended before that, as the event says. */
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
function deadline({ body: { ttlSeconds = null, receivedAt } }: OutboxRow, firstAttemptMs: number): number {
  return ttlSeconds === null ? firstAttemptMs + MAX_DELIVERY_MS : Date.parse(receivedAt) + ttlSeconds * 1000;
}

/** The rest of the time to live; at least one second, since the deadline has not passed. */
function remainingSeconds({ body: { ttlSeconds = null, receivedAt } }: OutboxRow, now: Date): number | null {
  if (ttlSeconds === null) return null;
  const waitedSeconds = Math.max(0, now.getTime() - Date.parse(receivedAt)) / 1000;
  return Math.max(1, Math.round(ttlSeconds - waitedSeconds));
}
