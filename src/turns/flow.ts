/**
 * Which version of the agent's flow a turn runs on: decided once, when the turn begins, from the agent as it is then.
 * What is live is decided in `model/rollout.ts`.
 */
import type { Context } from '../context.ts';
import { readPostback } from '../engine/chip.ts';
import type { Decision } from '../engine/decision.ts';
import type { Agent } from '../model/agent.ts';
import type { UserContent } from '../model/notice.ts';
import type { Pin } from '../model/rollout.ts';
import type { Session } from '../model/session.ts';
import type { TurnInput } from './turn.ts';

export type TurnFlow = {
  /** Null for the draft. */
  version: number | null;
  /** With the keywords and the default state of the version. */
  agent: Agent;
};

/** What a send runs on: what is live for the number. */
export async function liveFlow({ catalog }: Context, { agent, item }: TurnInput<unknown>): Promise<TurnFlow> {
  return flowOf({ catalog }, agent, await catalog.liveVersion(agent, item.phoneNumber));
}

/** What a user's message runs on: where the session is pinned, as long as that has a meaning for it; else what is live. */
export async function continuedFlow(
  { catalog }: Context,
  input: TurnInput<unknown>,
  session: Session,
  message: UserContent,
): Promise<TurnFlow> {
  const { agent, item } = input;
  const live = await catalog.liveVersion(agent, item.phoneNumber);
  const pinned = live === null ? undefined : pinOf(agent, session)?.version;
  const isContinued = pinned !== undefined && (session.awaitingStateId !== null || (await leadsOn(pinned)));
  return flowOf({ catalog }, agent, isContinued ? pinned : live);

  /** A tapped chip names a state of the session's version. */
  async function leadsOn(version: number): Promise<boolean> {
    const postbackData = message.suggestionResponse?.postbackData;
    const target = postbackData === undefined ? null : readPostback(postbackData);
    return target !== null && (await catalog.findState(agent.agentId, target.stateId, version)) !== undefined;
  }
}

/** Unless sessions have been moved since. */
function pinOf({ rollout }: Agent, { pin }: Session): Pin | undefined {
  return pin && rollout && pin.activation >= rollout.movedBefore ? pin : undefined;
}

async function flowOf({ catalog }: Pick<Context, 'catalog'>, agent: Agent, version: number | null): Promise<TurnFlow> {
  if (version === null) return { version, agent };
  const { defaultState, keywords, ...config } = agent.config;
  const settings = await catalog.findSettings(agent.agentId, version);
  return { version, agent: { ...agent, config: { ...config, ...settings } } };
}

/**
 * The decision with the session pinned to the turn's version, and the version in the trace. After a turn that stopped
 * the user is where they were, so the session stays on the version of that place.
 */
export function pinned(decision: Decision, { version, agent }: TurnFlow): Decision {
  const { config, rollout } = agent;
  if (config.publishing !== 'explicit') {
    const { pin, ...session } = decision.session;
    return pin ? { ...decision, session } : decision;
  }
  const trace = [{ step: 'version', version: version ?? 'draft' } as const, ...decision.trace];
  if (decision.stopped) return { ...decision, trace };
  const { pin: _pin, ...session } = decision.session;
  if (version === null || !rollout) return { ...decision, session, trace };
  return { ...decision, session: { ...session, pin: { version, activation: rollout.activation } }, trace };
}
