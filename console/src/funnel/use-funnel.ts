/** The funnel of an agent for a span of time, and the graph on which it is drawn. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../api.ts';
import type { FlowGraph } from '../flow/graph.ts';
import type { FlowSearch, Span } from '../search.ts';
import { texts } from '../texts/texts.ts';
import { useVersionGraph } from '../versions/use-versions.ts';
import { countedGraph } from './counted-graph.ts';

const HOUR_MS = 3_600_000;
export const SPANS: Record<Span, { says: string; ms: number }> = {
  '1h': { says: texts.funnel.span['1h'], ms: HOUR_MS },
  '24h': { says: texts.funnel.span['24h'], ms: 24 * HOUR_MS },
  '7d': { says: texts.funnel.span['7d'], ms: 7 * 24 * HOUR_MS },
  '30d': { says: texts.funnel.span['30d'], ms: 30 * 24 * HOUR_MS },
};
export const DEFAULT_SPAN: Span = '24h';

/** Counted when it is asked for, and again by hand: it takes the service some seconds. */
export function useFunnel(agentId: string, { span = DEFAULT_SPAN, on, panel }: FlowSearch) {
  return useQuery({
    queryKey: ['agents', agentId, 'funnel', span, String(on)],
    queryFn: ({ signal }) =>
      api.GET('/agents/{agentId}/funnel', {
        params: {
          path: { agentId },
          query: {
            since: new Date(Date.now() - SPANS[span].ms).toISOString(),
            ...(on !== undefined && { version: String(on) }),
          },
        },
        signal,
      }),
    enabled: panel === 'funnel',
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What it is drawn on: the version that is counted, else the draft. */
export function useCountedFlow(agentId: string, draft: FlowGraph, { on, panel }: FlowSearch): FlowGraph {
  const version = useVersionGraph(agentId, panel === 'funnel' && typeof on === 'number' ? on : undefined);
  return version ?? draft;
}

/** Undefined until it is counted, and while nobody asks. */
export function useCounted(agentId: string, draft: FlowGraph, search: FlowSearch): FlowGraph | undefined {
  const { data } = useFunnel(agentId, search);
  const graph = useCountedFlow(agentId, draft, search);
  const isAsked = search.panel === 'funnel';
  return useMemo(() => (isAsked && data ? countedGraph(graph, data) : undefined), [isAsked, graph, data]);
}
