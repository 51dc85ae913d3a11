/** The chapters in which something fails: the webhook, the phone, the platform. Nothing is lost in any of them. */
import assert from 'node:assert/strict';
import { ANY, check } from './check.ts';
import { aside, chapter, holds } from './narrator.ts';
import { FORWARD_DELAYS_SECONDS } from './service.ts';
import {
  BEN,
  CLEO,
  DORA,
  EMIL,
  FINN,
  next,
  phoneEvent,
  RICH,
  type Stage,
  send,
  serverEvent,
  setUpPhone,
} from './stage.ts';
import type { Arrival } from './webhook.ts';

/** Delays have a jitter of a fifth; clocks and timers add to that. */
const LEAST_SHARE_OF_DELAY = 0.75;
const PATIENCE_MS = 10_000;

export async function webhookFailsTwice(stage: Stage): Promise<void> {
  chapter('The webhook answers 503, twice');
  await setUpPhone(stage, BEN, { readDelayMs: null });
  stage.webhook.answerWith(BEN.phoneNumber, 'SENT', [503, 503, 200]);
  const messageId = await send(stage, 'welcome', BEN);
  const sent = serverEvent(stage, BEN, 'SENT', messageId, { richMessageClassification: RICH });
  const first = await next(stage, BEN, sent);
  const delivered = await next(stage, BEN, phoneEvent(stage, BEN, 'DELIVERED', messageId));
  const second = await next(stage, BEN, sent);
  const third = await next(stage, BEN, sent);
  const attempts = [first, second, third];
  check('A 5xx is tried again, until the webhook takes the event', () =>
    assert.deepEqual(
      attempts.map(({ status }) => status),
      [503, 503, 200],
    ),
  );
  check('Every attempt has the same bytes and the same ids', () => {
    for (const { raw, headers } of attempts) {
      assert.ok(raw.equals(first.raw));
      assert.equal(headers['webhook-id'], first.headers['webhook-id']);
    }
  });
  check('The attempts follow the schedule', () => assertSchedule(attempts));
  check('The event behind it was not held up', () => assert.ok(delivered.at < second.at));
}

function assertSchedule(attempts: Arrival[]): void {
  for (const [index, { at }] of attempts.entries()) {
    const waitedMs = at - (attempts[index - 1]?.at ?? at);
    assert.ok(
      waitedMs >= FORWARD_DELAYS_SECONDS[index]! * 1000 * LEAST_SHARE_OF_DELAY,
      `attempt ${index + 1} after ${waitedMs} ms`,
    );
  }
}

export async function webhookRefuses(stage: Stage): Promise<void> {
  chapter('The webhook answers 400');
  const { client, agentId } = stage;
  await setUpPhone(stage, CLEO, { readDelayMs: null });
  stage.webhook.answerWith(CLEO.phoneNumber, 'SENT', [400]);
  const messageId = await send(stage, 'welcome', CLEO);
  const sent = serverEvent(stage, CLEO, 'SENT', messageId, { richMessageClassification: RICH });
  const refused = await next(stage, CLEO, sent);
  await next(stage, CLEO, phoneEvent(stage, CLEO, 'DELIVERED', messageId));
  const failed = await until('the failure queue has the event', async () => {
    const params = { path: { agentId }, query: { status: 'FAILED' } } as const;
    const { events } = await client.GET('/agents/{agentId}/events', { params });
    return events[0] ? { event: events[0], count: events.length } : null;
  });
  check('A 4xx is final: the event lies in the failure queue after one attempt', () => {
    assert.equal(failed.count, 1);
    assert.equal(failed.event.messageId, messageId);
    assert.deepEqual(
      failed.event.attempts.map((attempt) => attempt.status),
      [400],
    );
  });
  aside('The webhook is repaired; the event is sent again.');
  const { eventId } = failed.event;
  await client.POST('/agents/{agentId}/events/{eventId}/redeliver', { params: { path: { agentId, eventId } } });
  const again = await next(stage, CLEO, sent);
  check('It arrives as it was, and is taken', () => {
    assert.ok(again.raw.equals(refused.raw));
    assert.equal(again.status, 200);
  });
}

export async function noRcs(stage: Stage): Promise<void> {
  chapter('A number without RCS');
  await setUpPhone(stage, DORA, { rcs: false });
  const messageId = await send(stage, 'welcome', DORA);
  await next(stage, DORA, serverEvent(stage, DORA, 'FAILED', messageId));
  holds('The capability check found it out: FAILED without errorCode and errorMessage');
}

export async function platformRefuses(stage: Stage): Promise<void> {
  chapter('A number that the RCS platform refuses');
  await setUpPhone(stage, EMIL, { faults: [{ on: 'send', status: 404 }] });
  const messageId = await send(stage, 'welcome', EMIL);
  const failed = await next(
    stage,
    EMIL,
    serverEvent(stage, EMIL, 'FAILED', messageId, { errorCode: '404', errorMessage: ANY }),
  );
  check('FAILED with the status of the platform, as a string, and its raw answer', () =>
    assert.equal(JSON.parse(failed.body.errorMessage).error.code, 404),
  );
}

export async function expires(stage: Stage): Promise<void> {
  chapter('A phone that is switched off');
  await setUpPhone(stage, FINN, { online: false });
  const messageId = await send(stage, 'welcome', FINN, { ttl: '1s' });
  await next(stage, FINN, serverEvent(stage, FINN, 'SENT', messageId, { richMessageClassification: RICH }));
  await next(stage, FINN, serverEvent(stage, FINN, 'TTL_EXPIRATION_REVOKED', messageId, { eventOrigin: 'CARRIER' }));
  holds('After its time to live the message is taken back, which the carrier reports');
}

/** Exactly the events of the story, and nothing still waiting. */
export async function everythingArrived({ client, agentId, webhook }: Stage): Promise<void> {
  chapter('The books are balanced');
  const { events, nextCursor } = await until('no event waits any more', async () => {
    const params = { path: { agentId }, query: { limit: 100 } };
    const page = await client.GET('/agents/{agentId}/events', { params });
    return page.events.every(({ status }) => status === 'FORWARDED') ? page : null;
  });
  check(`All ${events.length} events were forwarded, and the webhook received no other`, () => {
    assert.equal(nextCursor, undefined);
    const recorded = events.map(({ eventId }) => eventId).sort();
    const received = [...new Set(webhook.arrivals.map(({ headers }) => headers['webhook-id']))].sort();
    assert.deepEqual(received, recorded);
    assert.deepEqual(webhook.untaken(), []);
  });
}

async function until<Value>(what: string, look: () => Promise<Value | null>): Promise<Value> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > giveUpAt) throw new Error(`This does not come true: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
