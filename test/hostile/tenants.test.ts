/**
 * One account's templates alongside another account: large comparisons, thousands of small renders, many loops, states
 * full of Liquid. Each is within the limits, and nobody else may have to wait for it.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { busyDuring } from '../busy.ts';
import {
  createStates,
  expectStatus,
  newPhoneNumber,
  type Service,
  startService,
  startWebhookSink,
  type WebhookSink,
} from '../harness.ts';

/** How long the main thread may be blocked: parsing half a megabyte of JSON takes longer than any of the templates. */
const HELD_UP_MS = 500;

let service: Service;
let sink: WebhookSink;
let hostile: string;
let other: string;

before(async () => {
  service = await startService();
  sink = await startWebhookSink();
  hostile = await agentOf('Hostile');
  other = await agentOf('Other');
  await createStates(service, other, {
    hello: says('Hello {{ params.name }}'),
    list: says('{% for item in params.items %}{{ item }} {% endfor %}'),
  });
  // The threads are started, and everything has run once.
  for (const state of ['hello', 'list']) await outcomeOf(await send(other, state));
});
after(async () => {
  await service?.[Symbol.asyncDispose]();
  await sink?.[Symbol.asyncDispose]();
});

const says = (text: string) => ({ template: { contentMessage: { text } } });

/** A launched agent with its own account. */
async function agentOf(name: string): Promise<string> {
  const call = async (path: string, body: object) => expectStatus(await service.call('POST', path, body), 201);
  const { accountId } = await call('/accounts', { name });
  const { brandId } = await call('/brands', { name, accountId });
  const config = { eventForwardUrl: sink.url };
  const { agentId } = await call('/agents', { name, brandId, useCase: 'TRANSACTIONAL', config });
  expectStatus(await service.call('POST', `/agents/${agentId}/launch`, {}), 200);
  return agentId;
}

/** The id of the message. */
async function send(agentId: string, stateId: string, params: object = {}): Promise<string> {
  const path = `/agents/${agentId}/states/${stateId}/send/${newPhoneNumber()}`;
  return expectStatus(await service.call('POST', path, { params }), 200).messageId;
}

const isOutcome = (messageId: string) => (webhook: WebhookSink['received'][number]) =>
  webhook.body.messageId === messageId && ['SENT', 'FAILED'].includes(webhook.body.eventType);

async function outcomeOf(messageId: string): Promise<string> {
  return (await sink.wait(isOutcome(messageId), `the outcome of ${messageId}`)).body.eventType;
}

const preview = (text: string, params: object) =>
  service.call('POST', `/agents/${hostile}/previews`, { ...says(text), params });

for (const [what, template, params] of [
  [
    'searches of a large text',
    '{% if params.text contains params.word %}a{% endif %}'.repeat(6),
    { text: 'a'.repeat(64_000), word: `${'a'.repeat(200)}b${'a'.repeat(16_000)}` },
  ],
  [
    'searches for a long literal',
    `{% assign word = '${'a'.repeat(200)}b${'a'.repeat(3_500)}' %}${'{% if params.text contains word %}a{% endif %}'.repeat(4)}`,
    { text: 'a'.repeat(250_000) },
  ],
  [
    'comparisons of large arrays',
    '{% if params.a == params.b %}a{% endif %}'.repeat(90),
    { a: Array.from({ length: 110_000 }, () => 1), b: Array.from({ length: 110_000 }, () => 1) },
  ],
  ['outputs of many empty arrays', '{{ params.a }}'.repeat(250), { a: Array.from({ length: 150_000 }, () => []) }],
] as const) {
  test(`a preview with ${what} delays nobody`, async () => {
    const { longestMs } = await busyDuring(() => preview(template, params));
    assert.ok(longestMs < HELD_UP_MS, `${longestMs} ms`);
  });
}

test('a state full of Liquid is checked without delaying anybody', async () => {
  // As many outputs as a state may hold, in texts as long as they may be.
  const text = (n: number) => Array.from({ length: 79 }, (_, m) => `{{v${n}.${'a'.repeat(190)}${m}}}`).join('');
  const body = Array.from({ length: 25 }, (_, n) => text(n));
  const data = { method: 'POST', url: 'https://example.com/', body };
  const operation = { connectorId: 'http', authenticationId: 'none', operation: 'request', contextKey: 'a', data };
  const state = { operations: [operation] };
  const { longestMs } = await busyDuring(() => createStates(service, hostile, { full: state }));
  assert.ok(longestMs < HELD_UP_MS, `${longestMs} ms`);
});

test('a message goes out while a turn of another account renders thousands of templates', async () => {
  const condition = `{% assign x = params.x${' | url_encode | url_decode'.repeat(15)} %}{% if x == 'x' %}true{% endif %}`;
  const states = Array.from({ length: 49 }, (_, index): [string, object] => [
    `chain-${index}`,
    {
      transitions: [
        ...Array.from({ length: 99 }, () => ({ condition, nextState: 'nowhere' })),
        { condition: 'true', nextState: `chain-${index + 1}` },
      ],
    },
  ]);
  await createStates(service, hostile, { ...Object.fromEntries(states), 'chain-49': says('Done') });
  // All of its states are cached then, and nothing is waited for.
  await outcomeOf(await send(hostile, 'chain-0', { x: 'y' }));
  const slow = await send(hostile, 'chain-0', { x: '€'.repeat(120) });
  assert.equal(await outcomeOf(await send(other, 'hello', { name: 'Ann' })), 'SENT');
  assert.equal(sink.received.some(isOutcome(slow)), false, 'the turn with thousands of templates goes on');
  await outcomeOf(slow);
});

test("a message with a loop does not wait for another account's queue", async () => {
  const loops =
    '{% for a in (1..900) %}{% for b in (1..900) %}{% for c in (1..900) %}{% endfor %}{% endfor %}{% endfor %}';
  await createStates(service, hostile, { loops: says(loops) });
  const slow = await Promise.all(Array.from({ length: 20 }, () => send(hostile, 'loops')));
  const messages = await Promise.all(
    Array.from({ length: 10 }, (_, index) => send(other, 'list', { items: [index, index] })),
  );
  for (const message of messages) assert.equal(await outcomeOf(message), 'SENT');
  const ended = slow.filter((message) => sink.received.some(isOutcome(message)));
  assert.ok(ended.length < slow.length / 2, `${ended.length} of ${slow.length} came before`);
  for (const message of slow) await outcomeOf(message);
});
