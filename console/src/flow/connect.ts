/** What a line that was drawn from one state to another changes in the first. Pure. */
import type { StateBody } from '@model/state.ts';
import { LIMITS, lengthOf } from '../message/limits.ts';
import { asList, asObject } from '../message/loose.ts';
import { withState } from '../message/target.ts';
import { ALWAYS, readCondition, writeCondition } from './conditions.ts';
import type { Edit } from './edited-state.ts';

export const WAYS = {
  chip: 'by a new chip',
  answer: 'by whatever the user answers',
  otherwise: 'silently, when no transition before it is true',
} as const;

export type Way = keyof typeof WAYS;

/** The ways that the state has room for. */
export function waysFrom({ template }: StateBody): Way[] {
  const chips = asList(asObject(template?.contentMessage)['suggestions']);
  const hasRoom = template !== undefined && chips.length < LIMITS.chips;
  return (Object.keys(WAYS) as Way[]).filter((way) => way !== 'chip' || hasRoom);
}

export function connection(
  { template, input, transitions = [] }: StateBody,
  way: Way,
  to: { stateId: string; stateIds: readonly string[] },
): Extract<Edit, { to: 'set' }> {
  const { stateId, stateIds } = to;
  const step = { to: 'set', atMs: Date.now(), at: `to ${stateId}` } as const;
  switch (way) {
    case 'chip': {
      const { contentMessage = {} } = template ?? {};
      const text = lengthOf(stateId) <= LIMITS.label ? stateId : [...stateId].slice(0, LIMITS.label).join('');
      const chip = { reply: { text, postbackData: withState({ to: 'text', text: '' }, stateId, stateIds) } };
      const suggestions = [...asList(contentMessage['suggestions']), chip];
      return { ...step, field: 'template', value: { contentMessage: { ...contentMessage, suggestions } } };
    }
    case 'answer':
      return { ...step, field: 'input', value: { ...input, nextState: stateId } };
    case 'otherwise': {
      const others = transitions.filter(({ condition }) => readCondition(condition)?.rows.length !== 0);
      const last = { condition: writeCondition(ALWAYS)!, nextState: stateId };
      return { ...step, field: 'transitions', value: [...others, last] };
    }
  }
}
