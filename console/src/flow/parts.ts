/**
 * The parts of a state as its editor shows them, one for each tab, and how the three text parts are parsed. Only what
 * the forms need to show a state is checked here; the service checks the rest when it is saved.
 */
import type { StateBody } from '@model/state.ts';
import { texts } from '../texts/texts.ts';
import type { Note } from '../unsaved.ts';

export const PARTS = ['message', 'operations', 'transitions', 'input', 'json'] as const;

export type Part = (typeof PARTS)[number];
export type TextPart = Extract<Part, 'message' | 'operations' | 'json'>;

/** The parts of a state that the forms rely on. */
const STATE: Shape = {
  'displayName?': '',
  'flowEntryStateId?': '',
  'template?': { contentMessage: {} },
  'operations?': [{}],
  'transitions?': [{ condition: '', nextState: '' }],
  'input?': { nextState: '', 'assignments?': [{ from: '', to: '' }] },
};

/** What is kept of an edit: `Note` of `unsaved.ts`. */
const NOTE: Shape = { base: STATE, body: STATE, texts: { 'message?': '', 'operations?': '', 'json?': '' } };

const TEXTS: Record<TextPart, { shown: (body: StateBody) => unknown; shape: Shape; taken: Taken }> = {
  message: {
    shown: ({ template }) => template?.contentMessage ?? {},
    shape: {},
    taken: (value, body) => withField(body, 'template', { contentMessage: value as Record<string, unknown> }),
  },
  operations: {
    shown: ({ operations = [] }) => operations,
    shape: [{}],
    taken: (value, body) => withField(body, 'operations', value as StateBody['operations']),
  },
  json: {
    shown: (body) => body,
    shape: STATE,
    taken: (value) => value as StateBody,
  },
};

type Taken = (value: unknown, body: StateBody) => StateBody;

/** The default text of a part, generated from the state. */
export function textOf(part: TextPart, body: StateBody): string {
  return JSON.stringify(TEXTS[part].shown(body), null, 2);
}

/** The state with this text as its part, or why the text cannot be parsed. */
export function readPart(part: TextPart, text: string, body: StateBody): { body: StateBody } | { fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { fault: `${texts.editor.notJson}: ${(error as Error).message}` };
  }
  const { shape, taken } = TEXTS[part];
  const fault = misfit(value, shape, '');
  return fault === null ? { body: taken(value, body) } : { fault };
}

/** Whether a kept edit can be shown: an older console, or anybody, may have written it. */
export function isNote(value: unknown): value is Note {
  return misfit(value, NOTE, '') === null;
}

/** The state with this value in its field; an empty list removes the field. */
export function withField<Name extends keyof StateBody>(
  body: StateBody,
  field: Name,
  value: StateBody[Name] | undefined,
): StateBody {
  const { [field]: _before, ...rest } = body;
  const isNothing = value === undefined || (Array.isArray(value) && value.length === 0);
  return (isNothing ? rest : { ...body, [field]: value }) as StateBody;
}

/** An example: a text, a list with its first row, or an object with at least these fields; `?`: optional. */
type Shape = string | [Shape] | { [field: string]: Shape };

/** What is wrong with the first thing that does not have the shape. */
function misfit(value: unknown, shape: Shape, at: string): string | null {
  const { misfits } = texts.faults;
  const name = at || misfits.it;
  if (typeof shape === 'string') return typeof value === 'string' ? null : misfits.string(name);
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return misfits.list(name);
    return first(value.map((row, index) => () => misfit(row, shape[0], `${at}/${index}`)));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return misfits.object(name);
  const fields = value as Record<string, unknown>;
  return first(
    Object.entries(shape).map(([key, inner]) => () => {
      const field = key.replace('?', '');
      if (Object.hasOwn(fields, field)) return misfit(fields[field], inner, `${at}/${field}`);
      return field === key ? misfits.missing(`${at}/${field}`) : null;
    }),
  );
}

function first(checks: (() => string | null)[]): string | null {
  for (const check of checks) {
    const fault = check();
    if (fault !== null) return fault;
  }
  return null;
}
