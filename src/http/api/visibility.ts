/**
 * What a caller may see: the operator everything, a client what belongs to its account. Anything of another account
 * does not exist for a client: 404, never 403. Source: docs/spec-choices.md §2.
 */
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { DEFAULT_ACCOUNT_ID } from '../../model/account.ts';
import type { Agent } from '../../model/agent.ts';
import type { Principal } from '../auth/principal.ts';

/** Whether a resource of this account exists for the caller. */
export function sees(principal: Principal, accountId: string): boolean {
  return principal.kind === 'operator' || principal.accountId === accountId;
}

/** The account to list for: the client's own, or the one the operator asked for; null for all. @throws Problem */
export function listedAccount(principal: Principal, accountId?: string): string | null {
  if (accountId !== undefined && !sees(principal, accountId)) throw noAccount(accountId);
  return accountId ?? (principal.kind === 'client' ? principal.accountId : null);
}

/** The one account meant: the client's own, or the one the operator names, `default` if absent. @throws Problem */
export function meantAccount(principal: Principal, accountId?: string): string {
  return listedAccount(principal, accountId) ?? DEFAULT_ACCOUNT_ID;
}

/** The agent of the path, from the cache. @throws Problem `agent_not_found` */
export async function reachAgent(
  context: Context,
  { principal, params }: { principal: Principal; params: { agentId: string } },
): Promise<Agent> {
  const agent = await context.catalog.findAgent(params.agentId);
  if (!agent || !sees(principal, agent.accountId)) throw noAgent(params.agentId);
  return agent;
}

/** Who made a change, for its record. */
export function authorOf(principal: Principal): string {
  return principal.kind === 'client' ? principal.clientId : 'operator';
}

export function noAgent(agentId: string): Problem {
  return new Problem('agent_not_found', `There is no agent ${agentId}.`);
}

function noAccount(accountId: string): Problem {
  return new Problem('account_not_found', `There is no account ${accountId}.`);
}
