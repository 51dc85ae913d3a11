/** Where conversations went, counted from recorded turns: equal to what one counts by hand. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createFunnelCounter, type FunnelScope, type FunnelTurn } from '../../src/engine/funnel.ts';
import { createSandbox } from '../../src/engine/sandbox.ts';
import type { Flow } from '../../src/model/flow.ts';
import { TEST_NOW, type TestStep } from '../../src/model/flow-test.ts';
import { record } from './recorder.ts';

const sandbox = createSandbox();
after(() => sandbox[Symbol.asyncDispose]());

const says = (text: string) => ({ template: { contentMessage: { text } } });
const chip = (text: string, postbackData: string) => ({ reply: { text, postbackData } });
const FLOW: Flow = {
  defaultState: 'lost',
  keywords: [{ keyword: 'help', stateId: 'help' }],
  states: {
    menu: { template: { contentMessage: { text: 'Hi', suggestions: [chip('Order', 'size'), chip('Help', 'help')] } } },
    size: {
      template: { contentMessage: { text: 'Size?', suggestions: [chip('Small', 'route')] } },
      input: { nextState: 'route', assignments: [{ from: 'text', to: 'size' }] },
    },
    route: {
      ...says('Thanks'),
      transitions: [
        { condition: "{% if input.size == 'huge' %}true{% endif %}", nextState: 'gone' },
        { condition: "{% if input.size == 'large' %}true{% endif %}", nextState: 'large' },
      ],
    },
    large: says('Large'),
    help: says('Help'),
    lost: says('Pardon?'),
  },
};
const menu = { send: { stateId: 'menu' } };
const order = { taps: 'Order' };

/** Ended long ago. */
const LATER = new Date(Date.parse(TEST_NOW) + 90 * 86_400_000).toISOString();
const scope = (more: Partial<FunnelScope> = {}) => ({
  version: undefined,
  sessionTtlMs: 86_400_000,
  until: LATER,
  ...more,
});

async function turnsOf(steps: TestStep[], version: number | null = null): Promise<FunnelTurn[]> {
  const turns = await record(sandbox, FLOW, { format: 1, title: 'talk', steps });
  return turns.map((turn) => ({ ...turn, version }));
}

async function counted(conversations: TestStep[][], more?: Partial<FunnelScope>) {
  const counter = createFunnelCounter(scope(more));
  for (const steps of conversations) counter.add(await turnsOf(steps));
  return counter.counts();
}

/** `entered waited answered left failed sent` */
function inShort({ states }: Awaited<ReturnType<typeof counted>>): Record<string, string> {
  return Object.fromEntries(states.map(({ stateId, ...counts }) => [stateId, Object.values(counts).join(' ')]));
}

describe('a funnel', () => {
  it('counts states and ways as one does by hand', async () => {
    const found = await counted([
      [menu, order, { writes: 'large' }],
      [menu, order, { taps: 'Small' }],
      [menu, order],
      [menu, order, { writes: 'huge' }, { writes: 'large' }],
      [menu, { writes: 'help' }, { writes: 'what' }],
    ]);
    assert.deepEqual(inShort(found), {
      menu: '5 0 0 0 0 5',
      size: '4 4 3 1 0 4',
      route: '4 0 0 0 1 1',
      large: '2 0 0 0 0 2',
      help: '1 0 0 0 0 1',
      lost: '1 0 0 0 0 1',
    });
    assert.deepEqual(
      found.edges.map(({ from, to, because, count }) => `${from} ${because} ${to} ${count}`),
      [
        'null send menu 5',
        'menu chip size 4',
        'size input route 3',
        'route transition large 2',
        'size chip route 1',
        'menu keyword help 1',
        'help default lost 1',
      ],
    );
    assert.deepEqual([found.conversations, found.turns], [5, 15]);
  });

  it('of a question that still waits, says neither answered nor left', async () => {
    const waiting = await counted([[menu, order]], { until: TEST_NOW });
    assert.equal(inShort(waiting).size, '1 1 0 0 0 1');
  });

  it('of a conversation that goes on, says of the last question neither; of an empty one nothing', async () => {
    const counter = createFunnelCounter(scope());
    counter.add(await turnsOf([menu, order]), true);
    counter.add([]);
    assert.equal(inShort(counter.counts()).size, '1 1 0 0 0 1');
    assert.equal(counter.counts().conversations, 1);
  });

  it('of a question after which the conversation went elsewhere, or the session ended, says left', async () => {
    const elsewhere = [menu, order, { taps: { postbackData: 'help', text: 'Help' } }];
    const sentElsewhere = [menu, order, menu];
    const late = [menu, order, { waits: '25h' }, { writes: 'large' }];
    const found = await counted([elsewhere, sentElsewhere, late], { until: TEST_NOW });
    assert.equal(inShort(found).size, '3 3 0 3 0 3');
    assert.ok(found.edges.some(({ from, to, because }) => from === null && to === 'lost' && because === 'default'));
  });

  it('of a send that stopped, leaves the question as it is', async () => {
    const found = await counted([[menu, order, { send: { stateId: 'gone' } }, { writes: 'large' }]]);
    assert.deepEqual(inShort(found), {
      menu: '1 0 0 0 0 1',
      size: '1 1 1 0 0 1',
      route: '1 0 0 0 0 0',
      large: '1 0 0 0 0 1',
      gone: '0 0 0 0 1 0',
    });
  });

  it('counts the turns of one version: a wait belongs to the version that asked', async () => {
    const [sent, tapped] = await turnsOf([menu, order], 1);
    const [, , answered] = await turnsOf([menu, order, { writes: 'large' }], 2);
    const ofVersion = (version: number | null) => {
      const counter = createFunnelCounter(scope({ version }));
      counter.add([sent!, tapped!, answered!]);
      return inShort(counter.counts());
    };
    assert.deepEqual(ofVersion(1), { menu: '1 0 0 0 0 1', size: '1 1 1 0 0 1' });
    assert.deepEqual(ofVersion(2), { route: '1 0 0 0 0 0', large: '1 0 0 0 0 1' });
    assert.deepEqual(ofVersion(null), {});
  });
});
