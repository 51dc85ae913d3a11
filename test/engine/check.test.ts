/** The results of saving a state: errors, Liquid with line and column, and warnings. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type CheckedState, createStateChecker } from '../../src/engine/check.ts';
import { createSandbox } from '../../src/engine/sandbox.ts';
import type { StateBody } from '../../src/model/state.ts';

const text = (value: string) => ({ template: { contentMessage: { text: value } } });
const operation = (data: Record<string, unknown>) => ({
  operations: [{ connectorId: 'http', authenticationId: 'none', operation: 'request', contextKey: 'a', data }],
});
const input = (from: string) => ({ input: { nextState: 'here', assignments: [{ from, to: 'a' }] } });
const condition = (value: string) => ({ transitions: [{ condition: value, nextState: 'here' }] });
const postback = (postbackData: string) => ({
  template: { contentMessage: { text: 'a', suggestions: [{ reply: { text: 'a', postbackData } }] } },
});
const sandbox = createSandbox();
after(() => sandbox[Symbol.asyncDispose]());
const checkState = createStateChecker(sandbox);
const check = (body: object) =>
  checkState('account', body as StateBody, { stateExists: async (stateId) => stateId === 'here' });

const unknown = (path: string) =>
  `reads "${path}", which is always empty: the variables are params, data, input, message, user`;

const FINE: object[] = [
  text('Hello {{ params.name }} {{ data.a.b }} {{ input.c }} {{ message.text }} {{ user.phoneNumber }}'),
  text(
    '{% assign name = input.name %}{% for item in data.list %}{{ item }} {{ forloop.index }} {{ name }}{% endfor %}',
  ),
  operation({ url: 'https://e.org/{{ input.id }}', body: { deep: ['{{ params.x }}'] } }),
  condition('true'),
  condition("{% if data.x == 'y' %}true{% endif %}"),
  input('message.text'),
  input('$..text'),
  { ...text('a'), flowEntryStateId: 'here' },
  postback('here'),
  postback('{"nextState":"here","params":{"a":1}}'),
  postback('{"nextState":"{{ params.next }}"}'),
  { ...postback('just a word'), ...input('text') },
];
for (const body of FINE) {
  test(`no fault is found in ${JSON.stringify(body)}`, async () => {
    assert.deepEqual(await check(body), { errors: [], liquidErrors: [], warnings: [] });
  });
}

const FAULTS: [name: string, body: object, expected: Partial<CheckedState>][] = [
  [
    'a state needs a part',
    { flowEntryStateId: 'here', operations: [], transitions: [] },
    { errors: [{ path: '', message: 'needs at least one of template, transitions, input, operations' }] },
  ],
  [
    'the content message is checked in its place',
    text(''),
    { errors: [{ path: '/template/contentMessage/text', message: 'must not be empty' }] },
  ],
  [
    'a path of an assignment must be one',
    input('message..text'),
    {
      errors: [
        {
          path: '/input/assignments/0/from',
          message: 'must be a path such as message.text, or JSONPath that starts with $',
        },
      ],
    },
  ],
  [
    'Liquid in a message is parsed, and the fault has its line and column',
    text('Hello\n{% if params.x %}'),
    {
      liquidErrors: [
        {
          path: '/template/contentMessage/text',
          message: 'is not valid Liquid: tag {% if params.x %} not closed (line 2, column 1)',
          line: 2,
          column: 1,
        },
      ],
    },
  ],
  [
    'Liquid in the data of an operation is parsed',
    operation({ body: { 'a/b': ['{{ params.x | shout }}'] } }),
    {
      liquidErrors: [
        {
          path: '/operations/0/data/body/a~1b/0',
          message: 'is not valid Liquid: undefined filter: shout (line 1, column 1)',
          line: 1,
          column: 1,
        },
      ],
    },
  ],
  [
    'Liquid in a condition is parsed',
    condition('{% include "x" %}'),
    {
      liquidErrors: [
        {
          path: '/transitions/0/condition',
          message: 'is not valid Liquid: tag "include" not found (line 1, column 1)',
          line: 1,
          column: 1,
        },
      ],
    },
  ],
  [
    'a state that does not exist yet is a warning, wherever it is named',
    {
      flowEntryStateId: 'no-1',
      ...postback('{"nextState":"no-2"}'),
      transitions: [{ condition: 'true', nextState: 'no-3' }],
      input: { nextState: 'no-4' },
    },
    {
      warnings: [
        { path: '/flowEntryStateId', message: 'names state "no-1", which does not exist yet' },
        { path: '/transitions/0/nextState', message: 'names state "no-3", which does not exist yet' },
        { path: '/input/nextState', message: 'names state "no-4", which does not exist yet' },
        {
          path: '/template/contentMessage/suggestions/0/reply/postbackData',
          message: 'names state "no-2", which does not exist yet',
        },
      ],
    },
  ],
  [
    'a plain postback that names no state is a warning where nothing captures it',
    postback('word'),
    {
      warnings: [
        {
          path: '/template/contentMessage/suggestions/0/reply/postbackData',
          message: 'names state "word", which does not exist yet',
        },
      ],
    },
  ],
  [
    'a variable that does not exist is a warning',
    text('{{ name }} {{ param.x.y }}'),
    {
      warnings: ['name', 'param.x.y'].map((path) => ({
        path: '/template/contentMessage/text',
        message: unknown(path),
      })),
    },
  ],
  [
    'a condition without Liquid never fires, which is a warning',
    condition('data.order.ok == true'),
    {
      warnings: [
        {
          path: '/transitions/0/condition',
          message: 'never fires: it contains no Liquid; write {{ … }} or {% if … %}true{% endif %}, or just true',
        },
      ],
    },
  ],
  [
    'a body that is JSON written as a text is a warning',
    operation({ body: '{"name": "{{ input.name }}"}' }),
    {
      warnings: [
        {
          path: '/operations/0/data/body',
          message: 'is JSON in a string: write it as plain JSON, so that no value can break it',
        },
      ],
    },
  ],
];
for (const [name, body, expected] of FAULTS) {
  test(name, async () =>
    assert.deepEqual(await check(body), { errors: [], liquidErrors: [], warnings: [], ...expected }),
  );
}

test('JSONPath that cannot be parsed, or that holds a regular expression, is an error', async () => {
  for (const from of ['$.[', '$[?match(@.text, "a*")]', '$[?search(@.text, "(a+)+$")]']) {
    const { errors } = await check(input(from));
    assert.equal(errors[0]?.path, '/input/assignments/0/from');
    assert.match(errors[0].message, /^is not valid JSONPath: /);
  }
});

/** Strings that hold as much Liquid as a state may, and text around it. */
const large = (name = 'name') =>
  operation({ body: Array.from({ length: 25 }, (_, n) => `{{ params.${name}${n} }} and {{ other }} `.repeat(40)) });

/** How often other work of the process ran until `work` had ended. */
async function ticksDuring(work: () => Promise<unknown>): Promise<number> {
  let ticks = 0;
  let isRunning = true;
  const tick = () => {
    ticks += 1;
    if (isRunning) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  isRunning = false;
  return ticks;
}

test('other work runs while a large state is checked, and checks run one at a time', async (t) => {
  // A millisecond passes each time that the clock is read: how fast the machine is makes no difference.
  let now = performance.now();
  t.mock.method(performance, 'now', () => now++);
  const ofOne = await ticksDuring(() => check(large()));
  assert.ok(ofOne >= 5, `other work had ${ofOne} turns`);
  const eight = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(large);
  const ofEight = await ticksDuring(() => Promise.all(eight.map((body) => check(body))));
  assert.ok(ofEight >= 8 * ofOne, `beside one check other work had ${ofOne} turns, beside eight ${ofEight}`);
});

test('a state may hold 2000 outputs and tags, and one with more is refused before they are parsed', async () => {
  assert.deepEqual((await check(large())).errors, []);
  for (const more of ['{{ a }}', '{% broken', '{%- if a -%}']) {
    const { errors, liquidErrors } = await check({ ...large(), ...condition(more), ...text('{{ a }}'.repeat(9)) });
    assert.deepEqual(errors, [
      { path: '', message: 'must have at most 2000 outputs and tags ({{ … }}, {% … %}); it has 2010' },
    ]);
    assert.deepEqual(liquidErrors, []);
  }
});

test('variables in the brackets of others are found, however deep', async () => {
  const deep = `{{ params${'[a'.repeat(1_000)}${']'.repeat(1_000)} }}`;
  const { warnings } = await check(text(deep));
  assert.equal(warnings[0]?.message, unknown(`${'a[a[a[a[a[a[a[a[a[a['.repeat(5)}…`));
  assert.equal(warnings.length, 50, 'as many as anybody reads');
});

test('a name that a template sets itself is a known variable from there on', async () => {
  const made =
    '{% assign x = data.a %}{{ x }}{% capture y %}{{ z }}{% endcapture %}{{ y }}' +
    '{% for item in data.list %}{{ item[x] }}{% endfor %}{{ item }}{% liquid\necho w\nassign w = 1\necho w %}';
  const { warnings } = await check(text(made));
  assert.deepEqual(
    warnings.map(({ message }) => message),
    ['z', 'item', 'w'].map(unknown),
  );
});
