/**
 * Delivers notices to the partner's webhook until it answers 200: one call at a time for each handset, handsets in
 * parallel. `notices.ts` makes the calls; `envelope.ts` wraps and signs them.
 */
import { randomInt } from 'node:crypto';
import { Agent } from 'undici';
import { createQueue } from '../../src/queue.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../phones/settings.ts';
import type { Schedule } from '../schedule.ts';
import { type Delivery, sign, wrap } from './envelope.ts';

export type WebhookTarget = { webhookUri: string; verificationToken: string; origin: string; path: string };

type WebhookCounts = {
  /** Attempts, including retries and deliberate duplicates. */
  attempts: number;
  acknowledged: number;
  pending: number;
  /** Never acknowledged: no webhook was registered, too many waited, or the deadline had passed. */
  dropped: number;
};

export type WebhookSender = AsyncDisposable & {
  readonly counts: Readonly<WebhookCounts>;
  /** Calls with the same `handset` arrive in this order, unless the reorder knob is on. */
  enqueue(handset: string, agentId: string, delivery: Delivery): void;
  /** Ends every wait for a retry: a webhook has just proved that it is there. */
  retryNow(): void;
  /** The handshake. Resolves with null when it was passed, else the reason. */
  verify(target: WebhookTarget): Promise<string | null>;
};

type Call = { agentId: string; delivery: Delivery; startedMs: number; tries: number; isRepeat: boolean };
type Lane = { key: string; calls: Call[] };

/** Half a kilobyte each: about 250 MB when a webhook stays away for long. */
const MAX_PENDING_CALLS = 500_000;
/** With the reorder knob, each call starts up to this much later. */
const REORDER_SPREAD_MS = 100;
const MAX_HANDSHAKE_ANSWER_BYTES = 65_536;

export function createWebhookSender(options: {
  clock: Clock;
  schedule: Schedule;
  settings: Settings;
  /** Looked up for every attempt, so that a registration takes effect at once. */
  targetOf: (agentId: string) => WebhookTarget | null;
  log: Log;
  /** Concurrent calls, over different handsets. */
  concurrency: number;
}): WebhookSender {
  const { clock, schedule, settings, targetOf, log, concurrency } = options;
  const knobs = settings.webhook;
  const agent = new Agent({ connections: concurrency, pipelining: 1 });
  const lanes = new Map<string, Lane>();
  const ready = createQueue<Lane>();
  const waiting = new Map<Lane, number>();
  const counts: WebhookCounts = { attempts: 0, acknowledged: 0, pending: 0, dropped: 0 };
  let inFlight = 0;
  let reordered = 0;
  let isFailing = false;
  let isClosed = false;

  function pump() {
    while (inFlight < concurrency && !isClosed) {
      const lane = ready.shift();
      if (!lane) return;
      inFlight += 1;
      void run(lane);
    }
  }

  async function run(lane: Lane) {
    const call = lane.calls[0]!;
    const failure = await attempt(call);
    inFlight -= 1;
    if (isClosed) return;
    if (failure === null) acknowledge(lane, call);
    else retryLater(lane, call, failure);
    pump();
  }

  /** null when it was acknowledged; only 200 counts. */
  async function attempt(call: Call): Promise<string | null> {
    const target = targetOf(call.agentId);
    if (!target) return 'no webhook is registered';
    counts.attempts += 1;
    call.tries += 1;
    try {
      const status = await post(agent, target, headersFor(call, target), wrap(call.delivery), knobs.timeoutMs);
      return status === 200 ? null : `it answered ${status}`;
    } catch (error) {
      return (error as Error).message;
    }
  }

  function headersFor(call: Call, target: WebhookTarget): Record<string, string> {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'x-goog-webhook-type': call.delivery.webhookType,
    };
    if (!knobs.dropSignature) {
      const data = knobs.corruptSignature ? `${call.delivery.data} ` : call.delivery.data;
      headers['x-goog-signature'] = sign(data, target.verificationToken);
    }
    return headers;
  }

  function acknowledge(lane: Lane, call: Call) {
    if (isFailing) log.info({}, 'the partner webhook acknowledges again');
    isFailing = false;
    const again = !call.isRepeat && knobs.duplicatePercent > 0 && randomInt(100_000) < knobs.duplicatePercent * 1000;
    if (again) {
      call.isRepeat = true;
      ready.push(lane);
      return;
    }
    counts.acknowledged += 1;
    next(lane);
  }

  function retryLater(lane: Lane, call: Call, failure: string) {
    if (!isFailing) log.warn({ failure }, 'the partner webhook did not acknowledge; retrying');
    isFailing = true;
    const nowMs = clock.now();
    if (nowMs - call.startedMs >= knobs.giveUpAfterMs) {
      counts.dropped += 1;
      next(lane);
      return;
    }
    wait(lane, nowMs + Math.min(knobs.firstDelayMs * knobs.factor ** Math.min(call.tries - 1, 64), knobs.maxDelayMs));
  }

  function wait(lane: Lane, dueMs: number) {
    waiting.set(lane, dueMs);
    schedule.at(dueMs, () => {
      if (waiting.get(lane) !== dueMs) return;
      waiting.delete(lane);
      ready.push(lane);
      pump();
    });
  }

  function next(lane: Lane) {
    counts.pending -= 1;
    lane.calls.shift();
    if (lane.calls.length > 0) ready.push(lane);
    else lanes.delete(lane.key);
  }

  return {
    counts,
    enqueue(handset, agentId, delivery) {
      if (isClosed) return;
      if (counts.pending >= MAX_PENDING_CALLS || !targetOf(agentId)) {
        counts.dropped += 1;
        return;
      }
      counts.pending += 1;
      const call = { agentId, delivery, startedMs: clock.now(), tries: 0, isRepeat: false };
      // With a lane of its own the call does not wait, so it may overtake the handset's others.
      const key = knobs.reorder ? `reordered ${reordered++}` : handset;
      const lane = lanes.get(key);
      if (lane) {
        lane.calls.push(call);
        return;
      }
      const created = { key, calls: [call] };
      lanes.set(key, created);
      if (knobs.reorder) wait(created, clock.now() + randomInt(REORDER_SPREAD_MS));
      else ready.push(created);
      pump();
    },
    retryNow() {
      for (const lane of waiting.keys()) ready.push(lane);
      waiting.clear();
      pump();
    },
    verify: (target) => verify(agent, target, knobs.timeoutMs, settings.lenientHandshake),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await agent.destroy();
    },
  };
}

/** The status of the response. `dispatch`, because `request` creates a stream for a response that nobody reads. */
function post(
  agent: Agent,
  { origin, path }: WebhookTarget,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    const request = { origin, path, method: 'POST' as const, headers, body };
    agent.dispatch(
      { ...request, headersTimeout: timeoutMs, bodyTimeout: timeoutMs },
      {
        // Its presence tells undici which kind of handler this is.
        onRequestStart: () => {},
        onResponseStart: (_controller, statusCode) => {
          status = statusCode;
        },
        onResponseData: () => {},
        onResponseEnd: () => resolve(status),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

async function verify(
  agent: Agent,
  target: WebhookTarget,
  timeoutMs: number,
  isLenient: boolean,
): Promise<string | null> {
  const secret = String(randomInt(2 ** 47));
  try {
    const answer = await agent.request({
      origin: target.origin,
      path: target.path,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-webhook-type': 'verification' },
      body: JSON.stringify({ clientToken: target.verificationToken, secret }),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    const length = Number(answer.headers['content-length'] ?? 0);
    if (answer.statusCode !== 200 || length > MAX_HANDSHAKE_ANSWER_BYTES) {
      await answer.body.dump();
      return `the webhook answered the handshake with ${answer.statusCode}`;
    }
    const text = await answer.body.text();
    if (text === secret || (isLenient && text.trim() === `secret: ${secret}`)) return null;
    return 'the webhook did not answer the handshake with the bare secret';
  } catch (error) {
    return `the webhook cannot be reached: ${(error as Error).message}`;
  }
}

/** null if it is not an http or https URL. */
export function webhookTarget(webhookUri: string, verificationToken: string): WebhookTarget | null {
  const url = URL.parse(webhookUri);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return null;
  return { webhookUri, verificationToken, origin: url.origin, path: url.pathname + url.search };
}
