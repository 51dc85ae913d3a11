/**
 * The engine's own flow tests: each file of `scenarios/` holds a flow document and a test of it. A text such as
 * "x × 60000" stands for that many of the character.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { Ajv } from 'ajv';
import { createSandbox } from '../../src/engine/sandbox.ts';
import { failureInWords } from '../../src/engine/scenario/report.ts';
import { runFlowTest } from '../../src/engine/scenario/run.ts';
import { Flow } from '../../src/model/flow.ts';
import { FlowTest } from '../../src/model/flow-test.ts';

const FOLDER = new URL('./scenarios/', import.meta.url);

const sandbox = createSandbox({ patienceMs: 30_000 });
after(() => sandbox[Symbol.asyncDispose]());

const ajv = new Ajv({ schemas: [{ $id: 'ContentMessage', type: 'object' }], formats: { 'date-time': true } });
const isFlow = ajv.compile<Flow>(Flow);
const isFlowTest = ajv.compile<FlowTest>(FlowTest);

for (const file of readdirSync(FOLDER)) {
  const scenario = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'), writeOut);
  test(scenario.test.title, async () => {
    assert.ok(isFlow(scenario.flow), JSON.stringify(isFlow.errors));
    assert.ok(isFlowTest(scenario.test), JSON.stringify(isFlowTest.errors));
    const { flow, test } = scenario as { flow: Flow; test: FlowTest };
    const { result } = await runFlowTest(sandbox.renderFor('account'), flow, test);
    assert.ok(result.passed, result.failure && failureInWords(result.failure));
    assert.ok(
      test.steps.every(({ expect }) => expect),
      'each step expects something',
    );
  });
}

function writeOut(_key: string, value: unknown): unknown {
  const [, character, times] = (typeof value === 'string' && /^(.) × (\d+)$/u.exec(value)) || [];
  return character === undefined ? value : character.repeat(Number(times));
}
