/** The exploration: each seeded mistake is found, by a short test that shows it, and sound flows are left in peace. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { createExplorer } from '../../src/engine/explore/explore.ts';
import { createSandbox } from '../../src/engine/sandbox.ts';
import { runFlowTest } from '../../src/engine/scenario/run.ts';
import type { Flow } from '../../src/model/flow.ts';
import { FlowTest } from '../../src/model/flow-test.ts';
import { bodyOf, configOf, play } from '../fuzz/model-flows.ts';
import { SEED } from '../fuzz/seed.ts';
import { MISTAKES } from './explore-mistakes.ts';
import { documentedFlow, SAMPLES } from './sample-flows.ts';
import { changed } from './seeded.ts';

const CONVERSATIONS = 150;
const FEW = 10;

const sandbox = createSandbox({ patienceMs: 30_000 });
after(() => sandbox[Symbol.asyncDispose]());
const isFlowTest = new Ajv({ formats: { 'date-time': true } }).compile<FlowTest>(FlowTest);

async function explore(flow: Flow, seed: number, statesAlone = false, conversations = CONVERSATIONS) {
  const explorer = await createExplorer(sandbox, 'account', flow, { seed, statesAlone });
  return explorer.explore(0, conversations, new Set());
}

/** A few conversations at a time, until one shows it. */
async function findTrouble(flow: Flow, found: string, conversations = CONVERSATIONS) {
  const explorer = await createExplorer(sandbox, 'account', flow, { seed: 1, statesAlone: false });
  const keys = new Set<string>();
  for (let from = 0; from < conversations; from += FEW) {
    for (const discovery of (await explorer.explore(from, from + FEW, keys)).discoveries) {
      if (`${discovery.code} ${discovery.stateId ?? ''}` === found) return discovery;
      keys.add(discovery.key);
    }
  }
  assert.fail(`only ${[...keys].join(', ') || 'nothing'} was found`);
}

for (const [name, flow] of Object.entries(SAMPLES)) {
  test(`nothing is found in ${name}`, async () => {
    assert.deepEqual((await explore(flow, 1)).discoveries, []);
    assert.deepEqual((await explore({ states: flow.states }, 2, true)).discoveries, []);
  });
}

for (const { mistake, changes, found, steps, conversations } of MISTAKES) {
  test(`${mistake} is found, and its test fails`, async () => {
    const flow = changed(documentedFlow(), changes);
    const discovery = await findTrouble(flow, found, conversations);
    assert.ok(isFlowTest(discovery.test), JSON.stringify(isFlowTest.errors));
    const { result } = await runFlowTest(sandbox.renderFor('account'), flow, discovery.test);
    // A postback that names no state at all leaves nothing to expect.
    if (found !== 'chip_leads_nowhere look-up') assert.equal(result.failure?.step, steps, JSON.stringify(result));
    assert.equal(discovery.test.steps.length, steps, JSON.stringify(discovery.test.steps));
  });
}

test('the same seed finds the same, in parts too, and another seed other conversations', async () => {
  const flow = changed(documentedFlow(), MISTAKES[0]!.changes);
  const whole = await explore(flow, 7, false, 40);
  assert.deepEqual(await explore(flow, 7, false, 40), whole);
  assert.notEqual((await explore(flow, 8, false, 40)).steps, whole.steps);
  const explorer = await createExplorer(sandbox, 'account', flow, { seed: 7, statesAlone: false });
  const first = await explorer.explore(0, 20, new Set());
  const second = await explorer.explore(20, 40, new Set(first.discoveries.map(({ key }) => key)));
  assert.deepEqual([...first.discoveries, ...second.discoveries], whole.discoveries);
});

test('an exploration ends, and what it tells is repeated by its test, whatever the flow', async () => {
  const random = fc.asyncProperty(play, fc.nat(), async ({ flow }, seed) => {
    const { keywords, defaultState } = configOf(flow);
    const states = Object.fromEntries(Object.entries(flow.states).map(([stateId, made]) => [stateId, bodyOf(made)]));
    const document: Flow = {
      states,
      ...(keywords && { keywords }),
      ...(defaultState !== undefined && { defaultState }),
    };
    for (const { code, test: shown } of (await explore(document, seed + 1, false, 8)).discoveries) {
      const { result } = await runFlowTest(sandbox.renderFor('account'), document, shown);
      if (code !== 'chip_leads_nowhere') assert.equal(result.failure?.step, shown.steps.length, JSON.stringify(shown));
    }
  });
  await fc.assert(random, { numRuns: Number(process.env['PARLEY_TEST_FUZZ_CASES'] ?? 15), seed: SEED });
});
