/**
 * A state while it is edited: one document for all tabs of the editor, with its history. The forms change the state
 * itself; texts are kept as typed, and one that cannot be parsed yet changes nothing but itself. Pure.
 */
import type { StateBody } from '@model/state.ts';
import type { Note } from '../unsaved.ts';
import { difference } from './difference.ts';
import { isNote, type Part, readPart, type TextPart, textOf, withField } from './parts.ts';

type Field = keyof StateBody;
/** Those that have a form, and the form's tab; null: above the tabs. */
const FORMS = {
  displayName: null,
  flowEntryStateId: null,
  template: 'message',
  operations: 'operations',
  transitions: 'transitions',
  input: 'input',
} as const satisfies Partial<Record<Field, Part | null>>;
type FormField = keyof typeof FORMS;

type Text = { text: string; fault: string | null };

export type Content = {
  /** The state, as far as it can be parsed: if no text has a fault, what Save stores. */
  body: StateBody;
  /** Parts as typed; the others are generated from `body`. */
  texts: Partial<Record<TextPart, Text>>;
};

/** The content before `part` was changed. */
type Step = { content: Content; part: Part };

export type EditedState = {
  content: Content;
  past: readonly Step[];
  future: readonly Step[];
  /** The last change: one that follows at once, in a text at the place where it ended, joins the same step. */
  last: { atMs: number; place: number; at: string };
  tab: Part;
  /** The stored state, as far as the console has read it. */
  stored: StateBody;
  /** What was stored when the editing began. */
  base: StateBody;
  /** When the content was typed, if that was before a reload. */
  typedAt: string | null;
};

export type Edit =
  | { to: 'write'; part: TextPart; text: string; atMs: number }
  /** `at`: the place that was typed in, if the form has several. */
  | { to: 'set'; field: FormField; value: StateBody[FormField]; atMs: number; at?: string }
  | { to: 'undo' | 'redo' }
  /** Of a change by others: theirs, or mine at the next save, or a body that has both. */
  | { to: 'discard' | 'keep' }
  | { to: 'merge'; body: StateBody }
  | { to: 'show'; part: Part }
  /** `body` is what was sent: more may have been typed since. */
  | { to: 'saved'; body: StateBody }
  /** What was read from the service: perhaps saved by others. */
  | { to: 'stored'; body: StateBody };

/** The limit of undo steps. The largest state that can be saved has 512 KiB: 100 of them are bearable. */
const MAX_STEPS = 100;
/** Typing without a longer pause is one step. */
const PAUSE_MS = 500;
const NEVER = { atMs: Number.NEGATIVE_INFINITY, place: 0, at: '' };

export function beginEditing(stored: StateBody): EditedState {
  const content = { body: stored, texts: {} };
  return { content, past: [], future: [], last: NEVER, tab: 'message', stored, base: stored, typedAt: null };
}

/** The part of it to keep until it is saved. */
export function noteOf({ base, content: { body, texts } }: EditedState): Note {
  return { base, body, texts: Object.fromEntries(Object.entries(texts).map(([part, { text }]) => [part, text])) };
}

/** Resumes a kept edit; without one, starts from what is stored. */
export function resumeEditing(stored: StateBody, kept: { at: string; note: unknown } | null): EditedState {
  const fresh = beginEditing(stored);
  if (!kept || !isNote(kept.note)) return fresh;
  const { base, body, texts } = kept.note;
  const parts = Object.entries(texts) as [TextPart, string][];
  const content = parts.reduce<Content>((before, [part, text]) => written(before, part, text), { body, texts: {} });
  const resumed = { ...fresh, content, base, typedAt: kept.at };
  return isChanged(resumed) ? resumed : fresh;
}

export function edit(edited: EditedState, change: Edit): EditedState {
  const { content, past, future, stored } = edited;
  switch (change.to) {
    case 'write': {
      const { part, text, atMs } = change;
      const { from, to, insert } = difference(shownText(content, part).text, text);
      return step(edited, written(content, part, text), part, { atMs, from, to, end: from + insert.length, at: '' });
    }
    case 'set': {
      const { field, value, atMs, at } = change;
      // Without a place it is no typing: a step of its own.
      const place = at === undefined ? Number.NaN : 0;
      return step(edited, filledIn(content, field, value), FORMS[field] ?? edited.tab, {
        atMs,
        from: place,
        to: place,
        end: place,
        at: at ?? '',
      });
    }
    case 'show':
      return { ...edited, tab: change.part };
    case 'undo':
      return travel(edited, past, (part) => ({ past: past.slice(0, -1), future: [...future, { content, part }] }));
    case 'redo':
      return travel(edited, future, (part) => ({ past: [...past, { content, part }], future: future.slice(0, -1) }));
    case 'discard':
      return { ...push(edited, { body: stored, texts: {} }, edited.tab), base: stored, typedAt: null };
    case 'keep':
      return { ...edited, base: stored };
    case 'merge':
      return { ...push(edited, { body: change.body, texts: {} }, edited.tab), base: stored };
    case 'saved':
      return { ...edited, stored: change.body, base: change.body, typedAt: null, last: NEVER };
    case 'stored':
      return adopt(edited, change.body);
  }
}

/** What the tab shows. */
export function shownText({ body, texts }: Content, part: TextPart): Text {
  return texts[part] ?? { text: textOf(part, body), fault: null };
}

/** The parts whose text cannot be parsed. */
export function faultyParts({ texts }: Content): TextPart[] {
  return (Object.keys(texts) as TextPart[]).filter((part) => texts[part]!.fault !== null);
}

/** The part to fix before this one can be shown: the JSON of everything and a part of it are one text twice. */
export function blockerOf(content: Content, part: Part): TextPart | undefined {
  return faultyParts(content).find((faulty) => faulty !== part && (faulty === 'json' || part === 'json'));
}

export function isChanged({ content, stored }: EditedState): boolean {
  return faultyParts(content).length > 0 || !isSame(content.body, stored);
}

/** The fields that somebody else has saved since the editing began. */
export function changedMeanwhile({ base, stored }: EditedState): Field[] {
  const fields = Object.keys({ ...base, ...stored }) as Field[];
  return fields.filter((field) => !isSame(base[field], stored[field]));
}

function written({ body, texts }: Content, part: TextPart, text: string): Content {
  const read = readPart(part, text, body);
  if ('fault' in read) return { body, texts: { ...texts, [part]: { text, fault: read.fault } } };
  const { json: _whole, ...parts } = texts;
  return { body: read.body, texts: { ...(part !== 'json' && parts), [part]: { text, fault: null } } };
}

function filledIn({ body, texts }: Content, field: FormField, value: StateBody[FormField]): Content {
  const { json: _whole, ...parts } = texts;
  const others = Object.entries(parts).filter(([part]) => part !== FORMS[field]);
  return { body: withField(body, field, value), texts: Object.fromEntries(others) };
}

type Touch = { atMs: number; from: number; to: number; end: number; at: string };

function step(edited: EditedState, content: Content, part: Part, { atMs, from, to, end, at }: Touch): EditedState {
  const { past, future, last } = edited;
  const goesOn = atMs - last.atMs < PAUSE_MS && at === last.at && from <= last.place && last.place <= to;
  const isSameStep = goesOn && past.at(-1)?.part === part && future.length === 0;
  return { ...(isSameStep ? { ...edited, content } : push(edited, content, part)), last: { atMs, place: end, at } };
}

function push(edited: EditedState, content: Content, part: Part): EditedState {
  const past = [...edited.past, { content: edited.content, part }].slice(-MAX_STEPS);
  return { ...edited, content, past, future: [], last: NEVER };
}

/** To the last of `steps`, with its tab in view. */
function travel(
  edited: EditedState,
  steps: readonly Step[],
  rest: (part: Part) => Pick<EditedState, 'past' | 'future'>,
): EditedState {
  const target = steps.at(-1);
  if (!target) return edited;
  return { ...edited, ...rest(target.part), content: target.content, tab: target.part, last: NEVER };
}

/** Keeps everybody's work: without local changes the stored state is shown, with them the editing goes on. */
function adopt(edited: EditedState, stored: StateBody): EditedState {
  if (isSame(stored, edited.stored)) return edited;
  if (!isChanged(edited)) return { ...beginEditing(stored), tab: edited.tab };
  const known = { ...edited, stored };
  return isChanged(known) ? known : { ...known, base: stored };
}

/** The order of fields means nothing: the database has its own. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
