/** What a tapped chip requests, and which chips a message offers. Source: docs/spec-choices.md §5, rule 1. */
import { STATE_ID_PATTERN } from '../model/agent.ts';
import type { ContentMessage } from '../model/content-message.ts';
import { isObject, type JsonObject } from '../model/json.ts';
import { pointerTo } from '../model/json-pointer.ts';
import { scopeJson } from './scope.ts';
import { leavesOf } from './template.ts';

const STATE_ID = new RegExp(STATE_ID_PATTERN);

/** The state that a postback requests: its id, or JSON `{ "nextState", "params" }`; null for anything else. */
export function readPostback(postbackData: string): { stateId: string; params: JsonObject } | null {
  if (STATE_ID.test(postbackData)) return { stateId: postbackData, params: {} };
  const postback = postbackData.trimStart().startsWith('{') ? parse(postbackData) : null;
  const { nextState, params = {} } = postback ?? {};
  if (typeof nextState !== 'string' || !STATE_ID.test(nextState) || !isObject(params)) return null;
  return { stateId: nextState, params };
}

function parse(json: string): JsonObject | null {
  try {
    const parsed = scopeJson(JSON.parse(json))?.value;
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** `path`: JSON pointer into the content message. */
export type Chip = {
  path: string;
  text: string;
  postbackData: string | undefined;
  type: 'REPLY' | 'ACTION';
  /** A tap sends the user's location. */
  sharesLocation: boolean;
};

/** The chips of a message, and of the cards in it, as it is saved or as it is sent. An action may have no postback. */
export function chipsOf(contentMessage: object): Chip[] {
  return leavesOf(contentMessage, (_text, key) => key === 'text').flatMap(({ keys, text }) => {
    const kind = keys.at(-2);
    if (kind !== 'reply' && kind !== 'action') return [];
    const chip = keys.slice(0, -1).reduce<unknown>((at, key) => (at as JsonObject)[key], contentMessage) as JsonObject;
    const { postbackData } = chip;
    return [
      {
        path: pointerTo(...keys.slice(0, -2)),
        text,
        postbackData: typeof postbackData === 'string' ? postbackData : undefined,
        type: kind === 'reply' ? ('REPLY' as const) : ('ACTION' as const),
        sharesLocation: Object.hasOwn(chip, 'shareLocationAction'),
      },
    ];
  });
}

/** The postbacks of the chips in a message. */
export function postbacksOf(contentMessage: ContentMessage): string[] {
  return leavesOf(contentMessage, isPostback).map(({ text }) => text);
}

function isPostback(_text: string, key: unknown): boolean {
  return key === 'postbackData';
}
