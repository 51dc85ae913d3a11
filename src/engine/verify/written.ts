/** Rules about free text that a model wrote: where a message reads it, and would show nothing. */
import type { FieldError } from '../../errors.ts';
import { freeTexts } from '../../model/answer-schema.ts';
import { keysOf } from '../../model/json-pointer.ts';
import type { Variable } from '../variables.ts';
import { CONTENT_PATH } from '../ways.ts';
import { mayHoldModelText } from '../written.ts';
import type { StateRule } from './rule.ts';
import type { FlowView } from './view.ts';

export const modelTextNotShown: StateRule = {
  severity: 'error',
  says: 'A message reads free text that a model wrote, where it is always absent: the state has no `modelText`, or the field is none in which people read text, such as a link, a label or a postback.',
  inState({ body: { modelText }, reads }, flow) {
    return reads.flatMap(({ path, variables }): FieldError[] => {
      if (!path.startsWith(`${CONTENT_PATH}/`)) return [];
      const isPlace = mayHoldModelText(keysOf(path.slice(CONTENT_PATH.length)));
      const read = variables.find((variable) => mayReadFreeText(variable, flow));
      if (!read || (modelText && isPlace)) return [];
      const why = isPlace ? 'without modelText in the state' : 'in this field';
      return [{ path, message: `reads "${read.text}", text that a model wrote, which is absent ${why}` }];
    });
  },
};

/** By contextKey: where the answers of models hold free text, as keys. */
const known = new WeakMap<FlowView, Map<string, string[][]>>();

function placesOf(flow: FlowView): Map<string, string[][]> {
  const found = known.get(flow) ?? new Map<string, string[][]>();
  if (known.has(flow)) return found;
  known.set(flow, found);
  for (const { body } of flow.states.values()) {
    for (const { contextKey, instructions, answerSchema } of body.operations ?? []) {
      if (instructions === undefined) continue;
      const places = freeTexts(answerSchema ?? { type: 'string' }).map(keysOf);
      found.set(contextKey, [...(found.get(contextKey) ?? []), ...places]);
    }
  }
  return found;
}

/** Of a whole object, its texts are read too; a name computed at render time may be any. */
function mayReadFreeText({ path: [root, contextKey, ...rest], isLocal }: Variable, flow: FlowView): boolean {
  if (isLocal || root !== 'data') return false;
  // All of `data`, or a name that only a render knows.
  if (typeof contextKey !== 'string') return placesOf(flow).size > 0;
  const places = placesOf(flow).get(contextKey) ?? [];
  return places.some((place) =>
    rest.every((key, index) => {
      const wanted = place[index];
      // `size`, `first` and the like of a text tell of it too, but show none of it or all of it.
      if (wanted === undefined) return key === 'first' || key === 'last';
      return key === null || wanted === '*' || String(key) === wanted || key === 'first' || key === 'last';
    }),
  );
}
