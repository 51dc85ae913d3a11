/** The agent whose pages are shown, from the address. */
import { useParams } from '@tanstack/react-router';
import { useGet } from './queries.ts';

/** Empty where the address names no agent. */
export function useAgentId(): string {
  return useParams({ strict: false }).agentId ?? '';
}

/** The address's agent; no request where the address names none. */
export function useAgent() {
  const agentId = useAgentId();
  return useGet('/agents/{agentId}', { params: { path: { agentId } }, isAsked: agentId !== '' });
}
