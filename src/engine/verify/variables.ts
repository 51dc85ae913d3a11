/** Rules about what templates and assignments read: names that nothing sets, and fields that no message has. */
import type { FieldError } from '../../errors.ts';
import type { Read } from '../check.ts';
import type { Variable } from '../variables.ts';
import { createSearch } from './graph.ts';
import type { StateRule } from './rule.ts';
import type { FlowView, StateView } from './view.ts';

export const unsetVariable: StateRule = {
  severity: 'warning',
  says: 'A template reads an `input` or `data` that no state sets, or that is set on no way that leads here; it is always empty, or empty unless the user has been elsewhere before. The second is not reported for entries, conditions, and templates that test the value or give it a default. `params` may come from any send: they are reported only where they look like a slip of one that a chip sets.',
  inState(state, flow) {
    return state.reads.flatMap((read) => {
      const messages = read.variables.map((variable) => faultOf(variable, read, state, flow));
      return [...new Set(messages)].flatMap((message) => (message === null ? [] : [{ path: read.path, message }]));
    });
  },
};

function faultOf({ path, text, isLocal }: Variable, read: Read, state: StateView, flow: FlowView): string | null {
  const [root, name] = path;
  if (isLocal || typeof name !== 'string') return null;
  const { sources, mayBeSet, testedInConditions } = sourcesOf(flow);
  if (root === 'params') {
    const meant = sources.params.has(name) ? undefined : [...sources.params].find((other) => isSlipOf(name, other));
    return meant === undefined ? null : `reads "${text}", which no chip sets; one sets params.${meant}`;
  }
  if (root !== 'input' && root !== 'data') return null;
  const key = root === 'data' && !sources.data.has(name) ? name.replace(/_error$/, '') : name;
  const setBy = sources[root].get(key);
  if (!setBy) {
    if (name === 'size' || name === 'first' || name === 'last') return null;
    return `reads "${text}", which ${root === 'input' ? 'no state captures' : 'is the result of no operation'}`;
  }
  const isHere = root === 'data' && setBy.includes(state) && isSetBefore(state, key, read.path);
  if (isHere || flow.entries.has(state.stateId) || !flow.reached.has(state.stateId)) return null;
  if (mayBeSet(root, key)(state.stateId) || read.path.startsWith(TRANSITIONS)) return null;
  if (isTestedIn(read.text, `${root}.${name}`) || testedInConditions(state, `${root}.${name}`)) return null;
  const set = root === 'input' ? 'captured' : 'fetched';
  return `reads "${text}", which is ${set} on no way that leads here, only in "${setBy[0]!.stateId}"`;
}

type Sources = {
  /** By name: the states that set it. */
  input: Map<string, StateView[]>;
  data: Map<string, StateView[]>;
  /** Of chips. */
  params: Set<string>;
};

type Known = {
  sources: Sources;
  /** Whether it may be set when a state is entered. */
  mayBeSet(root: 'input' | 'data', name: string): (stateId: string) => boolean;
  /** A state that tests a value in its transitions knows that it may be missing. */
  testedInConditions(state: StateView, name: string): boolean;
};

/** Found once for a flow, and for a name when it is first asked for. */
const known = new WeakMap<FlowView, Known>();

function sourcesOf(flow: FlowView): Known {
  const found = known.get(flow) ?? findSources(flow);
  known.set(flow, found);
  return found;
}

function findSources(flow: FlowView): Known {
  const sources: Sources = { input: new Map(), data: new Map(), params: new Set() };
  const add = (names: Map<string, StateView[]>, name: string, state: StateView) => {
    const states = names.get(name) ?? [];
    names.set(name, states);
    if (states.at(-1) !== state) states.push(state);
  };
  for (const state of flow.states.values()) {
    for (const { to } of state.body.input?.assignments ?? []) add(sources.input, to, state);
    for (const { contextKey } of state.body.operations ?? []) add(sources.data, contextKey, state);
    for (const { params } of state.ways) for (const name of Object.keys(params)) sources.params.add(name);
  }
  const searches = new Map<string, (stateId: string) => boolean>();
  const tested = new Map<string, boolean>();
  return {
    sources,
    mayBeSet(root, name) {
      const key = `${root}.${name}`;
      const search = searches.get(key) ?? createSearch(startsOf(flow, root, sources[root].get(name) ?? []), flow.after);
      searches.set(key, search);
      return search;
    },
    testedInConditions({ stateId, reads }, name) {
      const key = `${stateId} ${name}`;
      const found =
        tested.get(key) ?? reads.some(({ path, text }) => path.startsWith(TRANSITIONS) && isTestedIn(text, name));
      tested.set(key, found);
      return found;
    },
  };
}

/** What follows the states that set it: an operation before it leaves, an assignment when the user answers. */
function startsOf(flow: FlowView, root: 'input' | 'data', setBy: StateView[]): string[] {
  return setBy.flatMap(({ ways }) =>
    ways.filter(({ by }) => root === 'data' || by !== 'transition').flatMap((way) => flow.statesAt(way)),
  );
}

/** An operation may read the results of those before it. */
function isSetBefore({ body: { operations = [] } }: StateView, name: string, path: string): boolean {
  const [, reader] = /^\/operations\/(\d+)\//.exec(path) ?? [];
  const setter = operations.findIndex(({ contextKey }) => contextKey === name);
  return reader === undefined || setter < Number(reader);
}

/** Of a template: a condition tests what it reads. */
const TRANSITIONS = '/transitions/';

/** Whether a template asks for the value, or has another one in its place. `name`: `input.number`. */
function isTestedIn(template: string, name: string): boolean {
  const quoted = name.replace('.', '\\.');
  const inTag = new RegExp(`\\{%-?\\s*(if|elsif|unless|case)\\b[^%]*\\b${quoted}\\b`);
  const withDefault = new RegExp(`\\b${quoted}\\b[^}]*\\|\\s*default\\b`);
  return inTag.test(template) || withDefault.test(template);
}

/** Two neighbouring letters changed places, or one letter is missing or too many. */
function isSlipOf(said: string, meant: string): boolean {
  if (Math.min(said.length, meant.length) < 4 || Math.abs(said.length - meant.length) > 1) return false;
  if (!/[A-Za-z]/.test(said)) return false;
  const at = [...said].findIndex((letter, index) => letter !== meant[index]);
  if (at === -1) return meant.length > said.length && /[A-Za-rt-z]$/.test(meant);
  const [one, other] = [said.slice(at), meant.slice(at)];
  const isSwapped = one.length > 1 && one === `${other[1]}${other[0]}${other.slice(2)}`;
  return isSwapped || one.slice(1) === other || one === other.slice(1);
}

const FIELDS: Record<string, readonly string[]> = {
  message: ['text', 'suggestion', 'suggestionResponse', 'location', 'file', 'userFile'],
  'message.suggestion': ['text', 'postbackData', 'type'],
  'message.suggestionResponse': ['text', 'postbackData', 'type'],
  'message.location': ['latitude', 'longitude'],
  'message.file': ['mimeType', 'fileSizeBytes', 'fileName', 'fileUri', 'thumbnail'],
  'message.userFile': ['payload', 'thumbnail'],
  user: ['phoneNumber'],
};

export const unknownField: StateRule = {
  severity: 'warning',
  says: 'A template or an assignment reads a field that no message of a user has, such as `message.txt`.',
  inState({ body, reads }) {
    const ofReads = reads.flatMap(({ path, variables }) =>
      variables
        .filter(({ isLocal }) => !isLocal)
        .flatMap((variable): FieldError[] => {
          const fault = fieldFault(variable.path, variable.text);
          return fault === null ? [] : [{ path, message: fault }];
        }),
    );
    const ofAssignments = (body.input?.assignments ?? []).flatMap(({ from }, index): FieldError[] => {
      const keys = from.split('.');
      const fault = from.startsWith('$') ? null : fieldFault(keys[0] === 'message' ? keys : ['message', ...keys], from);
      return fault === null ? [] : [{ path: `/input/assignments/${index}/from`, message: fault }];
    });
    return [...ofReads, ...ofAssignments];
  },
};

function fieldFault(path: Variable['path'], text: string): string | null {
  for (const length of [1, 2]) {
    const owner = path.slice(0, length).join('.');
    const fields = Object.hasOwn(FIELDS, owner) ? FIELDS[owner] : undefined;
    const name = path[length];
    if (!fields || typeof name !== 'string' || fields.includes(name) || name === 'size') continue;
    return `reads "${text}", which is always empty: ${owner} has ${fields.join(', ')}`;
  }
  return null;
}
