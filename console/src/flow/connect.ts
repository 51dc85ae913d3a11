/** What a line that was drawn from one state to another changes in the first. Pure. */
import type { StateBody } from '@model/state.ts';
import { LIMITS, lengthOf } from '../message/limits.ts';
import { asList, asObject, asText } from '../message/loose.ts';
import { readTarget, withState } from '../message/target.ts';
import { ALWAYS, readCondition, writeCondition } from './conditions.ts';
import type { Edit } from './edited-state.ts';
import { valueAt, withValueAt } from './pointer.ts';
import type { Row } from './rows.ts';

const WAYS = ['chip', 'answer', 'otherwise'] as const;
export type Way = (typeof WAYS)[number];

/** The ways that the state has room for. */
export function waysFrom({ template }: StateBody): Way[] {
  const chips = asList(asObject(template?.contentMessage)['suggestions']);
  const hasRoom = template !== undefined && chips.length < LIMITS.chips;
  return WAYS.filter((way) => way !== 'chip' || hasRoom);
}

type To = { stateId: string; stateIds: readonly string[] };
type Change = Extract<Edit, { to: 'set' }>;

/** A way that is there leads to another state. */
export function reconnection(body: StateBody, { id, kind, keys }: Row, to: To): Change {
  const step = { to: 'set', atMs: Date.now(), at: `${id} to ${to.stateId}` } as const;
  if (kind === 'chip') {
    const { contentMessage = {} } = body.template ?? {};
    const at = [...keys, 'postbackData'];
    const postbackData = withState(
      readTarget(asText(valueAt(contentMessage, at)), to.stateIds),
      to.stateId,
      to.stateIds,
    );
    return { ...step, field: 'template', value: { contentMessage: withValueAt(contentMessage, at, postbackData) } };
  }
  const [index] = keys;
  if (kind === 'transition' && index !== undefined) {
    const value = withValueAt(body.transitions ?? [], [index, 'nextState'], to.stateId);
    return { ...step, field: 'transitions', value };
  }
  return connection(body, kind === 'input' ? 'answer' : 'otherwise', to);
}

export function connection({ template, input, transitions = [] }: StateBody, way: Way, to: To): Change {
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
