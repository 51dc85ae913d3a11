/**
 * Bytes of this process that all agents share for one purpose. An agent with much of it leaves some to the others, and
 * one with next to nothing can always get more, so that nobody waits only for others' work.
 */
import { LaneLost } from './lanes.ts';

/** An agent's guaranteed minimum. */
const MINIMUM_BYTES = 256 * 1024;
/** An agent that holds much, because the platform or the database is slow, leaves room for the others. */
const AGENT_SHARE = 0.25;

/** Allocated bytes; `end` gives them back and may be called twice. */
export type Charge = { change(bytes: number): void; end(): void };

export type Budget = {
  /** Null when there is no room: then `wait`. */
  take(agentId: string, bytes: number): Charge | null;
  /** @throws LaneLost when the signal aborts before there is room */
  wait(agentId: string, bytes: number, lane: number, signal: AbortSignal): Promise<Charge>;
};

type WaitingWork = { bytes: number; begin: () => void };
type Agent = { bytes: number; waiting: WaitingWork[] };

export function createBudget(maxBytes: number): Budget {
  const agents = new Map<string, Agent>();
  /** The agents with waiters, in the order of their turns. */
  const queue = new Set<Agent>();
  let total = 0;

  function agentOf(agentId: string): Agent {
    let agent = agents.get(agentId);
    if (!agent) {
      agent = { bytes: 0, waiting: [] };
      agents.set(agentId, agent);
    }
    return agent;
  }

  const hasRoom = (agent: Agent, bytes: number) =>
    agent.bytes < MINIMUM_BYTES || (total + bytes <= maxBytes && agent.bytes + bytes <= maxBytes * AGENT_SHARE);

  function charge(agentId: string, agent: Agent, first: number): Charge {
    let own = 0;
    let isOver = false;
    const change = (bytes: number) => {
      agent.bytes += bytes - own;
      total += bytes - own;
      const isLess = bytes < own;
      own = bytes;
      if (isLess && queue.size > 0) wake(agent);
    };
    const end = () => {
      if (isOver) return;
      change(0);
      isOver = true;
      if (agent.bytes === 0 && agent.waiting.length === 0) agents.delete(agentId);
    };
    change(first);
    return { change, end };
  }

  /** First the agent that holds less now, then each of the others in turn, one at a time, as far as there is room. */
  function wake(agent: Agent): void {
    if (queue.has(agent)) begin(agent);
    for (const other of queue) {
      if (total >= maxBytes) return;
      begin(other);
    }
  }

  function begin(agent: Agent): void {
    if (!hasRoom(agent, agent.waiting[0]!.bytes)) return;
    const { begin } = agent.waiting.shift()!;
    queue.delete(agent);
    if (agent.waiting.length > 0) queue.add(agent);
    begin();
  }

  function take(agentId: string, bytes: number): Charge | null {
    const agent = agentOf(agentId);
    return agent.waiting.length === 0 && hasRoom(agent, bytes) ? charge(agentId, agent, bytes) : null;
  }

  return {
    take,
    async wait(agentId, bytes, lane, signal) {
      if (signal.aborted) throw new LaneLost(lane);
      const taken = take(agentId, bytes);
      if (taken) return taken;
      const agent = agentOf(agentId);
      return new Promise((resolve, reject) => {
        const waiting: WaitingWork = {
          bytes,
          begin: () => {
            signal.removeEventListener('abort', giveUp);
            resolve(charge(agentId, agent, bytes));
          },
        };
        const giveUp = () => {
          agent.waiting.splice(agent.waiting.indexOf(waiting), 1);
          if (agent.waiting.length === 0) queue.delete(agent);
          reject(new LaneLost(lane));
        };
        signal.addEventListener('abort', giveUp, { once: true });
        agent.waiting.push(waiting);
        queue.add(agent);
      });
    },
  };
}
