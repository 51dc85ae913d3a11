/** How a flow test runs: taps by label, time, connectors, what differs on failure, and coverage. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createSandbox } from '../../src/engine/sandbox.ts';
import { coverageOf } from '../../src/engine/scenario/coverage.ts';
import { failureInWords } from '../../src/engine/scenario/report.ts';
import { runFlowTest } from '../../src/engine/scenario/run.ts';
import type { Flow } from '../../src/model/flow.ts';
import type { FlowTest, TestStep } from '../../src/model/flow-test.ts';

const reply = (text: string, postbackData: string) => ({ reply: { text, postbackData } });
const card = (title: string, postbackData: string) => ({ title, suggestions: [reply('Buy', postbackData)] });

const FLOW: Flow = {
  defaultState: 'lost',
  keywords: [{ keyword: 'shop', stateId: 'shop' }],
  states: {
    welcome: {
      template: {
        contentMessage: {
          text: 'Hello',
          suggestions: [reply('Order', 'ask'), { action: { text: 'Where?', shareLocationAction: {} } }],
        },
      },
    },
    ask: {
      template: { contentMessage: { text: 'Number?' } },
      input: { nextState: 'look-up', assignments: [{ from: 'message.text', to: 'number' }] },
    },
    'look-up': {
      operations: [
        {
          connectorId: 'http',
          authenticationId: 'none',
          operation: 'request',
          contextKey: 'order',
          data: { method: 'GET', url: 'https://shop.example.com/{{ input.number }}' },
        },
      ],
      transitions: [{ condition: '{% if data.order == nil %}true{% endif %}', nextState: 'trouble' }],
      template: { contentMessage: { text: 'It is {{ data.order.state }}' } },
    },
    trouble: { template: { contentMessage: { text: 'Trouble: {{ data.order_error.code }}' } } },
    shop: {
      template: {
        contentMessage: { richCard: { carouselCard: { cardContents: [card('Bread', 'bread'), card('Jam', 'jam')] } } },
      },
    },
    one: {
      template: {
        contentMessage: {
          richCard: { standaloneCard: { cardContent: card('Bread', 'welcome') } },
          suggestions: [reply('Back', 'lost')],
        },
      },
    },
    lost: { template: { contentMessage: { text: 'What?' } } },
  },
};

const sandbox = createSandbox();
after(() => sandbox[Symbol.asyncDispose]());

const play = (steps: TestStep[], more: Partial<FlowTest> = {}) =>
  runFlowTest(sandbox.renderFor('account'), FLOW, { format: 1, title: 'a test', ...more, steps });

async function passes(steps: TestStep[], more?: Partial<FlowTest>) {
  const { result } = await play(steps, more);
  assert.deepEqual(result, { title: 'a test', passed: true, steps: steps.length });
}

async function fails(steps: TestStep[], more?: Partial<FlowTest>) {
  const { failure } = (await play(steps, more)).result;
  assert.ok(failure, 'it fails');
  return failure;
}

const send = (stateId: string): TestStep => ({ send: { stateId } });

describe('a tap by label', () => {
  it('finds the chip in the last message, and of an older one only in its cards', async () => {
    await passes([send('welcome'), { taps: 'Order', expect: { state: 'ask', waits: 'ask' } }]);
    await passes([send('one'), { writes: 'x' }, { taps: 'Buy', expect: { state: 'welcome' } }]);
    const { faults } = await fails([send('one'), { writes: 'x' }, { taps: 'Back' }]);
    assert.deepEqual(faults, [{ path: '/steps/2/taps', message: 'no chip is labelled "Back": offered are "Buy"' }]);
  });

  it('that is not offered lists what is', async () => {
    const { faults } = await fails([send('welcome'), { taps: 'Ordr' }]);
    assert.equal(faults[0]?.message, 'no chip is labelled "Ordr": offered are "Order", "Where?"');
    assert.equal(
      (await fails([{ taps: 'Hi' }])).faults[0]?.message,
      'no chip is labelled "Hi": no message offers a chip',
    );
  });

  it('that could mean two chips fails, and names both', async () => {
    const { faults } = await fails([send('shop'), { taps: 'Buy' }]);
    assert.equal(
      faults[0]?.message,
      'the message has 2 chips of this label; say which: ' +
        '{"text":"Buy","postbackData":"bread"} or {"text":"Buy","postbackData":"jam"}',
    );
    await passes([send('shop'), { taps: { text: 'Buy', postbackData: 'jam' }, expect: { state: 'lost' } }]);
  });

  it('on an action without a postback fails: the phone would send nothing', async () => {
    const { faults } = await fails([send('welcome'), { taps: 'Where?' }]);
    assert.equal(faults[0]?.message, '"Where?" has no postbackData: a tap on it sends nothing');
  });
});

describe('time', () => {
  const asked: TestStep[] = [send('ask'), { waits: '23h' }];

  it('moves by waits alone, and a session that is over begins anew', async () => {
    await passes([...asked, { waits: '59m', expect: { waits: 'ask' } }]);
    await passes([...asked, { waits: '1h', expect: { waits: null } }, { writes: '7', expect: { state: 'lost' } }]);
    await passes([send('ask'), { waits: '60s', expect: { waits: null } }], { config: { sessionTtl: '60s' } });
  });
});

describe('a conversation under way', () => {
  it('begins with the session and the last message that the test gives', async () => {
    const begin = {
      state: 'ask',
      waits: 'ask',
      input: { name: 'Ann' },
      reply: { text: '?', suggestions: [reply('7', '7')] },
    };
    await passes([{ taps: '7', expect: { state: 'look-up', input: { name: 'Ann', number: '7' } } }], {
      begin,
      connectors: [{ connectorId: 'http', operation: 'request', returns: { state: 'packed' } }],
    });
  });
});

describe('connectors', () => {
  const look = (number: string): TestStep[] => [send('ask'), { writes: number }];
  const line = { connectorId: 'http', operation: 'request' };

  it('answer by the first line that fits and has answers left', async () => {
    const connectors: FlowTest['connectors'] = [
      { ...line, when: { url: 'https://shop.example.com/2' }, returns: { state: 'second' } },
      { ...line, returns: { state: 'first' }, times: 1 },
      { ...line, fails: { code: 'timeout' } },
    ];
    const lookUp = (number: string, text: string): TestStep[] => [
      send('ask'),
      { writes: number, expect: { reply: { text } } },
    ];
    await passes([...lookUp('1', 'It is first'), ...lookUp('2', 'It is second'), ...lookUp('1', 'Trouble: timeout')], {
      connectors,
    });
  });

  it('without a line for an operation fail the test, and the message has the line that would answer', async () => {
    const { faults, happened } = await fails(look('7'), {
      connectors: [{ ...line, when: { method: 'POST' }, returns: 1 }],
    });
    assert.equal(faults[0]?.path, '/connectors');
    const [, missing] = /this one would: (.*)$/.exec(faults[0]?.message ?? '') ?? [];
    assert.deepEqual(JSON.parse(missing ?? ''), {
      ...line,
      when: { method: 'GET', url: 'https://shop.example.com/7' },
      returns: null,
    });
    assert.ok(happened.some((words) => words.startsWith('calls http/request for data.order')));
  });
});

describe('a step that differs', () => {
  it('reports each difference by its path in the test, and what happened in words', async () => {
    const failure = await fails([
      { writes: 'shop', expect: { reply: { text: 'Shop' }, state: 'store', response: 'shop', waits: null } },
      { writes: 'never taken' },
    ]);
    assert.equal(
      failureInWords(failure),
      `step 1, writes "shop"
  /steps/0/expect/reply/text: is missing
    expected  "Shop"
  /steps/0/expect/reply/richCard: was not expected
    actual    {"carouselCard":{"cardContents":[${['Bread', 'Jam'].map((title) => JSON.stringify(card(title, title.toLowerCase())))}]}}
  /steps/0/expect/state: differs
    expected  "store"
    actual    "shop"
  what happened:
    enters "shop": by the keyword "shop"
    sends ${JSON.stringify(FLOW.states['shop']?.template?.contentMessage).slice(0, 200)}…`,
    );
  });

  it('compares by part what is under like', async () => {
    const like = { reply: { suggestions: [reply('Order', 'ask')] } };
    await passes([{ ...send('welcome'), expect: { like } }]);
    const { faults } = await fails([
      { ...send('welcome'), expect: { like: { reply: { suggestions: [reply('Order', 'x')] } } } },
    ]);
    assert.equal(faults[0]?.path, '/steps/0/expect/like/reply/suggestions/0');
  });

  it('is one whose turn stops although the test expects no stop', async () => {
    const { faults } = await fails([{ ...send('gone'), expect: { reply: null } }]);
    assert.equal(faults[0]?.path, '/steps/0/expect/stopped');
    await passes([{ ...send('gone'), expect: { stopped: { reason: 'missing_state' } } }]);
  });
});

it('coverage counts states entered, transitions that fired and chips tapped', async () => {
  const connectors: FlowTest['connectors'] = [
    { connectorId: 'http', operation: 'request', fails: { code: 'timeout' } },
  ];
  const { visits } = await play([send('welcome'), { taps: 'Order' }, { writes: '7' }], { connectors });
  const { states, transitions, chips } = coverageOf(FLOW, new Set(visits));
  assert.deepEqual(states, { covered: 4, of: 7, missing: ['shop', 'one', 'lost'] });
  assert.deepEqual(transitions, { covered: 1, of: 1, missing: [] });
  assert.deepEqual([chips.covered, chips.of], [1, 5]);
  assert.deepEqual(chips.missing[0], {
    stateId: 'shop',
    path: '/richCard/carouselCard/cardContents/0/suggestions/0',
    text: 'Buy',
  });
});
