/**
 * A flow as a graph: which state leads to which and by what, and what is wrong with it. Pure: `flow-graph.tsx` draws
 * it, `layout.ts` places it.
 */
import type { AgentConfig } from '@model/agent.ts';
import type { State, StateBody } from '@model/state.ts';
import { type Answers, answerOf } from '../connectors/paths.ts';
import { texts } from '../texts/texts.ts';
import type { Vocabulary } from './liquid-completion.ts';
import { chipsOf, type EdgeKind, objectIn, type Row, rowsOf } from './rows.ts';
import { sampleValues } from './sample-values.ts';

export type FlowState = StateBody & { stateId: string };

/** What a client may save of a state: without the fields that the service adds. */
export function bodyOf({ agentId, stateId, createdAt, updatedAt, ...body }: FlowState & Partial<State>): StateBody {
  return body;
}

/** How a part of a flow differs from what it was in another version. */
export type Change = 'added' | 'changed' | 'removed';

export type FlowEdge = {
  id: string;
  source: string;
  target: string;
  kind: EdgeKind;
  label: string;
  /** The id of the row of its source from which it leads. */
  row: string;
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
  /** The ways that lead out of it. */
  rows: Row[];
  /** Its faults, in whole sentences. */
  problems: string[];
  /** Where two versions are compared. */
  change?: Change;
  /** Where conversations are counted: what became of them here. */
  count?: string;
};

export type FlowGraph = { nodes: FlowNode[]; edges: FlowEdge[] };

/** No state can have this id: it has a space. */
export const AGENT_NODE = ' agent';

export function flowGraph(states: readonly FlowState[], config: AgentConfig): FlowGraph {
  const byId = new Map(states.map((state) => [state.stateId, state]));
  const isState = (stateId: string) => byId.has(stateId);
  const rows = new Map([
    [AGENT_NODE, agentRows(config)],
    ...states.map((state) => [state.stateId, rowsOf(state, isState)] as const),
  ]);
  const edges = [...rows]
    .flatMap(([source, out]) => out.flatMap((row) => edgeOf(source, row)))
    .map((edge, index): FlowEdge => ({ ...edge, id: String(index) }));
  const entries = entryStates(states);
  const led = new Set(edges.map(({ target }) => target));
  const begun = states.flatMap(({ stateId }) => (led.has(stateId) ? [] : stateId));
  // Where a send request alone can enter is told of the state itself, and not of all that follow it.
  const reached = reachable([AGENT_NODE, ...entries, ...begun], edges);
  const unreached = new Set(begun.filter((id) => !entries.has(id)));
  for (const { stateId } of states) if (!reached.has(stateId)) unreached.add(stateId);
  const looping = silentLoops(edges);
  const missing = new Set(edges.map(({ target }) => target).filter((target) => !byId.has(target)));
  const nodes: FlowNode[] = states.map((state) => ({
    id: state.stateId,
    kind: 'state',
    isEntry: entries.has(state.stateId),
    state,
    rows: rows.get(state.stateId)!,
    problems: problemsOf(state, { edges, missing, unreached, looping, byId }),
  }));
  for (const id of missing) {
    nodes.push({
      id,
      kind: 'missing',
      isEntry: false,
      state: null,
      rows: [],
      problems: [texts.graph.missing],
    });
  }
  if (edges.some(({ source }) => source === AGENT_NODE)) {
    nodes.unshift({
      id: AGENT_NODE,
      kind: 'agent',
      isEntry: true,
      state: null,
      rows: rows.get(AGENT_NODE)!,
      problems: [],
    });
  }
  return { nodes, edges };
}

function agentRows({ keywords = [], defaultState }: AgentConfig): Row[] {
  const rows = keywords.map(({ keyword, stateId }, index): Row => {
    return { id: `keyword ${index}`, kind: 'keyword', label: keyword.trim(), target: stateId, keys: [] };
  });
  if (defaultState === undefined) return rows;
  return [...rows, { id: 'default', kind: 'default', label: texts.graph.anythingElse, target: defaultState, keys: [] }];
}

/** What leads nowhere is no edge. */
function edgeOf(source: string, { id: row, kind, label, target }: Row): Omit<FlowEdge, 'id'>[] {
  return target === null ? [] : [{ source, target, kind, label, row }];
}

/** The params that a message's chips pass on, and those that it reads. */
function paramsOf(content: unknown): string[] {
  const passed = chipsOf(content).flatMap(({ postbackData }) => Object.keys(Object(objectIn(postbackData)['params'])));
  return [...passed, ...Object.keys(Object(sampleValues(content)['params']))];
}

/** States that are named as the entry of a flow. */
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
    unreached: Set<string>;
    looping: Map<string, string[]>;
    byId: Map<string, FlowState>;
  },
): string[] {
  const problems = known.edges
    .filter(({ source, target }) => source === stateId && known.missing.has(target))
    .map(({ kind, label, target }) => texts.graph.leadsNowhere(SAID[kind](label), target));
  if (flowEntryStateId !== undefined && !known.byId.has(flowEntryStateId)) {
    problems.push(texts.graph.noEntry(flowEntryStateId));
  }
  if (known.unreached.has(stateId)) problems.push(texts.graph.unreached);
  const loop = known.looping.get(stateId);
  if (loop) problems.push(texts.graph.loops([...loop, loop[0]].join(' → ')));
  return problems;
}

const SAID: Record<EdgeKind, (label: string) => string> = {
  chip: (label) => texts.graph.way.chip(label),
  input: () => texts.graph.way.input,
  transition: (label) => texts.graph.way.transition(label),
  keyword: (label) => texts.graph.way.keyword(label),
  default: () => texts.graph.way.default,
};

/** The names that templates of this flow may use, for completion. `answers`: the places in them that are known. */
export function vocabularyOf(states: readonly FlowState[], answers: Answers = {}): Vocabulary {
  const unique = (names: string[]) => [...new Set(names)].sort();
  return {
    data: unique(
      states.flatMap(({ operations = [] }) =>
        operations.flatMap(({ contextKey, connectorId, operation }) => [
          contextKey,
          ...(answers[answerOf(connectorId, operation)] ?? []).map((path) => contextKey + path),
          `${contextKey}_error`,
        ]),
      ),
    ),
    input: unique(states.flatMap(({ input }) => (input?.assignments ?? []).map(({ to }) => to))),
    params: unique(states.flatMap(({ template }) => paramsOf(template?.contentMessage))),
    states: unique(states.map(({ stateId }) => stateId)),
  };
}
