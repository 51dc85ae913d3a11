/** The agent whose pages are shown: the one in the address. */
import type { Agent } from '@model/agent.ts';
import { useParams } from '@tanstack/react-router';
import { pathOf } from './api.ts';
import { useGet } from './queries.ts';

/** Empty where the address names no agent. */
export function useAgentId(): string {
  return useParams({ strict: false }).agentId ?? '';
}

/** The address's agent; nothing is asked where the address names none. */
export function useAgent() {
  const agentId = useAgentId();
  return useGet<Agent>(agentId ? pathOf`/agents/${agentId}` : null);
}
