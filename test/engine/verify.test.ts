/** The verifier: each seeded mistake is found in its place, and nothing is found in the flows that we show. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { createSandbox } from '../../src/engine/sandbox.ts';
import { RULES } from '../../src/engine/verify/rules.ts';
import { createFlowVerifier } from '../../src/engine/verify/verify.ts';
import type { Surroundings } from '../../src/engine/verify/view.ts';
import type { Flow } from '../../src/model/flow.ts';
import { keysOf } from '../../src/model/json-pointer.ts';
import { bodyOf, configOf, play } from '../fuzz/model-flows.ts';
import { SEED } from '../fuzz/seed.ts';
import { documentedFlow, SAMPLES } from './sample-flows.ts';
import { changed, says } from './seeded.ts';
import { MISTAKES, SOUND } from './verify-mistakes.ts';

const sandbox = createSandbox();
after(() => sandbox[Symbol.asyncDispose]());
const verify = createFlowVerifier(sandbox);

const KNOWN: Surroundings = {
  useCase: 'MULTI_USE',
  optOut: {},
  connectors: { shop: ['findOrder'] },
  statesAlone: false,
};
const UNKNOWN: Surroundings = { useCase: null, optOut: null, connectors: null, statesAlone: true };

for (const [name, flow] of Object.entries(SAMPLES)) {
  test(`nothing is found in ${name}`, async () => {
    assert.deepEqual(await verify('account', flow, KNOWN), []);
    assert.deepEqual(await verify('account', { states: flow.states }, UNKNOWN), []);
  });
}

for (const { mistake, changes, found } of MISTAKES) {
  test(`${mistake} is found`, async () => {
    const findings = await verify('account', changed(documentedFlow(), changes), KNOWN);
    assert.deepEqual(
      findings.map(({ code, path }) => `${code} ${path}`),
      found,
    );
  });
}

for (const [name, changes] of Object.entries(SOUND)) {
  test(`nothing is found in ${name}`, async () => {
    assert.deepEqual(await verify('account', changed(documentedFlow(), changes), KNOWN), []);
  });
}

test('each rule has its mistake', () => {
  const codes = new Set(MISTAKES.map(({ found }) => found[0]!.split(' ')[0]));
  assert.deepEqual(
    Object.keys(RULES).filter((code) => !codes.has(code)),
    [],
  );
});

test('the verifier ends, and never throws, whatever the flow', async () => {
  const random = fc.asyncProperty(play, async ({ flow }) => {
    const { keywords, defaultState } = configOf(flow);
    const states = Object.fromEntries(Object.entries(flow.states).map(([stateId, made]) => [stateId, bodyOf(made)]));
    const document: Flow = {
      states,
      ...(keywords && { keywords }),
      ...(defaultState !== undefined && { defaultState }),
    };
    for (const { path } of await verify('account', document, KNOWN)) assert.ok(isPlace(document, path), path);
  });
  await fc.assert(random, { numRuns: 300, seed: SEED });
});

/** Of a field that is missing, the object that lacks it. */
function isPlace(document: unknown, path: string): boolean {
  const keys = keysOf(path);
  const found = keys.slice(0, -1).reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], document);
  return typeof found === 'object' && found !== null;
}

test('of very many findings errors stay', async () => {
  const many = Array.from({ length: 1200 }, (_, index) => [`state-${index}`, says('{{ nothing }}')]);
  const states = { ...Object.fromEntries(many), last: says('{% if %}') };
  const found = await verify('account', { states, defaultState: 'none' }, UNKNOWN);
  assert.deepEqual([found.length, found[0]!.path, found.at(-1)!.code], [1000, '/defaultState', 'invalid_liquid']);
});

test('docs/findings.md has the table of the rules', () => {
  const page = readFileSync(new URL('../../docs/findings.md', import.meta.url), 'utf8');
  const rows = Object.entries(RULES).map(([code, { severity, says }]) => `| \`${code}\` | ${severity} | ${says} |`);
  assert.deepEqual(
    page.split('\n').filter((line) => line.startsWith('| `')),
    rows,
  );
});
