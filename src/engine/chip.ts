/** What a tapped chip requests, and which chips a message offers. Source: docs/spec-choices.md §5, rule 1. */
import { STATE_ID_PATTERN } from '../model/agent.ts';
import type { ContentMessage } from '../model/content-message.ts';
import type { JsonObject } from '../model/json.ts';
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

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The postbacks of the chips in a message. */
export function postbacksOf(contentMessage: ContentMessage): string[] {
  return leavesOf(contentMessage, isPostback).map(({ text }) => text);
}

export function isPostback(_text: string, key: unknown): boolean {
  return key === 'postbackData';
}
