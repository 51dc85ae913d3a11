/**
 * Hands a committed message to the RCS platform, and says what came of it. A failure that may pass is tried again until
 * the message's deadline and holds up its own conversation alone.
 */
import type { Context } from '../context.ts';
import { RemoteFailure } from '../errors.ts';
import { reached } from '../faults.ts';
import { LaneLost } from '../lanes/lanes.ts';
import type { Agent } from '../model/agent.ts';
import { classify } from '../model/classification.ts';
import type { StoredEvent } from '../model/event.ts';
import { pause } from '../pause.ts';
import type { OutboxRow } from '../store/turns.ts';
import { failedEvent, sentEvent } from './payload.ts';
import type { Reachability, Recipient } from './reachability.ts';

/** A message is tried for at most this long, or its time to live if that is shorter. Source: lanes.md, "Turn". */
const MAX_DELIVERY_MS = 10 * 60 * 1000;
const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 30_000;

/** Resolves with the events to record, in order. @throws LaneLost when the lane is given back meanwhile. */
export async function handOver(
  context: Context,
  reachability: Reachability,
  agent: Agent,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<StoredEvent[]> {
  const { handOvers, handOverSeconds } = context.metrics;
  const endTimer = handOverSeconds.startTimer();
  handOvers.inc();
  const event = await deliver(context, reachability, agent, row, signal).finally(() => handOvers.dec());
  endTimer({ outcome: event.type });
  const { held, response } = row.body;
  // The user's event carries the reply's state only when the agent did send a reply.
  return held ? [{ ...held, response: event.type === 'SENT' ? response : null }, event] : [event];
}

async function deliver(
  context: Context,
  reachability: Reachability,
  agent: Agent,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<StoredEvent> {
  const recipient = { platformAgentId: agent.config.platformAgentId ?? agent.agentId, phoneNumber: row.phoneNumber };
  const checked = agent.config.capabilityCheck !== false;
  let failure: RemoteFailure | null = null;

  for (let pauseMs = RETRY_FIRST_MS; ; pauseMs = Math.min(pauseMs * 2, RETRY_MAX_MS)) {
    if (signal.aborted) throw new LaneLost(row.lane);
    const leftMs = deadline(row) - context.now().getTime();
    if (leftMs <= 0) return failed(context, row, failure);
    try {
      if (checked && !(await reachability.ask(recipient)).reachable) return failed(context, row, null);
      return await send(context, agent, row, recipient);
    } catch (cause) {
      if (cause instanceof RemoteFailure && cause.kind === 'unreachable') reachability.forget(recipient);
      // Anything else is a bug of ours, and may heal with the next version: the message waits as for a platform in trouble.
      if (!(cause instanceof RemoteFailure))
        context.log.error({ err: cause, lane: row.lane, seq: row.seq }, 'a hand-over failed');
      else if (cause.retry) failure = cause;
      else return failed(context, row, cause);
      await pause(Math.min(failure?.retryAfterMs ?? pauseMs, leftMs), signal);
    }
  }
}

async function send(context: Context, agent: Agent, row: OutboxRow, recipient: Recipient): Promise<StoredEvent> {
  const { messageId, content } = row.body;
  reached('before-platform-call');
  const accepted = await context.transport.send({
    ...recipient,
    messageId,
    contentMessage: content,
    useCase: agent.useCase,
    messageTrafficType: row.body.messageTrafficType ?? null,
    answersUser: row.body.held !== null,
    ttlSeconds: remainingSeconds(row, context.now()),
  });
  reached('after-platform-call');
  return sentEvent(context.installation, row, {
    messageId,
    sendTime: accepted.acceptedAt,
    classification: accepted.classification ?? classify(content),
  });
}

function failed(context: Context, row: OutboxRow, failure: RemoteFailure | null): StoredEvent {
  return failedEvent(context.installation, row, {
    messageId: row.body.messageId,
    sendTime: context.now().toISOString(),
    failure: failure && { httpStatus: failure.httpStatus, body: failure.body },
  });
}

function deadline({ body }: OutboxRow): number {
  const limitMs = body.ttlSeconds === null ? MAX_DELIVERY_MS : Math.min(body.ttlSeconds * 1000, MAX_DELIVERY_MS);
  return Date.parse(body.receivedAt) + limitMs;
}

/** What waiting has left of the time to live; at least one second, since the deadline has not passed. */
function remainingSeconds({ body }: OutboxRow, now: Date): number | null {
  if (body.ttlSeconds === null) return null;
  const waitedSeconds = Math.max(0, now.getTime() - Date.parse(body.receivedAt)) / 1000;
  return Math.max(1, Math.round(body.ttlSeconds - waitedSeconds));
}
