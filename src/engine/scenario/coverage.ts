/** What of a flow its tests reached: states entered, transitions that fired, chips tapped. Counted from the traces. */
import type { SuggestionResponse } from '../../model/event.ts';
import type { Flow } from '../../model/flow.ts';
import type { Coverage } from '../../model/test-result.ts';
import type { TraceStep } from '../../model/trace.ts';
import { chipsOf } from '../chip.ts';
import { originOf, type Sent } from './chips.ts';

/** Of each kind: a report of more would not be read. */
const MAX_MISSING = 200;

/** The names of what one turn reached; ids have no spaces. `sent`: the messages before the turn. */
export function visitsOf(trace: readonly TraceStep[], tap: SuggestionResponse | undefined, sent: readonly Sent[]) {
  const visits: string[] = [];
  let stateId = '';
  for (const step of trace) {
    if (step.step === 'enter') {
      stateId = step.stateId;
      visits.push(stateName(stateId));
    } else if (step.step === 'condition' && step.fired) {
      visits.push(transitionName(stateId, step.index));
    }
  }
  const origin = tap && originOf(tap, sent);
  if (origin) visits.push(chipName(origin.stateId, origin.path));
  return visits;
}

export function coverageOf({ states }: Pick<Flow, 'states'>, visits: ReadonlySet<string>): Coverage {
  const entries = Object.entries(states);
  const transitions = entries.flatMap(([stateId, { transitions: list = [] }]) =>
    list.map((transition, index) => ({ stateId, index, ...transition })),
  );
  const chips = entries.flatMap(([stateId, { template }]) =>
    chipsOf(template?.contentMessage ?? {})
      .filter(({ postbackData }) => postbackData !== undefined)
      .map(({ path, text }) => ({ stateId, path, text })),
  );
  return {
    states: counted(Object.keys(states), (stateId) => visits.has(stateName(stateId))),
    transitions: counted(transitions, ({ stateId, index }) => visits.has(transitionName(stateId, index))),
    chips: counted(chips, ({ stateId, path }) => visits.has(chipName(stateId, path))),
  };
}

function counted<Part>(parts: Part[], isCovered: (part: Part) => boolean) {
  const missing = parts.filter((part) => !isCovered(part));
  return { covered: parts.length - missing.length, of: parts.length, missing: missing.slice(0, MAX_MISSING) };
}

const stateName = (stateId: string) => `state ${stateId}`;
const transitionName = (stateId: string, index: number) => `transition ${stateId} ${index}`;
const chipName = (stateId: string, path: string) => `chip ${stateId} ${path}`;
