/**
 * Agents, flows and test devices, cached for the hot path until somebody changes them. A change invalidates the cache
 * here at once and in other processes through NOTIFY (rare, so inside its transaction is fine); entries expire after a
 * minute in case a notification is lost. What belongs to a version never changes, and is cached for good.
 */
import type { Agent } from './model/agent.ts';
import { liveVersion } from './model/rollout.ts';
import type { FlowState } from './model/state.ts';
import { createReadCache } from './read-cache.ts';
import { findAgent, findAgentByPlatformId } from './store/agents.ts';
import type { Database } from './store/database.ts';
import { hasDevice, listDraftDevices } from './store/devices.ts';
import { listTargets } from './store/endpoints.ts';
import { findState } from './store/states.ts';
import { type FlowSettings, findVersionSettings, findVersionState } from './store/versions.ts';

const CHANNEL = 'parley_catalog';
const MAX_AGENTS = 10_000;
const MAX_STATES = 20_000;
const MAX_DEVICES = 50_000;
/** Characters of JSON, for each kind: some sixty states of the largest size, or all of an ordinary flow. */
const MAX_LENGTH = 32 * 1024 * 1024;
/** A notification may be lost while the database restarts; nothing stale is used for longer than this. */
const MAX_AGE_MS = 60_000;
/** As long as there is room. */
const FOREVER_MS = Number.MAX_SAFE_INTEGER;

export type AgentCache = AsyncDisposable & {
  /** With its further endpoints. */
  findAgent(agentId: string): Promise<Agent | undefined>;
  findAgentByPlatformId(platformAgentId: string): Promise<Agent | undefined>;
  /** Of the draft, or of a version. */
  findState(agentId: string, stateId: string, version?: number | null): Promise<FlowState | undefined>;
  /** The keywords and the default state of a version. */
  findSettings(agentId: string, version: number): Promise<FlowSettings | undefined>;
  /** The version that new conversations with this number get; null for the draft. */
  liveVersion(agent: Agent, phoneNumber: string): Promise<number | null>;
  /** Whether the number is a registered test device of the agent. */
  hasDevice(agentId: string, phoneNumber: string): Promise<boolean>;
  /** Call after every committed change of an agent, its states, its devices or its endpoints. */
  forget(agentId: string): Promise<void>;
};

export async function openAgentCache(sql: Database): Promise<AgentCache> {
  const agents = cacheOf<Agent | undefined>(MAX_AGENTS);
  const byPlatformId = cacheOf<Agent | undefined>(MAX_AGENTS);
  const states = cacheOf<FlowState | undefined>(MAX_STATES);
  const frozenStates = cacheOf<FlowState | undefined>(MAX_STATES, FOREVER_MS);
  const settings = cacheOf<FlowSettings | undefined>(MAX_AGENTS, FOREVER_MS);
  const devices = cacheOf<boolean>(MAX_DEVICES);
  const draftDevices = cacheOf<string[]>(MAX_AGENTS);

  const forget = (agentId: string) => {
    agents.forget(agentId);
    // An agent's platform id may have just changed, so its old entry cannot be found by it.
    byPlatformId.forgetAll();
    states.forgetAll(`${agentId} `);
    devices.forgetAll(`${agentId} `);
    draftDevices.forget(agentId);
  };
  const subscription = await sql.listen(CHANNEL, forget);

  return {
    findAgent: (agentId) => agents.get(agentId, () => readAgent(sql, agentId)),
    findAgentByPlatformId: (id) => byPlatformId.get(id, () => findAgentByPlatformId(sql, id)),
    findState: (agentId, stateId, version = null) =>
      version === null
        ? states.get(`${agentId} ${stateId}`, () => findState(sql, agentId, stateId))
        : frozenStates.get(`${agentId} ${version} ${stateId}`, () => findVersionState(sql, agentId, version, stateId)),
    findSettings: (agentId, version) =>
      settings.get(`${agentId} ${version}`, () => findVersionSettings(sql, agentId, version)),
    async liveVersion({ agentId, config, rollout }, phoneNumber) {
      if (config.publishing !== 'explicit' || !rollout) return null;
      const drafts = await draftDevices.get(agentId, () => listDraftDevices(sql, agentId));
      return drafts.includes(phoneNumber) ? null : liveVersion(agentId, rollout, phoneNumber);
    },
    hasDevice: (agentId, number) => devices.get(`${agentId} ${number}`, () => hasDevice(sql, agentId, number)),
    async forget(agentId) {
      forget(agentId);
      await sql.notify(CHANNEL, agentId);
    },
    async [Symbol.asyncDispose]() {
      await subscription.unlisten();
    },
  };
}

async function readAgent(sql: Database, agentId: string): Promise<Agent | undefined> {
  const agent = await findAgent(sql, agentId);
  const endpoints = agent ? await listTargets(sql, agentId) : [];
  return agent && endpoints.length > 0 ? { ...agent, endpoints } : agent;
}

function cacheOf<Value>(maxEntries: number, keptMs = MAX_AGE_MS) {
  return createReadCache<Value>({
    maxEntries,
    maxLength: MAX_LENGTH,
    lengthOf: (value, key) => key.length + (value === undefined ? 0 : JSON.stringify(value).length),
    keptMs: () => keptMs,
  });
}
