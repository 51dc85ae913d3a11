/** The variables that a text of this flow may use, in groups for people. Pure. */
import type { Vocabulary } from '../flow/liquid-completion.ts';

export function variablesOf({ data, input, params }: Vocabulary): { group: string; variables: string[] }[] {
  const under = (root: string, names: string[]) => names.map((name) => `${root}.${name}`);
  return [
    { group: 'Captured from answers', variables: under('input', input) },
    { group: 'Passed along by chips and senders', variables: under('params', params) },
    { group: 'Results of operations', variables: under('data', data) },
    { group: 'The user', variables: ['message.text', 'message.suggestion.text', 'user.phoneNumber'] },
  ].filter(({ variables }) => variables.length > 0);
}
