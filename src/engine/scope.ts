/**
 * The variables that Liquid sees. They are plain JSON: no class, no function, no getter.
 * Source: docs/spec-choices.md §5.
 */
import { type JsonObject, type JsonValue, storableJson } from '../model/json.ts';
import type { UserContent } from '../model/notice.ts';
import type { Session } from '../model/session.ts';

export type Scope = {
  params: JsonObject;
  data: JsonObject;
  input: JsonObject;
  message: JsonObject | null;
  user: { phoneNumber: string };
};

export const VARIABLES: readonly string[] = ['params', 'data', 'input', 'message', 'user'] satisfies (keyof Scope)[];

export function scopeOf(
  { params, data, input }: Pick<Session, 'params' | 'data' | 'input'>,
  phoneNumber: string,
  message: JsonObject | null,
): Scope {
  return { params, data, input, message, user: { phoneNumber } };
}

/**
 * The user's message under both vocabularies: the event's (`suggestionResponse`, `userFile`) and the shorter one of
 * templates (`suggestion`, `file`). A tapped chip's label is its `text` too: on the handset the tap appears as a
 * message with that text, so `message.text` is what the user said in either case.
 */
export function messageView(content: UserContent): JsonObject {
  const { text, suggestionResponse, location, userFile } = content;
  const view: Record<string, unknown> = {};
  const said = text ?? suggestionResponse?.text;
  if (said !== undefined) view['text'] = said;
  if (suggestionResponse) view['suggestionResponse'] = view['suggestion'] = suggestionResponse;
  if (location) view['location'] = location;
  if (userFile) {
    view['userFile'] = userFile;
    view['file'] = { ...userFile.payload, ...(userFile.thumbnail ? { thumbnail: userFile.thumbnail } : {}) };
  }
  return storableJson(view) as JsonObject;
}

/** A copy of external data, fit for a scope; null when it is nested too deep. */
export function scopeJson(value: unknown): { value: JsonValue } | null {
  try {
    return { value: storableJson(value) };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
