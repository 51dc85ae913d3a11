/** A funnel on the graph of its flow: how often each way was taken, and what became of conversations in each state. Pure. */
import type { Schemas } from '#client';
import { AGENT_NODE, type FlowEdge, type FlowGraph, type FlowNode } from '../flow/graph.ts';
import { number, texts } from '../texts/texts.ts';

type Funnel = Pick<Schemas['Funnel'], 'states' | 'edges'>;
type Way = Funnel['edges'][number];

/** Ways of the same kind between two states are one: a turn does not tell them apart. */
export function countedGraph({ nodes, edges }: FlowGraph, funnel: Funnel): FlowGraph {
  const states = new Map(funnel.states.map((state) => [state.stateId, state]));
  const taken = countsOf(funnel.edges);
  const ways = Map.groupBy(edges, keyOf);
  return {
    nodes: nodes.map((node): FlowNode => {
      if (node.kind === 'agent') return node;
      const { entered = 0, waited = 0, left = 0 } = states.get(node.id) ?? {};
      return {
        ...node,
        count:
          left > 0 ? texts.funnel.ofStateAndLeft(entered, left, share(left, waited)) : texts.funnel.ofState(entered),
      };
    }),
    edges: [...ways].map(([key, same]): FlowEdge => {
      const [first] = same;
      const count = taken.get(key) ?? 0;
      const label = [...new Set(same.map((edge) => edge.label))].join(' / ');
      return { ...first!, label, count: number(count) + share(count, states.get(first!.source)?.entered ?? 0) };
    }),
  };
}

/** Those that the graph does not have: sends, chips of older messages, ways of another version. */
export function otherWays({ edges }: FlowGraph, funnel: Funnel): Way[] {
  const drawn = new Set(edges.map(keyOf));
  return funnel.edges.filter((way) => !drawn.has(keyOfWay(way)));
}

function countsOf(ways: readonly Way[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const way of ways) counts.set(keyOfWay(way), (counts.get(keyOfWay(way)) ?? 0) + way.count);
  return counts;
}

const keyOf = ({ source, target, kind }: Pick<FlowEdge, 'source' | 'target' | 'kind'>) =>
  JSON.stringify([source, target, kind]);

/** A keyword, and the default state, lead on from wherever the user is. */
function keyOfWay({ from, to, because }: Way): string {
  const source = because === 'keyword' || because === 'default' ? AGENT_NODE : from;
  return JSON.stringify([source, to, because]);
}

export function share(count: number, of: number): string {
  return of > 0 ? ` (${number(Math.round((100 * count) / of))} %)` : '';
}
