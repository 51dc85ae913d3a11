/**
 * The verifier: everything that can be known of a flow without running it. It asks nobody; what is outside the document
 * comes as data. http may not import the engine: it gets this through the context.
 */
import { setImmediate as others } from 'node:timers/promises';
import type { FieldError } from '../../errors.ts';
import type { Finding } from '../../model/finding.ts';
import type { Flow } from '../../model/flow.ts';
import { readTemplates } from '../check.ts';
import type { Sandbox } from '../sandbox.ts';
import { waysOf } from '../ways.ts';
import type { Rule, StateRule } from './rule.ts';
import { RULES } from './rules.ts';
import { type FlowView, placeIn, type StateView, type Surroundings, viewOf } from './view.ts';

/** Nobody reads more, and a hostile flow has a finding in every line. */
const MAX_FINDINGS = 1000;
/** Milliseconds at work before everything else on the thread has its turn. */
const SLICE_MS = 5;

/**
 * The flow fits its schema. Errors come first where there are too many findings, and otherwise in the order of the
 * document. @throws Problem `not_ready` when a template ran out of time
 */
export type FlowVerifier = (accountId: string, flow: Flow, known: Surroundings) => Promise<Finding[]>;

export function createFlowVerifier({ variablesOf }: Pick<Sandbox, 'variablesOf'>): FlowVerifier {
  return async (accountId, flow, known) => {
    const pause = createPause();
    const states = new Map<string, StateView>();
    for (const [stateId, body] of Object.entries(flow.states)) {
      await pause();
      const templates = await readTemplates(body, (template) => variablesOf(accountId, template));
      states.set(stateId, { stateId, body, ways: waysOf(body), ...templates });
    }
    const view = viewOf(flow, known, states);
    const findings: Finding[] = [];
    for (const [code, rule] of Object.entries(RULES)) {
      await pause();
      const faults = 'inFlow' in rule ? rule.inFlow(view).slice(0, MAX_FINDINGS) : await inStates(rule, view, pause);
      findings.push(...faults.map((fault) => findingOf(code, rule, fault)));
    }
    return inOrder(findings, [...view.states.keys()]);
  };
}

function createPause(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await others();
    since = performance.now();
  };
}

type Fault = FieldError & { stateId?: string };

async function inStates(rule: StateRule, view: FlowView, pause: () => Promise<void>): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const state of view.states.values()) {
    await pause();
    const { stateId } = state;
    const found = rule.inState(state, view);
    faults.push(...found.map((fault) => ({ ...fault, path: placeIn(stateId, fault.path), stateId })));
    if (faults.length >= MAX_FINDINGS) break;
  }
  return faults;
}

function findingOf(code: string, { severity }: Rule, { path, message, stateId }: Fault): Finding {
  return { severity, code, path, message, ...(stateId !== undefined && { stateId }) };
}

function inOrder(findings: Finding[], stateIds: string[]): Finding[] {
  const places = new Map(stateIds.map((stateId, index) => [stateId, index]));
  const placeOf = ({ stateId }: Finding) => (stateId === undefined ? -1 : places.get(stateId)!);
  const isWarning = ({ severity }: Finding) => Number(severity === 'warning');
  return findings
    .sort((one, other) => isWarning(one) - isWarning(other))
    .slice(0, MAX_FINDINGS)
    .sort((one, other) => placeOf(one) - placeOf(other));
}
