/** The variables that a text of this flow may use, in groups for people. Pure. */
import type { Vocabulary } from '../flow/liquid-completion.ts';
import { texts } from '../texts/texts.ts';

export function variablesOf({ data, input, params }: Vocabulary): { group: string; variables: string[] }[] {
  const groups = texts.message.variables;
  const under = (root: string, names: string[]) => names.map((name) => `${root}.${name}`);
  return [
    { group: groups.input, variables: under('input', input) },
    { group: groups.params, variables: under('params', params) },
    { group: groups.data, variables: under('data', data) },
    { group: groups.user, variables: ['message.text', 'message.suggestion.text', 'user.phoneNumber'] },
  ].filter(({ variables }) => variables.length > 0);
}
