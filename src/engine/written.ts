/**
 * Free text that a model wrote, in messages: absent, unless the state declares `modelText`. Then it may be in texts, titles
 * and descriptions, each checked once it is rendered, because a template can make a link of parts that are none. Where it
 * does not pass it is absent again, so that `| default: "…"` says what is shown in its place.
 */
import { freeTexts } from '../model/answer-schema.ts';
import type { Flow } from '../model/flow.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { keysOf, pointerTo } from '../model/json-pointer.ts';
import type { ModelText } from '../model/model-text.ts';
import type { Session } from '../model/session.ts';
import { foreignLink } from './links.ts';
import { MAX_TEXT_BYTES, TemplateError } from './liquid.ts';
import type { Run } from './run.ts';
import type { Leaf } from './template.ts';

/** What is free text of a model in data that a flow begins with: what its operations would have made of it. */
export function writtenIn(states: Flow['states'], data: JsonObject): JsonObject {
  const operations = Object.values(states).flatMap((state) => state.operations ?? []);
  return Object.fromEntries(
    operations.flatMap(({ contextKey, instructions, answerSchema }) =>
      instructions !== undefined && Object.hasOwn(data, contextKey)
        ? [[contextKey, answerSchema ? freeTexts(answerSchema) : ['']]]
        : [],
    ),
  );
}

/** How a state renders the fields of its message. */
export function writtenBy(run: Run, stateId: string, modelText: ModelText | undefined) {
  const { written = {} } = run.session;
  if (Object.keys(written).length === 0) return undefined;
  const data = withoutWritten(run.session);
  return async ({ keys, text }: Leaf): Promise<string> => {
    const without = await run.render(text, MAX_TEXT_BYTES, { data });
    if (!modelText || !mayHoldModelText(keys)) return without;
    const shown = await run.render(text, MAX_TEXT_BYTES).catch(tooLong);
    const fault = shown === without ? null : faultOf(shown, modelText);
    if (fault === null) return shown!;
    run.trace.add({ step: 'withheld', stateId, field: pointerTo(...keys), detail: fault });
    return without;
  };
}

/** Null for a text that is too long even to be checked; other faults are those of the template. */
function tooLong(error: unknown): null {
  if (error instanceof TemplateError && error.fault === 'too_long') return null;
  throw error;
}

function faultOf(shown: string | null, { maxLength, links = [] }: ModelText): string | null {
  if (shown === null || [...shown].length > maxLength) return `it is longer than ${maxLength} characters`;
  const link = foreignLink(shown, links);
  return link === null ? null : `it links to ${link}`;
}

/** The places of a message that people read as text: no address, no number to dial, no label, no postback. */
export function mayHoldModelText(keys: readonly string[]): boolean {
  const [last] = keys.slice(-1);
  if (keys.length === 1) return last === 'text';
  return keys[0] === 'richCard' && !keys.includes('suggestions') && (last === 'title' || last === 'description');
}

/** The session's data with null in the place of each free text. */
function withoutWritten({ data, written = {} }: Session): JsonObject {
  const copy = { ...data };
  for (const [contextKey, places] of Object.entries(written)) {
    if (!Object.hasOwn(copy, contextKey)) continue;
    for (const place of places as string[]) copy[contextKey] = without(copy[contextKey]!, keysOf(place));
  }
  return copy;
}

function without(value: JsonValue, [key, ...rest]: string[]): JsonValue {
  if (key === undefined) return typeof value === 'string' ? null : value;
  if (Array.isArray(value)) return key === '*' ? value.map((item) => without(item, rest)) : value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value;
  return { ...value, [key]: without(value[key]!, rest) };
}
