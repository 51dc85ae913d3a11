/** A state in a few words, for its card and for lists. Pure. */
import type { FlowState, StateBody } from '@model/state.ts';
import { texts } from '../texts/texts.ts';

/** The first words of its message. */
export function summaryOf({ template, transitions }: StateBody): string {
  if (!template) return transitions?.length ? texts.graph.decides : texts.graph.sendsNothing;
  return firstText(template.contentMessage) ?? texts.graph.withoutText;
}

function firstText(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { text, title, description } = value as Record<string, unknown>;
  for (const words of [text, title, description]) if (typeof words === 'string' && words.trim()) return words;
  for (const part of Object.values(value)) {
    const found = firstText(part);
    if (found !== null) return found;
  }
  return null;
}

/** What people call a state, with its id behind it where that is another word. */
export function calledOf({ stateId, displayName }: Pick<FlowState, 'stateId' | 'displayName'>): string {
  return displayName === undefined ? stateId : `${displayName} (${stateId})`;
}
