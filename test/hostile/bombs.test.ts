/**
 * Liquid that grows: known bombs and generated templates, each over in time and within bounds, while the main thread
 * stays free. `PARLEY_TEST_BOMBS` sets how many are generated (150 otherwise).
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { MAX_TEXT_BYTES, TemplateError } from '../../src/engine/liquid.ts';
import { createSandbox } from '../../src/engine/sandbox.ts';
import { busyDuring } from '../busy.ts';
import { SEED } from '../fuzz/seed.ts';

const BOMBS = Number(process.env['PARLEY_TEST_BOMBS'] ?? 150);
/**
 * Wall-clock time, for a render that never ends: after two seconds its thread is ended, but that too waits for a
 * processor at the lowest priority. The CPU time of a render is checked where the thread's own time is read.
 */
const OVER_MS = 20_000;
/** The list for loops and sorts. */
const MANY = Array.from({ length: 5_000 }, (_, n) => ({ n, text: `item ${n}`.repeat(4) }));

const sandbox = createSandbox({ threads: 2 });
after(() => sandbox[Symbol.asyncDispose]());

const SCOPE = {
  params: { many: MANY, word: 'word '.repeat(2_000) },
  data: {},
  input: {},
  message: null,
  user: {},
} as never;

type Outcome = 'rendered' | TemplateError['fault'];

async function outcomeOf(template: string): Promise<Outcome> {
  try {
    const text = await sandbox.renderFor('account')(template, SCOPE, {
      maxBytes: MAX_TEXT_BYTES,
      now: '2026-01-02T03:04:05Z',
    });
    assert.ok(Buffer.byteLength(text) <= MAX_TEXT_BYTES, `${Buffer.byteLength(text)} bytes of ${template}`);
    return 'rendered';
  } catch (error) {
    if (error instanceof TemplateError) return error.fault;
    throw error;
  }
}

const doubling = `{% assign a = params.word %}${'{% capture a %}{{ a }}{{ a }}{% endcapture %}'.repeat(24)}{{ a }}`;

for (const [what, template] of [
  ['captures that double', doubling],
  [
    'loops in loops',
    '{% for a in (1..9999) %}{% for b in (1..9999) %}{% for c in (1..9999) %}{% endfor %}{% endfor %}{% endfor %}',
  ],
  ['a range without end', '{% for a in (1..99999999999) %}x{% endfor %}'],
  [
    'a sort of much',
    '{% for a in (1..500) %}{% assign b = params.many | sort: "text" | reverse %}{% endfor %}{{ b.size }}',
  ],
  [
    'an array that grows',
    `{% assign a = params.many %}${'{% assign a = a | concat: a %}'.repeat(18)}{{ a | join: "," }}`,
  ],
  [
    'filters that emit megabytes',
    `{% assign a = params.word %}${'{% assign a = a | append: a | newline_to_br | xml_escape %}'.repeat(14)}{{ a }}`,
  ],
  [
    'replace that grows',
    `{% assign a = params.word %}${'{% assign a = a | replace: "w", params.word %}'.repeat(4)}{{ a }}`,
  ],
  ['a tablerow', '{% tablerow a in (1..99999999) cols:1 %}{{ params.word }}{% endtablerow %}'],
  ['increments in a loop', '{% for a in (1..99999999) %}{% increment n %}{% endfor %}'],
  ['cycle and loops', '{% for a in (1..9999999) %}{% cycle "a", "b" %}{% endfor %}'],
] as const) {
  test(`${what} end in an error`, async () => {
    const outcome = await outcomeOf(template);
    assert.notEqual(outcome, 'rendered');
  });
}

const value = fc.constantFrom(
  'params.many',
  'params.word',
  'a',
  'b',
  '(1..9999)',
  '"x"',
  'params.many[0].text',
  '99999999',
);
const filter = fc.constantFrom(
  'append: a',
  'prepend: params.word',
  'split: ""',
  'sort',
  'reverse',
  'concat: params.many',
  'join: params.word',
  'replace: "o", params.word',
  'upcase',
  'size',
  'map: "text"',
  'uniq',
  'times: 99999999',
  'escape',
  'newline_to_br',
  'slice: 0, 99999',
  'truncate: 99999',
  'strip_html',
  'json',
  'where: "n"',
  'push: a',
  'default: params.word',
  'url_encode',
  'date: "%c%c%c%c"',
);
const expression = fc
  .tuple(value, fc.array(filter, { maxLength: 5 }))
  .map(([start, filters]) => [start, ...filters].join(' | '));
const { block } = fc.letrec<{ block: string; part: string }>((tie) => ({
  block: fc.array(tie('part'), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { maxDepth: 5 },
    expression.map((what) => `{{ ${what} }}`),
    expression.map((what) => `{% assign a = ${what} %}`),
    fc
      .tuple(fc.constantFrom('a', 'b'), tie('block'))
      .map(([name, inner]) => `{% capture ${name} %}${inner}{% endcapture %}`),
    fc
      .tuple(fc.constantFrom('(1..999)', '(1..99999999)', 'params.many', 'a'), tie('block'))
      .map(([list, inner]) => `{% for i in ${list} %}${inner}{% endfor %}`),
    fc.tuple(expression, tie('block')).map(([what, inner]) => `{% if ${what} %}${inner}{% endif %}`),
  ),
}));

test(`${BOMBS.toLocaleString('en')} generated templates end in time and in bounds, and the main thread stays free`, async (context) => {
  const templates = fc.sample(block, { numRuns: BOMBS, seed: SEED });
  const outcomes: Record<string, number> = {};
  let slowest = 0;
  await outcomeOf('{% for a in (1..2) %}{{ a }}{% endfor %}');
  const { p99Ms } = await busyDuring(async () => {
    for (const template of templates) {
      const begun = performance.now();
      const outcome = await outcomeOf(template);
      slowest = Math.max(slowest, performance.now() - begun);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  });
  context.diagnostic(
    `seed ${SEED}; ${JSON.stringify(outcomes)}; slowest ${slowest.toFixed(0)} ms; main thread busy p99 ${p99Ms.toFixed(1)} ms`,
  );
  assert.ok(slowest < OVER_MS, `one took ${slowest} ms`);
  assert.ok(p99Ms < 20, `the main thread was busy for ${p99Ms} ms at a time`);
});
