/** The flow document in docs/flows.md is one, and works. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { createStateChecker } from '../../src/engine/check.ts';
import type { OperationOutcome, RenderedOperation } from '../../src/engine/decision.ts';
import { enter } from '../../src/engine/enter.ts';
import { reply } from '../../src/engine/reply.ts';
import { createSandbox } from '../../src/engine/sandbox.ts';
import { freshSession } from '../../src/engine/session.ts';
import { Flow } from '../../src/model/flow.ts';

const NOW = '2026-01-02T03:04:05Z';
const page = readFileSync(new URL('../../docs/flows.md', import.meta.url), 'utf8');
const flow = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '') as Flow;
const { states } = flow;

test('the documented flow is a flow document', () => {
  const isFlow = new Ajv({ schemas: [{ $id: 'ContentMessage', type: 'object' }] }).compile(Flow);
  isFlow(flow);
  assert.deepEqual(isFlow.errors, null);
});

for (const [stateId, body] of Object.entries(states)) {
  test(`no fault is found in the documented state ${stateId}`, async () => {
    await using sandbox = createSandbox();
    const checked = await createStateChecker(sandbox)('account', body, {
      stateExists: (other) => Object.hasOwn(states, other),
    });
    assert.deepEqual(checked, { errors: [], liquidErrors: [], warnings: [] });
  });
}

test('the documented flow looks up an order, asks again for an unknown one, and goes back by a chip', async () => {
  await using sandbox = createSandbox();
  const asked: unknown[] = [];
  const answers: OperationOutcome[] = [
    { ok: true, result: { status: 404, headers: {}, body: null } },
    { ok: true, result: { status: 200, headers: {}, body: { state: 'packed' } } },
  ];
  const needs = {
    render: sandbox.renderFor('account'),
    findState: async (stateId: string) => {
      const body = states[stateId];
      return body && { ...body, agentId: 'agent', stateId, createdAt: NOW, updatedAt: NOW };
    },
    runOperation: async ({ data }: RenderedOperation) => {
      asked.push(data['url']);
      return answers.shift()!;
    },
  };
  const turn = { phoneNumber: '+15550100001', now: NOW, message: null, session: freshSession(NOW) };
  let decision = await enter(needs, turn, { stateId: 'welcome', params: { name: 'Ann' }, because: 'send' });
  assert.equal(decision.reply?.contentMessage.text, 'Hello Ann! What can we do for you?');

  const answer = async (message: Parameters<typeof reply>[2]['message']) => {
    decision = await reply(needs, { config: {} }, { ...turn, session: decision.session, message });
    return decision.reply?.stateId;
  };
  const tap = (postbackData: string) => ({ suggestionResponse: { text: 'x', postbackData, type: 'REPLY' as const } });
  assert.equal(await answer(tap('ask-number')), 'ask-number');
  assert.equal(await answer({ text: 'A/1' }), 'ask-number');
  assert.equal(await answer({ text: 'A/2' }), 'look-up');
  assert.deepEqual(asked, ['https://shop.example.com/orders/A%2F1', 'https://shop.example.com/orders/A%2F2']);
  const card = decision.reply?.contentMessage.richCard?.standaloneCard?.cardContent;
  assert.equal(card?.description, 'It is packed.');
  assert.equal(await answer(tap(card?.suggestions?.[0]?.reply?.postbackData ?? '')), 'welcome');
  assert.deepEqual(decision.session.params, { name: 'Ann', seen: true });
});
