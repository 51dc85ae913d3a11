/**
 * Liquid completion: the variables of a turn, and the filters that templates use most. Source: docs/spec-choices.md §5.
 */
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { texts } from '../texts/texts.ts';

/** Names used in this flow, for completion after `data.`, `input.` and `params.`. */
export type Vocabulary = { data: string[]; input: string[]; params: string[]; states: string[] };

const ROOTS = [
  { label: 'params', detail: texts.editor.variables.params },
  { label: 'data', detail: texts.editor.variables.data },
  { label: 'input', detail: texts.editor.variables.input },
  { label: 'message', detail: texts.editor.variables.message },
  { label: 'user', detail: texts.editor.variables.user },
];

const FIELDS: Record<string, string[]> = {
  user: ['phoneNumber'],
  message: [
    'text',
    'messageId',
    'location.latitude',
    'location.longitude',
    'file.payload.fileUri',
    'suggestion.text',
    'suggestion.postbackData',
  ],
};

const FILTERS = [
  'default',
  'escape',
  'upcase',
  'downcase',
  'capitalize',
  'strip',
  'truncate',
  'date',
  'round',
  'plus',
  'minus',
  'times',
  'divided_by',
  'size',
  'first',
  'last',
  'join',
  'split',
  'url_encode',
  'json',
];

export function completeLiquid(context: CompletionContext, vocabulary?: Vocabulary): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const state = /"(?:nextState|flowEntryStateId|postbackData)"\s*:\s*"([\w.~:@-]*)$/.exec(before);
  if (state && vocabulary)
    return choices(
      context.pos - state[1]!.length,
      vocabulary.states.map((label) => ({ label })),
    );
  const opened = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'));
  if (opened < 0 || before.indexOf(before[opened + 1] === '{' ? '}}' : '%}', opened) >= 0) return null;
  const inside = before.slice(opened + 2);
  const filter = /\|\s*(\w*)$/.exec(inside);
  if (filter)
    return choices(
      context.pos - filter[1]!.length,
      FILTERS.map((label) => ({ label, type: 'function' })),
    );
  const field = /\b(\w+)\.([\w.]*)$/.exec(inside);
  if (field) {
    const known = {
      ...FIELDS,
      data: vocabulary?.data ?? [],
      input: vocabulary?.input ?? [],
      params: vocabulary?.params ?? [],
    };
    const labels = known[field[1] as keyof typeof known] ?? [];
    return choices(
      context.pos - field[2]!.length,
      labels.map((label) => ({ label, type: 'property' })),
    );
  }
  const word = /(\w*)$/.exec(inside)![1]!;
  if (word === '' && !context.explicit && !/[{%\s]$/.test(inside)) return null;
  return choices(
    context.pos - word.length,
    ROOTS.map((root) => ({ ...root, type: 'variable' })),
  );
}

function choices(from: number, options: CompletionResult['options']): CompletionResult | null {
  return options.length === 0 ? null : { from, options, validFor: /^[\w.~:@-]*$/ };
}
