/** Whether a number has RCS, asked of the platform once in a while and remembered. */
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import { RemoteFailure } from '../errors.ts';

/** A number that gets RCS should not wait a day, one that has it rarely loses it. */
const REACHABLE_MS = 24 * 3600 * 1000;
const UNREACHABLE_MS = 10 * 60 * 1000;
const MAX_NUMBERS = 200_000;

export type Reachability = {
  /** When the platform cannot say, the answer is yes: the send itself will tell. */
  isReachable(recipient: { platformAgentId: string; phoneNumber: string }): Promise<boolean>;
};

export function createReachability(transport: Pick<Context['transport'], 'checkCapability'>): Reachability {
  const known = new LRUCache<string, { reachable: boolean }>({ max: MAX_NUMBERS });
  return {
    async isReachable(recipient) {
      const key = `${recipient.platformAgentId} ${recipient.phoneNumber}`;
      const remembered = known.get(key);
      if (remembered) return remembered.reachable;
      try {
        const { reachable } = await transport.checkCapability(recipient);
        known.set(key, { reachable }, { ttl: reachable ? REACHABLE_MS : UNREACHABLE_MS });
        return reachable;
      } catch (cause) {
        if (cause instanceof RemoteFailure) return true;
        throw cause;
      }
    },
  };
}
