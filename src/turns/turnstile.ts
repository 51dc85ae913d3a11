/**
 * Turns that go on in the same moment, because the system that all of them waited for has got its pause: a few are let
 * through each time the event loop comes round, agents by turns, so that everything else is heard between them.
 */

/** Some two milliseconds of the main thread. */
const AT_A_TIME = 4;

/** Resolves when a turn of the agent may go on. */
export type Turnstile = (agentId: string) => Promise<void>;

export function createTurnstile(): Turnstile {
  /** The agent whose turn it is comes first. */
  const agents = new Map<string, (() => void)[]>();
  /** All of them: nobody has passed since the event loop last came round, and nobody waits. */
  let left = AT_A_TIME;

  function turn(): void {
    left = AT_A_TIME;
    for (const [agentId, waiting] of agents) {
      if (left === 0) break;
      left -= 1;
      waiting.shift()!();
      // What is added to a map while it is walked through is walked to as well: the agent goes to the end of the round.
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
