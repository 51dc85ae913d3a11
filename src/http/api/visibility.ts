/**
 * What a caller may see: a client what belongs to its account, everybody else all accounts. Anything of another account
 * does not exist for a client: 404, never 403. Source: docs/spec-choices.md §2.
 */
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { DEFAULT_ACCOUNT_ID } from '../../model/account.ts';
import type { Agent } from '../../model/agent.ts';
import { hasRole } from '../../model/role.ts';
import { insufficientRole } from '../auth/auth.ts';
import type { Principal } from '../auth/principal.ts';

/** Whether a resource of this account exists for the caller. */
export function sees(principal: Principal, accountId: string): boolean {
  return principal.kind !== 'client' || principal.accountId === accountId;
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

/**
 * Like `reachAgent`, for a change of the flow. What an author saves must not be live for the public at once.
 * @throws Problem `agent_not_found` `insufficient_role`
 */
export async function reachDraft(context: Context, request: Parameters<typeof reachAgent>[1]): Promise<Agent> {
  const agent = await reachAgent(context, request);
  const isLiveAtOnce = agent.mode === 'LAUNCHED' && agent.config.publishing !== 'explicit';
  if (isLiveAtOnce) refuseAuthor(request.principal, 'What is saved here is live for everybody at once');
  return agent;
}

/** For what reaches the public or a credential. @throws Problem `insufficient_role`, which begins with `what` */
export function refuseAuthor(principal: Principal, what: string): void {
  if (isAuthor(principal)) throw insufficientRole(principal, 'operator', what);
}

export function isAuthor(principal: Principal): principal is Extract<Principal, { kind: 'person' }> {
  return principal.kind === 'person' && !hasRole(principal.role, 'operator');
}

/** Who made a change, for its record: a client id, an e-mail address or `operator`. */
export function authorOf(principal: Principal): string {
  if (principal.kind === 'person') return principal.email;
  return principal.kind === 'client' ? principal.clientId : 'operator';
}

export function noAgent(agentId: string): Problem {
  return new Problem('agent_not_found', `There is no agent ${agentId}.`);
}

function noAccount(accountId: string): Problem {
  return new Problem('account_not_found', `There is no account ${accountId}.`);
}
