/** Whether a number has RCS and what its phone can show, asked of the platform once in a while and remembered. */
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import { RemoteFailure } from '../errors.ts';

/** A number that gets RCS should not wait a day, one that has it rarely loses it. */
const REACHABLE_MS = 24 * 3600 * 1000;
const UNREACHABLE_MS = 10 * 60 * 1000;
const MAX_NUMBERS = 200_000;
/** Phones differ in few ways: that many lists of features serve all numbers, and cost each of them a pointer. */
const MAX_FEATURE_LISTS = 1_000;

export type Recipient = { platformAgentId: string; phoneNumber: string };

/** `features` are the platform's own names of what the phone can show; null when the platform did not say. */
export type Reach = { reachable: boolean; features: readonly string[] | null };

export type Reachability = {
  /** When the platform cannot say, the number counts as reachable: the send itself will tell. */
  ask(recipient: Recipient): Promise<Reach>;
  /** What was remembered has proved wrong: the next message asks again. */
  forget(recipient: Recipient): void;
};

export function createReachability(transport: Pick<Context['transport'], 'checkCapability'>): Reachability {
  const known = new LRUCache<string, Reach>({ max: MAX_NUMBERS });
  const lists = new LRUCache<string, readonly string[]>({ max: MAX_FEATURE_LISTS });

  function shared(features: readonly string[]): readonly string[] {
    const name = features.join();
    const list = lists.get(name) ?? features;
    lists.set(name, list);
    return list;
  }

  return {
    async ask(recipient) {
      const key = keyOf(recipient);
      const remembered = known.get(key);
      if (remembered) return remembered;
      try {
        const { reachable, features } = await transport.checkCapability(recipient);
        const reach = { reachable, features: shared(features) };
        known.set(key, reach, { ttl: reachable ? REACHABLE_MS : UNREACHABLE_MS });
        return reach;
      } catch (cause) {
        if (cause instanceof RemoteFailure) return { reachable: true, features: null };
        throw cause;
      }
    },
    forget: (recipient) => void known.delete(keyOf(recipient)),
  };
}

function keyOf({ platformAgentId, phoneNumber }: Recipient): string {
  return `${platformAgentId} ${phoneNumber}`;
}
