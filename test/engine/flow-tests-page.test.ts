/** The examples in docs/flow-tests.md are flow tests, and pass. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { createSandbox } from '../../src/engine/sandbox.ts';
import { coverageOf } from '../../src/engine/scenario/coverage.ts';
import { failureInWords } from '../../src/engine/scenario/report.ts';
import { runFlowTest } from '../../src/engine/scenario/run.ts';
import type { Flow } from '../../src/model/flow.ts';
import type { FlowTest } from '../../src/model/flow-test.ts';

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
