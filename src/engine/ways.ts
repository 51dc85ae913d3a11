/** Where a state can lead, read from its body alone: transitions, input and chips. `reply.ts` and `enter.ts` go there. */
import { STATE_ID_PATTERN } from '../model/agent.ts';
import type { JsonObject } from '../model/json.ts';
import type { StateBody } from '../model/state.ts';
import { holdsLiquid } from '../model/templated.ts';
import { type Chip, chipsOf, readPostback } from './chip.ts';

/** Where templates of a state's message are. */
export const CONTENT_PATH = '/template/contentMessage';

export type Way = {
  by: 'transition' | 'input' | 'chip';
  /** JSON pointer from the state to the name. */
  path: string;
  /** The state's id; where it holds Liquid, all that is known: how it begins and ends. */
  to: string | { begins: string; ends: string };
  /** It can mean only a state. Other postbacks may be words for an input, or for the webhook. */
  meansState: boolean;
  /** A chip that does something on the handset, whatever its postback says. */
  isAction: boolean;
  /** Of a chip. */
  params: JsonObject;
};

export function waysOf({ template, transitions = [], input }: StateBody): Way[] {
  const named = (by: Way['by'], path: string, to: string): Way => ({
    by,
    path,
    to,
    meansState: true,
    isAction: false,
    params: {},
  });
  return [
    ...transitions.map(({ nextState }, index) => named('transition', `/transitions/${index}/nextState`, nextState)),
    ...(input ? [named('input', '/input/nextState', input.nextState)] : []),
    ...chipsOf(template?.contentMessage ?? {}).flatMap((chip) => wayOfChip(chip) ?? []),
  ];
}

/** JSON pointer from the state to the postback of a chip. */
export function postbackPath({ path, type }: Chip): string {
  return `${CONTENT_PATH}${path}/${type.toLowerCase()}/postbackData`;
}

function wayOfChip(chip: Chip): Way | null {
  const { postbackData: text, type } = chip;
  if (text === undefined) return null;
  const isJson = text.trimStart().startsWith('{') && !/^\s*\{[{%]/.test(text);
  const { stateId, params } = (isJson ? readJson(text) : readPostback(text)) ?? { stateId: text, params: {} };
  const path = postbackPath(chip);
  const known = { by: 'chip', path, meansState: isJson, isAction: type === 'ACTION', params } as const;
  if (holdsLiquid(stateId)) return isJson && stateId === text ? null : { ...known, to: around(stateId) };
  return STATE_ID.test(stateId) ? { ...known, to: stateId } : null;
}

const STATE_ID = new RegExp(STATE_ID_PATTERN);

/** Liquid outside a string makes it no JSON before it is rendered; the name of the state can be read all the same. */
function readJson(text: string): { stateId: string; params: JsonObject } | null {
  const read = readPostback(text);
  if (read || !holdsLiquid(text)) return read;
  const [, stateId] = /"nextState"\s*:\s*"((?:[^"\\{]|\{\{.*?\}\}|\{%.*?%\})*)"/.exec(text) ?? [];
  return stateId === undefined ? null : { stateId, params: {} };
}

function around(text: string): { begins: string; ends: string } {
  const first = text.search(/\{[{%]/);
  const last = Math.max(text.lastIndexOf('}}'), text.lastIndexOf('%}'));
  return { begins: text.slice(0, first), ends: last < first ? '' : text.slice(last + 2) };
}
