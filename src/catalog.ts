/**
 * What the hot path knows by heart: agents, states and test devices, read once and kept until somebody changes them.
 * A change forgets the agent here at once, and in other processes through NOTIFY (rare, so inside its transaction is
 * fine); entries expire after a minute in case a notice is lost.
 */
import { LRUCache } from 'lru-cache';
import type { Agent } from './model/agent.ts';
import type { State } from './model/state.ts';
import { findAgent, findAgentByPlatformId } from './store/agents.ts';
import type { Database } from './store/database.ts';
import { hasDevice } from './store/devices.ts';
import { findState } from './store/states.ts';

const CHANNEL = 'parley_catalog';
const MAX_AGENTS = 10_000;
const MAX_STATES = 20_000;
const MAX_DEVICES = 50_000;
/** Characters of JSON of each kind together: some sixty states of the largest, or all of an ordinary flow. */
const MAX_LENGTH = 32 * 1024 * 1024;
/** A notice may be lost while the database restarts; nothing stale is used for longer than this. */
const MAX_AGE_MS = 60_000;
/** How exactly an age is known: asking the clock every millisecond would cost more than the look-up. */
const AGE_RESOLUTION_MS = 1_000;

export type Catalog = AsyncDisposable & {
  findAgent(agentId: string): Promise<Agent | undefined>;
  findAgentByPlatformId(platformAgentId: string): Promise<Agent | undefined>;
  findState(agentId: string, stateId: string): Promise<State | undefined>;
  /** Whether the number is a registered test device of the agent. */
  hasDevice(agentId: string, phoneNumber: string): Promise<boolean>;
  /** Call after every committed change of an agent, its states or its devices. */
  forget(agentId: string): Promise<void>;
};

/** Absent is an answer too: it is kept in a box, because the cache cannot hold `undefined`. */
type Box<Value> = { value: Value };

export async function openCatalog(sql: Database): Promise<Catalog> {
  const agents = cacheOf(MAX_AGENTS, (agentId) => findAgent(sql, agentId));
  const byPlatformId = cacheOf(MAX_AGENTS, (platformAgentId) => findAgentByPlatformId(sql, platformAgentId));
  const states = cacheOf(MAX_STATES, (key) => findState(sql, ...pair(key)));
  const devices = cacheOf(MAX_DEVICES, (key) => hasDevice(sql, ...pair(key)));

  const forget = (agentId: string) => {
    agents.delete(agentId);
    // An agent's platform id may have just changed, so that its old entry cannot be found by it.
    byPlatformId.clear();
    states.deletePrefix(`${agentId} `);
    devices.deletePrefix(`${agentId} `);
  };
  const subscription = await sql.listen(CHANNEL, forget);

  return {
    findAgent: agents.get,
    findAgentByPlatformId: byPlatformId.get,
    findState: (agentId, stateId) => states.get(`${agentId} ${stateId}`),
    hasDevice: (agentId, phoneNumber) => devices.get(`${agentId} ${phoneNumber}`),
    async forget(agentId) {
      forget(agentId);
      await sql.notify(CHANNEL, agentId);
    },
    async [Symbol.asyncDispose]() {
      await subscription.unlisten().catch(() => {});
    },
  };
}

function pair(key: string): [string, string] {
  const space = key.indexOf(' ');
  return [key.slice(0, space), key.slice(space + 1)];
}

function cacheOf<Value>(max: number, read: (key: string) => Promise<Value>) {
  const cache = new LRUCache<string, Box<Value>>({
    max,
    maxSize: MAX_LENGTH,
    sizeCalculation: ({ value }, key) => key.length + (value === undefined ? 0 : JSON.stringify(value).length),
    ttl: MAX_AGE_MS,
    ttlResolution: AGE_RESOLUTION_MS,
  });
  // A read that was under way while its key was forgotten must not be kept: it may have seen the old row.
  const reading = new Map<string, Promise<Value>>();
  return {
    async get(key: string): Promise<Value> {
      const known = cache.get(key);
      if (known) return known.value;
      const underWay = reading.get(key);
      if (underWay) return underWay;
      const answer = read(key);
      reading.set(key, answer);
      try {
        const value = await answer;
        if (reading.get(key) === answer) cache.set(key, { value });
        return value;
      } finally {
        if (reading.get(key) === answer) reading.delete(key);
      }
    },
    delete(key: string) {
      cache.delete(key);
      reading.delete(key);
    },
    clear() {
      cache.clear();
      reading.clear();
    },
    deletePrefix(prefix: string) {
      for (const key of [...cache.keys(), ...reading.keys()]) if (key.startsWith(prefix)) this.delete(key);
    },
  };
}
