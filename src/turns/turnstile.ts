/**
 * Limits turns that resume at the same moment because the system they all waited for is now paused: a few pass in each
 * round of the event loop, agents in turn, so that everything else runs in between.
 */

/** Some two milliseconds of the main thread. */
const AT_A_TIME = 4;

/** Resolves when a turn of the agent may go on. */
export type Turnstile = (agentId: string) => Promise<void>;

export function createTurnstile(): Turnstile {
  /** The agent whose turn it is comes first. */
  const agents = new Map<string, (() => void)[]>();
  /** All of them: none has passed in this round of the event loop, and none waits. */
  let left = AT_A_TIME;

  function turn(): void {
    left = AT_A_TIME;
    for (const [agentId, waiting] of agents) {
      if (left === 0) break;
      left -= 1;
      waiting.shift()!();
      // Iteration includes entries added to the map meanwhile: the agent goes to the end of the round.
      agents.delete(agentId);
      if (waiting.length > 0) agents.set(agentId, waiting);
    }
    if (left < AT_A_TIME) setImmediate(turn);
  }

  return async (agentId) => {
    if (left === AT_A_TIME) setImmediate(turn);
    if (left > 0 && agents.size === 0) {
      left -= 1;
      return;
    }
    const waiting = agents.get(agentId) ?? [];
    agents.set(agentId, waiting);
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
}
