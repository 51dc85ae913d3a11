/** The examples in docs/flow-tests.md are flow tests, and pass; the published schema is the one of the model. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { createSandbox } from '../../src/engine/sandbox.ts';
import { coverageOf } from '../../src/engine/scenario/coverage.ts';
import { failureInWords } from '../../src/engine/scenario/report.ts';
import { runFlowTest } from '../../src/engine/scenario/run.ts';
import type { Flow } from '../../src/model/flow.ts';
import { FlowTest } from '../../src/model/flow-test.ts';

const SCHEMA = new URL('../../docs/flow-test.schema.json', import.meta.url);
const RENEW = 'PARLEY_TEST_RENEW_SCHEMAS';

const page = readFileSync(new URL('../../docs/flow-tests.md', import.meta.url), 'utf8');
const [flow, ...tests] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json!)) as [
  Flow,
  ...FlowTest[],
];

const sandbox = createSandbox();
after(() => sandbox[Symbol.asyncDispose]());

for (const documented of tests) {
  test(`documented: ${documented.title}`, async () => {
    const { result } = await runFlowTest(sandbox.renderFor('account'), flow, documented);
    assert.ok(result.passed, result.failure && failureInWords(result.failure));
  });
}

test('the documented tests reach every state of the documented flow but one', async () => {
  const runs = await Promise.all(tests.map((one) => runFlowTest(sandbox.renderFor('account'), flow, one)));
  const { states } = coverageOf(flow, new Set(runs.flatMap(({ visits }) => visits)));
  assert.deepEqual(states.missing, ['hours']);
});

test(`docs/flow-test.schema.json is the schema of the model (to renew: ${RENEW}=1)`, () => {
  const published = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Parley flow test, format 1',
    ...FlowTest,
  };
  const text = `${JSON.stringify(published, null, 2)}\n`;
  if (process.env[RENEW]) writeFileSync(SCHEMA, text);
  assert.equal(readFileSync(SCHEMA, 'utf8'), text);
});
