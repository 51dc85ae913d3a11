/** The platform's agents and their testers. Source: docs/platform.md, "Testers". */
import { type Clock, timestamp } from './clock.ts';
import { agentNotFound, GoogleError, notFound } from './google/google-error.ts';
import type { UseCase } from './google/validate.ts';
import type { WebhookTarget } from './google/webhook.ts';
import type { Settings } from './phones/settings.ts';

export const INVITE_STATUSES = ['PENDING', 'ACCEPTED', 'DECLINED'] as const;
export type InviteStatus = (typeof INVITE_STATUSES)[number];

export type EmulatedAgent = {
  readonly agentId: string;
  launched: boolean;
  /** null: unknown, so nothing that depends on it is checked. */
  useCase: UseCase | null;
  testers: Map<string, InviteStatus>;
  /** The invitations of the last day. */
  invitedMs: number[];
  /** By integration id. The first one gets the agent's webhook calls. */
  integrations: Map<string, WebhookTarget>;
};

export type Agents = Map<string, EmulatedAgent>;

const MAX_AGENTS = 10_000;
const MAX_TESTERS = 200;
const MAX_INVITATIONS_A_DAY = 20;
const DAY_MS = 86_400_000;

/** The part before `@rbm.goog`: both spellings are in use and mean the same agent. */
export function bareAgentId(agentId: string): string {
  return agentId.endsWith('@rbm.goog') ? agentId.slice(0, -'@rbm.goog'.length) : agentId;
}

/** @throws GoogleError 403 for no agent, or for an unknown one when those are refused. */
export function getAgent(agents: Agents, settings: Settings, agentId: string): EmulatedAgent {
  const agent = agents.get(agentId);
  if (agent) return agent;
  if (agentId === '' || settings.unknownAgents === 'refuse') throw agentNotFound(agentId);
  return createAgent(agentId);
}

/** @throws GoogleError 429 when there are too many. */
export function registerAgent(agents: Agents, agentId: string): EmulatedAgent {
  const known = agents.get(agentId);
  if (known) return known;
  if (agents.size >= MAX_AGENTS) throw new GoogleError(429, `The emulator holds at most ${MAX_AGENTS} agents.`);
  const agent = createAgent(agentId);
  agents.set(agentId, agent);
  return agent;
}

function createAgent(agentId: string): EmulatedAgent {
  return { agentId, launched: true, useCase: null, testers: new Map(), invitedMs: [], integrations: new Map() };
}

export function mayReach(agent: EmulatedAgent, phoneNumber: string): boolean {
  return agent.launched || agent.testers.get(phoneNumber) === 'ACCEPTED';
}

/** Invites, or invites again. @throws GoogleError 429 above Google's limits, 400 for a user who declined. */
export function inviteTester(agent: EmulatedAgent, phoneNumber: string, clock: Clock): InviteStatus {
  const status = agent.testers.get(phoneNumber);
  if (status === 'ACCEPTED') return status;
  if (status === 'DECLINED') throw new GoogleError(400, 'The tester has declined; delete the tester to invite again.');
  const nowMs = clock.now();
  agent.invitedMs = agent.invitedMs.filter((invitedMs) => invitedMs > nowMs - DAY_MS);
  if (agent.invitedMs.length >= MAX_INVITATIONS_A_DAY) {
    throw new GoogleError(429, `An agent sends at most ${MAX_INVITATIONS_A_DAY} invitations a day.`);
  }
  if (!status && agent.testers.size >= MAX_TESTERS) {
    throw new GoogleError(429, `An agent has at most ${MAX_TESTERS} testers.`);
  }
  agent.invitedMs.push(nowMs);
  agent.testers.set(phoneNumber, 'PENDING');
  return 'PENDING';
}

/** @throws GoogleError 404 for a number that is no tester. */
export function testerView(agent: EmulatedAgent, phoneNumber: string) {
  const inviteStatus = agent.testers.get(phoneNumber);
  if (!inviteStatus) throw notFound();
  return { name: `testers/${phoneNumber}`, agentId: agent.agentId, phoneNumber, inviteStatus };
}

export function agentView(agent: EmulatedAgent) {
  return {
    agentId: agent.agentId,
    launched: agent.launched,
    useCase: agent.useCase,
    testers: Object.fromEntries(agent.testers),
  };
}

/** The fields of a launch event. Source: docs/platform.md, "The webhook: payloads". */
export function launchEvent(agent: EmulatedAgent, nowMs: number) {
  return {
    botDisplayName: agent.agentId,
    brandId: 'emulated-brand',
    brandDisplayName: 'Emulated brand',
    regionId: '/v1/regions/emulated-rcs',
    oldLaunchState: agent.launched ? 'PENDING' : 'LAUNCHED',
    newLaunchState: agent.launched ? 'LAUNCHED' : 'SUSPENDED',
    actingParty: 'emulator',
    comment: '',
    sendTime: timestamp(nowMs),
  };
}
