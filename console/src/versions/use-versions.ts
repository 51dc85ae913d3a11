/** The versions of an agent's flow, as pages need them. */
import type { Agent } from '@model/agent.ts';
import type { Flow } from '@model/flow.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { Schemas } from '#client';
import { type FlowGraph, flowGraph } from '../flow/graph.ts';
import { useGet, useList } from '../queries.ts';
import { comparedGraph } from './compared-graph.ts';

export type Version = Schemas['FlowVersion'];
export type FlowDiff = Schemas['FlowDiff'];

const LOOK_EVERY_MS = 5_000;

export const isExplicit = ({ config }: Agent) => config.publishing === 'explicit';

/** The version that most new conversations get; undefined where none is live by its number. */
export function mainVersion({ rollout }: Agent): number | undefined {
  return rollout?.shares.toSorted((a, b) => b.percent - a.percent)[0]?.version;
}

export function useVersions(agentId: string) {
  return useList('/agents/{agentId}/versions', 'versions', { params: { path: { agentId } }, everyMs: LOOK_EVERY_MS });
}

/** `to`: the draft if undefined, which may change at any time. No request while `from` is undefined. */
export function useDiff(agentId: string, from: number | undefined, to: number | undefined) {
  return useGet('/agents/{agentId}/versions/{version}/diff/{other}', {
    params: { path: { agentId, version: String(from), other: String(to ?? 'draft') } },
    ...(to === undefined && { everyMs: LOOK_EVERY_MS }),
    isAsked: from !== undefined,
  });
}

/** Reads the draft again when its difference becomes another: somebody else has changed it. */
export function useFreshDraft(agentId: string, diff: FlowDiff | undefined): void {
  const queries = useQueryClient();
  const seen = useRef(diff);
  useEffect(() => {
    const isNew = seen.current !== undefined && seen.current !== diff;
    seen.current = diff;
    if (isNew) void queries.invalidateQueries({ queryKey: ['agents', agentId, 'states'] });
  }, [queries, agentId, diff]);
}

/** How many states, and settings, are not the same. */
export function distance({ added, removed, changed, settings }: FlowDiff): number {
  return added.length + removed.length + changed.length + settings.length;
}

/** The graph of a version; undefined until it is there, and while none is asked for. */
export function useVersionGraph(agentId: string, version: number | undefined): FlowGraph | undefined {
  const { data } = useGet('/agents/{agentId}/flow', {
    params: { path: { agentId }, query: { version: version ?? 0 } },
    isAsked: version !== undefined,
  });
  return useMemo(() => data && graphOf(data as Flow), [data]);
}

function graphOf(flow: Flow): FlowGraph {
  const states = Object.entries(flow.states).map(([stateId, body]) => ({ ...body, stateId }));
  return flowGraph(states, flow);
}

/** The draft, or what of it and of versions is compared. */
export function useCompared(
  agentId: string,
  draft: FlowGraph,
  { from, to }: { from?: number | undefined; to?: number | undefined },
): FlowGraph | undefined {
  const before = useVersionGraph(agentId, from);
  const other = useVersionGraph(agentId, to);
  const { data: diff } = useDiff(agentId, from, to);
  const after = to === undefined ? draft : other;
  return useMemo(() => before && after && diff && comparedGraph(before, after, diff), [before, after, diff]);
}
