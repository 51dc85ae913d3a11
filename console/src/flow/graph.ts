/**
 * A flow as a graph: which state leads to which and by what, and what is wrong with it. Pure: `flow-graph.tsx` draws
 * it, `layout.ts` places it.
 */
import type { AgentConfig } from '@model/agent.ts';
import type { State, StateBody } from '@model/state.ts';
import { conditionWords } from './conditions.ts';
import type { Vocabulary } from './liquid-completion.ts';
import { sampleValues } from './sample-values.ts';

export type FlowState = StateBody & { stateId: string };

/** What a client may save of a state: without the fields that the service adds. */
export function bodyOf({ agentId, stateId, createdAt, updatedAt, ...body }: FlowState & Partial<State>): StateBody {
  return body;
}

/** How one state leads to the next. `keyword` and `default` come from the agent. */
export type EdgeKind = 'chip' | 'input' | 'transition' | 'keyword' | 'default';

/** How a part of a flow differs from what it was in another version. */
export type Change = 'added' | 'changed' | 'removed';

export type FlowEdge = {
  id: string;
  source: string;
  target: string;
  kind: EdgeKind;
  label: string;
  /** Where two versions are compared. */
  change?: Change;
  /** Where conversations are counted: how many took it. */
  count?: string;
};

export type FlowNode = {
  id: string;
  /** `missing`: something names it, but it does not exist. `agent`: what the agent's configuration leads to. */
  kind: 'state' | 'missing' | 'agent';
  isEntry: boolean;
  state: FlowState | null;
  /** Its faults, in whole sentences. */
  problems: string[];
  /** Where two versions are compared. */
  change?: Change;
  /** Where conversations are counted: what became of them here. */
  count?: string;
};

export type FlowGraph = { nodes: FlowNode[]; edges: FlowEdge[] };

/** No state can have this id: it has a space. */
export const AGENT_NODE = 'the agent';

export function flowGraph(states: readonly FlowState[], config: AgentConfig): FlowGraph {
  const byId = new Map(states.map((state) => [state.stateId, state]));
  const edges = [...agentEdges(config), ...states.flatMap((state) => edgesOf(state, byId))].map((edge, index) => ({
    id: String(index),
    ...edge,
  }));
  const entries = entryStates(states);
  const reached = reachable([AGENT_NODE, ...entries], edges);
  const looping = silentLoops(edges);
  const missing = new Set(edges.map(({ target }) => target).filter((target) => !byId.has(target)));
  const nodes: FlowNode[] = states.map((state) => ({
    id: state.stateId,
    kind: 'state',
    isEntry: entries.has(state.stateId),
    state,
    problems: problemsOf(state, { edges, missing, reached, looping, byId }),
  }));
  for (const id of missing) {
    nodes.push({ id, kind: 'missing', isEntry: false, state: null, problems: ['There is no state with this id.'] });
  }
  if (edges.some(({ source }) => source === AGENT_NODE)) {
    nodes.unshift({ id: AGENT_NODE, kind: 'agent', isEntry: true, state: null, problems: [] });
  }
  return { nodes, edges };
}

type Edge = Pick<FlowEdge, 'source' | 'target' | 'kind' | 'label'>;

function agentEdges({ keywords = [], defaultState }: AgentConfig): Edge[] {
  const edges = keywords.map(
    ({ keyword, stateId }): Edge => ({ source: AGENT_NODE, target: stateId, kind: 'keyword', label: keyword.trim() }),
  );
  if (defaultState !== undefined) {
    edges.push({ source: AGENT_NODE, target: defaultState, kind: 'default', label: 'anything else' });
  }
  return edges;
}

function edgesOf(
  { stateId: source, input, transitions = [], template }: FlowState,
  byId: Map<string, FlowState>,
): Edge[] {
  const chips = chipsOf(template?.contentMessage).flatMap(({ text, postbackData }): Edge[] => {
    const target = chipTarget(postbackData, byId);
    return target === null ? [] : [{ source, target, kind: 'chip', label: text }];
  });
  const silent = transitions.map(
    ({ condition, nextState }): Edge => ({
      source,
      target: nextState,
      kind: 'transition',
      label: conditionWords(condition),
    }),
  );
  const answers: Edge[] = input ? [{ source, target: input.nextState, kind: 'input', label: 'answer' }] : [];
  // A field that is still empty leads nowhere.
  return [...silent, ...chips, ...answers].filter(({ target }) => target !== '');
}

type Chip = { text: string; postbackData: string };

/** Every chip of a message: its own and those of its cards. It may be half-written, so no field is certain. */
export function chipsOf(content: unknown): Chip[] {
  if (Array.isArray(content)) return content.flatMap(chipsOf);
  if (typeof content !== 'object' || content === null) return [];
  const { text, postbackData } = content as Partial<Chip>;
  if (typeof postbackData === 'string') return [{ text: typeof text === 'string' ? text : '', postbackData }];
  return Object.values(content).flatMap(chipsOf);
}

/**
 * The state that a tap leads to, or null. With Liquid it is known at run time only. Source: docs/spec-choices.md §5,
 * rule 1.
 */
function chipTarget(postbackData: string, byId: Map<string, FlowState>): string | null {
  if (byId.has(postbackData)) return postbackData;
  const { nextState } = objectIn(postbackData);
  return typeof nextState === 'string' && !nextState.includes('{{') ? nextState : null;
}

/** The params that a message's chips pass on, and those that it reads. */
function paramsOf(content: unknown): string[] {
  const passed = chipsOf(content).flatMap(({ postbackData }) => Object.keys(Object(objectIn(postbackData)['params'])));
  return [...passed, ...Object.keys(Object(sampleValues(content)['params']))];
}

/** The JSON object in a text; empty if there is none. */
function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** States that start a flow: named as its entry, or with nothing leading to them. */
function entryStates(states: readonly FlowState[]): Set<string> {
  return new Set(states.flatMap(({ flowEntryStateId }) => flowEntryStateId ?? []));
}

function reachable(from: Iterable<string>, edges: readonly FlowEdge[]): Set<string> {
  const bySource = Map.groupBy(edges, ({ source }) => source);
  const reached = new Set(from);
  for (const id of reached) for (const { target } of bySource.get(id) ?? []) reached.add(target);
  return reached;
}

/** State → the others of its loop of transitions alone: no message and no input on the way. */
function silentLoops(edges: readonly FlowEdge[]): Map<string, string[]> {
  const silent = edges.filter(({ kind }) => kind === 'transition');
  const after = (id: string) =>
    reachable(
      silent.flatMap(({ source, target }) => (source === id ? target : [])),
      silent,
    );
  const reaches = new Map(silent.map(({ source }) => [source, after(source)]));
  return new Map(
    [...reaches].flatMap(([id, ids]): [string, string[]][] =>
      ids.has(id) ? [[id, [...ids].filter((other) => reaches.get(other)?.has(id))]] : [],
    ),
  );
}

function problemsOf(
  { stateId, flowEntryStateId }: FlowState,
  known: {
    edges: readonly FlowEdge[];
    missing: Set<string>;
    reached: Set<string>;
    looping: Map<string, string[]>;
    byId: Map<string, FlowState>;
  },
): string[] {
  const problems = known.edges
    .filter(({ source, target }) => source === stateId && known.missing.has(target))
    .map(({ kind, label, target }) => `${SAID[kind](label)} leads to “${target}”, which does not exist.`);
  if (flowEntryStateId !== undefined && !known.byId.has(flowEntryStateId)) {
    problems.push(`Its flow entry “${flowEntryStateId}” does not exist.`);
  }
  if (!known.reached.has(stateId)) problems.push('Nothing leads here: only a send request can enter it.');
  const loop = known.looping.get(stateId);
  if (loop) problems.push(`It can loop without a message or an input: ${[...loop, loop[0]].join(' → ')}.`);
  return problems;
}

const SAID: Record<EdgeKind, (label: string) => string> = {
  chip: (label) => `The chip “${label}”`,
  input: () => 'The input',
  transition: (label) => `The transition “${label}”`,
  keyword: (label) => `The keyword “${label}”`,
  default: () => 'The default state',
};

/** The names that templates of this flow may use, for completion. */
export function vocabularyOf(states: readonly FlowState[]): Vocabulary {
  const unique = (names: string[]) => [...new Set(names)].sort();
  return {
    data: unique(
      states.flatMap(({ operations = [] }) =>
        operations.flatMap(({ contextKey }) => [contextKey, `${contextKey}_error`]),
      ),
    ),
    input: unique(states.flatMap(({ input }) => (input?.assignments ?? []).map(({ to }) => to))),
    params: unique(states.flatMap(({ template }) => paramsOf(template?.contentMessage))),
    states: unique(states.map(({ stateId }) => stateId)),
  };
}
