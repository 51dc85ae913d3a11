/** The ways out of a state, as rows of its card: its transitions, what else happens, its chips and its answer. Pure. */
import type { StateBody } from '@model/state.ts';
import { texts } from '../texts/texts.ts';
import { conditionWords, readCondition } from './conditions.ts';
import { type Keys, pointerTo } from './pointer.ts';

/** How one state leads to the next. `keyword` and `default` come from the agent. */
export type EdgeKind = 'chip' | 'input' | 'transition' | 'keyword' | 'default';

export type Row = {
  /** Unique in its state. */
  id: string;
  kind: EdgeKind;
  label: string;
  /** Null where it leads nowhere, or only Liquid knows. */
  target: string | null;
  /** Of a chip in the content message; of a transition in its list. */
  keys: Keys;
};

/** When no transition before it is true: where the state has one for it, or nothing to say itself. */
const ELSE = 'else';

export function rowsOf({ transitions = [], template, input }: StateBody, isState: (stateId: string) => boolean): Row[] {
  const silent = transitions.map(({ condition, nextState }, index): Row => {
    const isElse = transitions.length > 1 && readCondition(condition)?.rows.length === 0;
    const label = isElse ? texts.graph.else : conditionWords(condition);
    return { id: `transition ${index}`, kind: 'transition', label, target: nextState || null, keys: [index] };
  });
  const isOpen = silent.length > 0 && template === undefined && !silent.some(({ label }) => isLast(label));
  const open: Row[] = isOpen ? [{ id: ELSE, kind: 'transition', label: texts.graph.else, target: null, keys: [] }] : [];
  const chips = placedChips(template?.contentMessage, []).map(({ text, postbackData, keys }): Row => {
    return {
      id: `chip ${pointerTo(keys)}`,
      kind: 'chip',
      label: text,
      target: chipTarget(postbackData, isState),
      keys,
    };
  });
  const answers: Row[] = input
    ? [{ id: 'input', kind: 'input', label: texts.graph.answer, target: input.nextState || null, keys: [] }]
    : [];
  return [...silent, ...open, ...chips, ...answers];
}

const isLast = (label: string) => label === texts.graph.else || label === conditionWords('true');

type Chip = { text: string; postbackData: string };

/** Every chip of a message: its own and those of its cards. It may be half-written, so no field is certain. */
export function chipsOf(content: unknown): Chip[] {
  return placedChips(content, []).map(({ text, postbackData }) => ({ text, postbackData }));
}

function placedChips(content: unknown, keys: Keys): (Chip & { keys: Keys })[] {
  if (typeof content !== 'object' || content === null) return [];
  const { text, postbackData } = content as Partial<Chip>;
  if (!Array.isArray(content) && typeof postbackData === 'string') {
    return [{ text: typeof text === 'string' ? text : '', postbackData, keys }];
  }
  return Object.entries(content).flatMap(([key, inner]) => placedChips(inner, [...keys, key]));
}

/**
 * The state that a tap leads to, or null. With Liquid it is known at run time only. Source: docs/spec-choices.md §5,
 * rule 1.
 */
function chipTarget(postbackData: string, isState: (stateId: string) => boolean): string | null {
  if (isState(postbackData)) return postbackData;
  const { nextState } = objectIn(postbackData);
  return typeof nextState === 'string' && nextState !== '' && !nextState.includes('{{') ? nextState : null;
}

/** The JSON object in a text; empty if there is none. */
export function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
