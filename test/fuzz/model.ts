/**
 * A second implementation of a turn: written from the specification ("Conversation state evaluation") and
 * docs/spec-choices.md §5, as short as possible, to compare the engine with. It shares no code with the engine and
 * never sees Liquid: flows are data here, and `model-flows.ts` writes them as states.
 */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Values = Record<string, Json>;

/** A text is literal pieces and paths such as `['params', 'name']`. */
export type Text = (string | string[])[];
export type Condition =
  | { is: 'always' }
  | { is: 'equal' | 'unequal'; path: string[]; to: null | boolean | number | string }
  | { is: 'held'; path: string[] }
  | { is: 'text'; text: Text };
export type Operation = { contextKey: string; data: Record<string, Text>; url: Text };
export type Flow = {
  states: Record<string, FlowState>;
  keywords: { keyword: string; stateId: string }[];
  defaultState: string | null;
  sessionTtlSeconds: number | null;
};
export type FlowState = {
  operations: Operation[];
  transitions: { condition: Condition; nextState: string }[];
  message: { text: Text; chips: { label: Text; postback: Text }[] } | null;
  input: { nextState: string; assignments: { keys: string[]; to: string }[] } | null;
};

export type Answer = { result: Json } | { error: { code: string; message: string } };
/** A connector's answer to the nth call of a turn. */
export type Connector = (ask: number, data: Values) => Answer;
export type Said =
  | { text: string }
  | { suggestionResponse: { text: string; postbackData: string; type: 'REPLY' } }
  | { location: { latitude: string; longitude: string } }
  | { userFile: { payload: { mimeType: string; fileSizeBytes: number; fileName: string; fileUri: string } } };
export type Happening = { send: string; params: Values } | { said: Said };

export type Memory = {
  stateId: string | null;
  waitsIn: string | null;
  params: Values;
  data: Values;
  input: Values;
  startedAt: number;
  lastActivityAt: number;
  /** The postbacks of the last message. */
  chips: string[];
};
export type Outcome = {
  memory: Memory;
  reply: { stateId: string; response: string; text: string; chips: { label: string; postback: string }[] } | null;
  stopped: string | null;
  /** The states entered, with the index of the transition that led out of each. */
  way: string[];
  asked: { contextKey: string; data: Values }[];
};

/** The rules that the controls break, one at a time: each break must be detected. */
export const RULES = {
  maxStates: 50,
  order: ['chip', 'waiting', 'keyword', 'default'] as ('chip' | 'waiting' | 'keyword' | 'default')[],
  sessionEnds: (idleSeconds: number, ttlSeconds: number) => idleSeconds >= ttlSeconds,
  fires: (rendered: string) => rendered.trim() === 'true',
  choose: (fired: number[]) => fired[0],
  mergeParams: (old: Values, fresh: Values): Values => ({ ...old, ...fresh }),
  missing: null as Json | undefined,
  failedData: (_earlier: Json | undefined): Json => null,
  foldKeyword: (keyword: string) => keyword.trim().toLowerCase(),
  isAnswer: (chips: string[], postback: string) => chips.includes(postback),
  stopKeepsWait: true,
};
export type Rules = typeof RULES;

const DAY_SECONDS = 24 * 3600;
const MAX_TEXT = 3072;
const MAX_LABEL = 25;
const MAX_POSTBACK = 2048;

export function forget(now: number): Memory {
  return {
    stateId: null,
    waitsIn: null,
    params: {},
    data: {},
    input: {},
    startedAt: now,
    lastActivityAt: now,
    chips: [],
  };
}

/** @param now in seconds */
export function play(
  flow: Flow,
  before: Memory,
  happening: Happening,
  now: number,
  connector: Connector,
  rules: Rules,
): Outcome {
  const ended = rules.sessionEnds(now - before.lastActivityAt, flow.sessionTtlSeconds ?? DAY_SECONDS);
  const memory = { ...(ended ? forget(now) : before), lastActivityAt: now };
  const said = 'said' in happening ? happening.said : null;
  const message = said && view(said);
  const read = (path: string[]) => at({ ...memory, message, user: { phoneNumber: '+15550100001' } } as Json, path);
  const outcome: Outcome = { memory, reply: null, stopped: null, way: [], asked: [] };

  const stop = (reason: string): Outcome => {
    if (!rules.stopKeepsWait) memory.waitsIn = null;
    return { ...outcome, stopped: reason };
  };

  function enter(first: string, params: Values, keyword?: string): Outcome {
    memory.params = rules.mergeParams(memory.params, params);
    for (let stateId = first; ; ) {
      if (outcome.way.length === rules.maxStates) return stop('hop_limit');
      const state = flow.states[stateId];
      if (!state) return stop('missing_state');
      for (const operation of state.operations) run(operation);
      const fired = state.transitions.flatMap(({ condition }, index) => (holds(condition) ? [index] : []));
      const chosen = rules.choose(fired);
      outcome.way.push(`${stateId} ${chosen ?? 'speaks'}`);
      if (chosen === undefined) return speak(stateId, state, keyword ?? stateId);
      stateId = state.transitions[chosen]!.nextState;
    }
  }

  function run({ contextKey, data, url }: Operation): void {
    const { [`${contextKey}_error`]: _earlier, ...others } = memory.data;
    const fail = (error: Json) => {
      memory.data = { ...others, [contextKey]: rules.failedData(others[contextKey]), [`${contextKey}_error`]: error };
    };
    const address = inUrl(url, read);
    if (address === null) {
      fail({ code: 'invalid_data' });
      return;
    }
    const asked = { ...mapValues(data, (text) => print(text, read)), url: address };
    const answer = connector(outcome.asked.push({ contextKey, data: asked }) - 1, asked);
    if ('error' in answer) fail(answer.error);
    else memory.data = { ...others, [contextKey]: answer.result };
  }

  function holds(condition: Condition): boolean {
    if (condition.is === 'always') return true;
    if (condition.is === 'text') return rules.fires(print(condition.text, read));
    const value = read(condition.path) ?? null;
    if (condition.is === 'held') return value !== null && value !== false;
    return (value === condition.to) === (condition.is === 'equal');
  }

  function speak(stateId: string, { message: template, input }: FlowState, response: string): Outcome {
    if (template) {
      const text = print(template.text, read);
      const chips = template.chips.map(({ label, postback }) => ({
        label: print(label, read),
        postback: print(postback, read),
      }));
      const isWhole =
        fits(template.text, text, MAX_TEXT) &&
        chips.every(
          ({ label, postback }, index) =>
            fits(template.chips[index]!.label, label, MAX_LABEL) &&
            fits(template.chips[index]!.postback, postback, MAX_POSTBACK),
        );
      if (!isWhole) return stop('invalid_message');
      outcome.reply = { stateId, response, text, chips };
      memory.stateId = stateId;
      memory.chips = chips.map(({ postback }) => postback);
    }
    memory.waitsIn = input ? stateId : null;
    return outcome;
  }

  if ('send' in happening) return enter(happening.send, happening.params);

  const tapped = said && 'suggestionResponse' in said ? said.suggestionResponse.postbackData : null;
  const target = tapped === null ? null : named(tapped);
  const chip = target && flow.states[target.stateId] ? target : null;
  const waiting = memory.waitsIn === null ? null : (flow.states[memory.waitsIn]?.input ?? null);
  if (!waiting) memory.waitsIn = null;
  if (waiting && (!chip || rules.isAnswer(memory.stateId === memory.waitsIn ? memory.chips : [], tapped!))) {
    for (const { keys, to } of waiting.assignments) {
      const value = at({ ...message, message } as Json, keys) ?? rules.missing;
      if (value !== undefined) memory.input = { ...memory.input, [to]: value };
    }
  }
  const spoken = message?.['text'];
  const keyword =
    typeof spoken === 'string'
      ? flow.keywords.find((candidate) => rules.foldKeyword(candidate.keyword) === rules.foldKeyword(spoken))
      : undefined;
  const ways = {
    chip: () => chip && enter(chip.stateId, chip.params),
    waiting: () => waiting && enter(waiting.nextState, {}),
    keyword: () => keyword && enter(keyword.stateId, {}, keyword.keyword.trim()),
    default: () => flow.defaultState && enter(flow.defaultState, {}),
  };
  for (const rule of rules.order) {
    const found = ways[rule]();
    if (found) return found;
  }
  return outcome;
}

/** What a postback requests: a word is a state's id; JSON names one, with params or without. */
function named(postback: string): { stateId: string; params: Values } | null {
  if (!postback.trimStart().startsWith('{')) return { stateId: postback, params: {} };
  try {
    const { nextState, params = {} } = JSON.parse(postback);
    const isParams = typeof params === 'object' && params !== null && !Array.isArray(params);
    return typeof nextState === 'string' && isParams ? { stateId: nextState, params } : null;
  } catch {
    return null;
  }
}

/** The user's message by all its names; a chip's label counts as said. */
function view(said: Said): Values {
  if ('suggestionResponse' in said) {
    const { suggestionResponse } = said;
    return { text: suggestionResponse.text, suggestionResponse, suggestion: suggestionResponse };
  }
  return 'userFile' in said ? { userFile: said.userFile, file: said.userFile.payload } : { ...said };
}

function at(value: Json | undefined, path: string[]): Json | undefined {
  let found = value;
  for (const key of path) {
    const isObject = typeof found === 'object' && found !== null && !Array.isArray(found) && Object.hasOwn(found, key);
    found = isObject ? (found as Values)[key] : undefined;
  }
  return found;
}

type Read = (path: string[]) => Json | undefined;

function print(text: Text, read: Read): string {
  return text.map((piece) => (typeof piece === 'string' ? piece : printed(read(piece)))).join('');
}

function printed(value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(printed).join('');
  return typeof value === 'object' ? JSON.stringify(value) : `${value}`;
}

/** Values are encoded, so that none can leave its place; a dot segment would, and is refused. */
function inUrl(url: Text, read: Read): string | null {
  const values = url.map((piece) => (typeof piece === 'string' ? piece : encodeURIComponent(printed(read(piece)))));
  const climbs = url.some((piece, index) => typeof piece !== 'string' && /^\.\.?$/.test(values[index]!));
  return climbs ? null : values.join('');
}

/** A field that renders to nothing is left out, and these are all required. */
function fits(text: Text, rendered: string, max: number): boolean {
  const isBlank = text.some((piece) => typeof piece !== 'string') ? rendered.trim() === '' : rendered === '';
  return !isBlank && [...rendered].length <= max;
}

function mapValues<From, To>(values: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}
