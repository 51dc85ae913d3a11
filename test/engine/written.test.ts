/** What a model wrote, in messages: absent unless the state allows it, and then no longer and with no other link than that. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { foreignLink } from '../../src/engine/links.ts';
import { replaySession } from '../../src/engine/replay/replay.ts';
import { createSandbox } from '../../src/engine/sandbox.ts';
import { createFlowVerifier } from '../../src/engine/verify/verify.ts';
import type { Flow } from '../../src/model/flow.ts';
import type { TestStep } from '../../src/model/flow-test.ts';
import type { JsonValue } from '../../src/model/json.ts';
import type { StateBody } from '../../src/model/state.ts';
import { RECORDED_NUMBER, record } from './recorder.ts';

const sandbox = createSandbox();
after(() => sandbox[Symbol.asyncDispose]());

const ASK = {
  connectorId: 'assistant',
  authenticationId: 'none',
  operation: 'ask',
  contextKey: 'reply',
  data: { text: '{{ params.text }}' },
  instructions: 'Answer the question.',
  answerSchema: {
    type: 'object',
    required: ['topic', 'text'],
    properties: {
      topic: { type: 'string', enum: ['order', 'other'] },
      text: { type: 'string', maxLength: 200 },
      parts: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
      count: { type: 'integer' },
    },
  },
};
const SHOWS = '{{ data.reply.topic }}/{{ data.reply.count }}: {{ data.reply.text | default: "nothing" }}';

function flowOf(state: Partial<StateBody>, text = SHOWS): Flow {
  return { states: { ask: { operations: [ASK], template: { contentMessage: { text } }, ...state } } };
}

/** The text that the user gets when the model answers so; null for none. */
async function shown(flow: Flow, returns: JsonValue): Promise<string | null> {
  const reply = await lastReply(flow, returns, [{ send: { stateId: 'ask' } }]);
  return (reply as { text?: string } | null)?.text ?? null;
}

async function lastReply(flow: Flow, returns: JsonValue, steps: TestStep[]): Promise<unknown> {
  const turns = await record(sandbox, flow, {
    ...{ format: 1, title: 'talk', steps },
    connectors: [{ connectorId: 'assistant', operation: 'ask', returns }],
  });
  return turns.at(-1)!.content ?? null;
}

describe('an answer of a model', () => {
  it('that fits is there for conditions, and its listed values, numbers and flags for messages', async () => {
    const answer = { topic: 'order', text: 'Hello', count: 3 };
    assert.equal(await shown(flowOf({}), answer), 'order/3: nothing');
    const condition = "{% if data.reply.text == 'Hello' %}true{% endif %}";
    const flow = flowOf({ transitions: [{ condition, nextState: 'other' }] });
    flow.states['other'] = { template: { contentMessage: { text: 'on' } } };
    assert.equal(await shown(flow, answer), 'on');
  });

  for (const [what, answer] of [
    ['a value that is not listed', { topic: 'INJECTED', text: 'a' }],
    ['a missing field', { text: 'a' }],
    ['a field of its own', { topic: 'order', text: 'a', 'INJECTED evil.example': 1 }],
    ['a longer text', { topic: 'order', text: 'x'.repeat(201) }],
    ['a text instead of an object', 'INJECTED'],
    ['null', null],
  ] as [string, JsonValue][]) {
    it(`with ${what} fails with invalid_answer, and none of it is in the reason`, async () => {
      const flow = flowOf(
        { modelText: { maxLength: 3000 } },
        '{{ data.reply_error.code }} {{ data.reply_error.message }}|{{ data.reply }}',
      );
      const text = await shown(flow, answer);
      assert.match(text!, /^invalid_answer the result does not fit \S+ \w+\|$/);
      assert.doesNotMatch(text!, /INJECTED|evil/);
    });
  }

  it('is shown where the state says so, in texts, titles and descriptions only', async () => {
    const answer = { topic: 'order', text: 'On its way', count: 3 };
    assert.equal(await shown(flowOf({ modelText: { maxLength: 100 } }), answer), 'order/3: On its way');
    const said = '{{ data.reply.text | default: "none" }}';
    const cardContent = {
      title: said,
      description: said,
      suggestions: [
        { reply: { text: said, postbackData: said } },
        { action: { text: 'x', openUrlAction: { url: 'https://a.example/{{ data.reply.text }}' } } },
      ],
    };
    const template = { contentMessage: { richCard: { standaloneCard: { cardContent } } } };
    const reply = await lastReply(flowOf({ template, modelText: { maxLength: 100 } }), answer, [
      { send: { stateId: 'ask' } },
    ]);
    assert.equal(JSON.stringify(reply).split('On its way').length - 1, 2, JSON.stringify(reply));
  });

  it('is as absent in a later state, until the same name holds something else', async () => {
    const flow = flowOf({ modelText: { maxLength: 100 }, input: { nextState: 'later' } });
    flow.states['later'] = {
      template: { contentMessage: { text: 'a{{ data.reply.text }}' } },
      input: { nextState: 'plain' },
    };
    flow.states['plain'] = {
      operations: [
        { connectorId: 'assistant', authenticationId: 'none', operation: 'ask', contextKey: 'reply', data: {} },
      ],
      template: { contentMessage: { text: 'b{{ data.reply.text }}' } },
    };
    const answer = { topic: 'order', text: 'Hello' };
    const [first, second, third] = [{ send: { stateId: 'ask' } }, { writes: 'x' }, { writes: 'y' }];
    assert.deepEqual(await lastReply(flow, answer, [first, second]), { text: 'a' });
    assert.deepEqual(await lastReply(flow, answer, [first, second, third]), { text: 'bHello' });
  });

  for (const [what, text, limits, expected] of [
    ['too long', 'x'.repeat(60), { maxLength: 50 }, 'nothing'],
    ['with a link', 'see https://evil.example/a', { maxLength: 100 }, 'nothing'],
    [
      'with a link to a listed host',
      'see https://www.shop.example/a',
      { maxLength: 100, links: ['shop.example'] },
      'see https://www.shop.example/a',
    ],
    ['with two links', 'shop.example or evil.example', { maxLength: 100, links: ['shop.example'] }, 'nothing'],
  ] as [string, string, NonNullable<StateBody['modelText']>, string][]) {
    it(`${what} is ${expected === 'nothing' ? 'absent' : 'shown'}`, async () => {
      const flow = flowOf({ modelText: limits }, '{{ data.reply.text | default: "nothing" }}');
      assert.equal(await shown(flow, { topic: 'order', text }), expected);
    });
  }

  it('is checked as it is shown: a link that the template makes of parts counts', async () => {
    const text = 'Look: {{ data.reply.text }}.{{ data.reply.parts[0].name }}';
    const flow = flowOf({ modelText: { maxLength: 100 } }, text);
    assert.equal(await shown(flow, { topic: 'order', text: 'evil', parts: [{ name: 'example' }] }), 'Look: .');
  });

  it("does not keep a state from its own author's links where it is not in the same text", async () => {
    const flow = flowOf(
      { modelText: { maxLength: 30 } },
      'See https://shop.example/{{ params.text }}, and much more of it',
    );
    const steps = [{ send: { stateId: 'ask', params: { text: 'a' } } }];
    assert.deepEqual(await lastReply(flow, { topic: 'order', text: 'x' }, steps), {
      text: 'See https://shop.example/a, and much more of it',
    });
  });
});

describe('a recorded answer of a model', () => {
  const replay = async (to: Flow) => {
    const flow = flowOf({ modelText: { maxLength: 100 } });
    const turns = await record(sandbox, flow, {
      ...{ format: 1, title: 'talk', steps: [{ send: { stateId: 'ask' } }] },
      connectors: [{ connectorId: 'assistant', operation: 'ask', returns: { topic: 'order', text: 'Hello' } }],
    });
    return (await replaySession(sandbox, to, RECORDED_NUMBER, turns, undefined)).outcome;
  };

  it('is used again for the same question, and for no other', async () => {
    const modelText = { maxLength: 100 };
    assert.equal(await replay(flowOf({ modelText })), 'same');
    assert.equal(await replay(flowOf({})), 'different');
    assert.equal(await replay(flowOf({ modelText, operations: [{ ...ASK, instructions: 'Sing.' }] })), 'cannot-say');
    const answerSchema = { ...ASK.answerSchema, required: ['topic'] };
    assert.equal(await replay(flowOf({ modelText, operations: [{ ...ASK, answerSchema }] })), 'cannot-say');
  });
});

describe('a link', () => {
  for (const text of [
    'https://evil.example',
    'HTTP://EVIL.EXAMPLE',
    'evil.example',
    'www.evil.example/x',
    'evil.example:8080',
    'see(evil.example)',
    'https://shop.example@evil.example',
    'https://shop.example:x@evil.example/',
    'https://shop.example\\@evil.example',
    'shop.example.evil.example',
    'notshop.example',
    'evil。example',
    'ｅｖｉｌ．ｅｘａｍｐｌｅ',
    'ev\u200bil.exa\u00admple',
    'xn--e1awd7f.com',
    'пример.рф',
    'mail me@evil.example',
    'mailto:me@evil.example',
    'tel:+15550100',
    'javascript:alert(1)',
    'ftp://shop.example/a',
    '8.8.8.8',
    'http://8.8.8.8/',
    'https:/evil.example',
    'https:evil.example',
    'https:\\\\evil.example',
    'shop.example, evil.example',
    'https://shop.example https://evil.example',
    'https://[::1]/a',
    'intent://x#Intent;end',
    'https://localhost/',
  ]) {
    it(`to elsewhere is found in ${JSON.stringify(text)}`, () => {
      assert.notEqual(foreignLink(text, ['shop.example']), null);
    });
  }

  for (const text of [
    'no link',
    '3.50 EUR',
    'at 10.30',
    'e.g. this',
    'Dr. Who',
    'https://shop.example',
    'SHOP.example/a?b=c.d',
    'a.b.shop.example',
    'Go to shop.example.',
    'https://shop.example/index.html',
    'wait... what',
    'a.m. or p.m.',
    '1.2.3',
    'v2.0',
    'Ende. Neu',
  ]) {
    it(`to elsewhere is not found in ${JSON.stringify(text)}`, () => {
      assert.equal(foreignLink(text, ['shop.example']), null);
    });
  }
});

describe('the verifier', () => {
  const verify = createFlowVerifier(sandbox);
  const known = { useCase: null, optOut: null, connectors: null, statesAlone: false };
  const findings = async (flow: Flow, code: string) =>
    (await verify('account', flow, known))
      .filter((finding) => finding.code === code)
      .map(({ path, message }) => ({ path, message }));

  for (const [what, text, modelText] of [
    ['without modelText', '{{ data.reply.text }}', undefined],
    ['of a list', '{{ data.reply.parts[0].name }}', undefined],
    ['of a whole answer', '{{ data.reply | json }}', undefined],
    ['of all data', '{{ data | json }}', undefined],
    ['by a computed name', '{{ data.reply[params.name] }}', undefined],
  ] as [string, string, StateBody['modelText']][]) {
    it(`reports a message that reads free text ${what}`, async () => {
      const found = await findings(flowOf(modelText ? { modelText } : {}, text), 'model_text_not_shown');
      assert.deepEqual(
        found.map(({ path }) => path),
        ['/states/ask/template/contentMessage/text'],
      );
    });
  }

  it('reports none where it is allowed, or where only listed values and numbers are read', async () => {
    const modelText = { maxLength: 100 };
    assert.deepEqual(await findings(flowOf({ modelText }), 'model_text_not_shown'), []);
    assert.deepEqual(
      await findings(flowOf({}, '{{ data.reply.topic }} {{ data.reply.count }}'), 'model_text_not_shown'),
      [],
    );
    const url = 'https://a.example/{{ data.reply.text }}';
    const template = {
      contentMessage: {
        text: 'x',
        suggestions: [{ action: { text: 'a', postbackData: 'b', openUrlAction: { url } } }],
      },
    };
    const found = await findings(flowOf({ template, modelText }), 'model_text_not_shown');
    assert.match(found[0]!.message, /absent in this field/);
  });

  it('reports instructions with Liquid, and schemas with what could not be checked quickly', async () => {
    const broken = (more: object) => flowOf({ operations: [{ ...ASK, ...more }] });
    const paths = async (more: object) =>
      (await findings(broken(more), 'invalid_state')).map(({ path }) => path.replace('/states/ask/operations/0', ''));
    assert.deepEqual(await paths({}), []);
    assert.deepEqual(await paths({ instructions: 'Answer {{ input.text }}' }), ['/instructions']);
    assert.deepEqual(await paths({ answerSchema: undefined }), ['/answerSchema']);
    for (const [schema, at] of [
      [{ type: 'string', pattern: '(a+)+$' }, '/pattern'],
      [{ $ref: '#' }, '/type'],
      [{ type: 'object' }, '/properties'],
      [{ type: 'object', properties: { 'a b': { type: 'string' } } }, '/properties/a b'],
      [{ type: 'object', properties: { a: { type: 'string', format: 'uri' } } }, '/properties/a/format'],
      [{ type: 'object', properties: {}, additionalProperties: true }, '/additionalProperties'],
      [{ type: ['string', 'number'] }, '/type'],
      [{ type: 'array' }, '/items'],
      [{ type: 'string', maxLength: '5' }, '/maxLength'],
    ] as [object, string][]) {
      assert.deepEqual(await paths({ answerSchema: schema }), [`/answerSchema${at}`], JSON.stringify(schema));
    }
  });
});
