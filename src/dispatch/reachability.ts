/** Whether a number has RCS and what its phone can show, queried from the platform now and then and cached. */
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import { RemoteFailure } from '../errors.ts';
import { createReadCache } from '../read-cache.ts';

/** A number that gets RCS should not wait a day; one that has it rarely loses it. */
const REACHABLE_MS = 24 * 3600 * 1000;
const UNREACHABLE_MS = 10 * 60 * 1000;
const MAX_NUMBERS = 200_000;
/** Phones differ in few ways: this many answers serve all numbers, and each number costs one pointer. */
const MAX_ANSWERS = 1_000;

export type Recipient = { platformAgentId: string; phoneNumber: string };

/** `features` are the platform's own names of what the phone can show; null when the platform gave none. */
type Reach = { reachable: boolean; features: readonly string[] | null };

export type Reachability = {
  /** When the platform cannot answer, the number counts as reachable: the send itself will show. */
  ask(recipient: Recipient): Promise<Reach>;
  /** The cached answer proved wrong: the next message queries again. */
  forget(recipient: Recipient): void;
};

export function createReachability(transport: Pick<Context['transport'], 'checkCapability'>): Reachability {
  const known = createReadCache<Reach>({
    maxEntries: MAX_NUMBERS,
    keptMs: ({ reachable }) => (reachable ? REACHABLE_MS : UNREACHABLE_MS),
  });
  const answers = new LRUCache<string, Reach>({ max: MAX_ANSWERS });

  async function askPlatform(recipient: Recipient): Promise<Reach> {
    const { reachable, features } = await transport.checkCapability(recipient);
    const name = `${reachable} ${features.join()}`;
    const answer = answers.get(name) ?? { reachable, features };
    answers.set(name, answer);
    return answer;
  }

  return {
    async ask(recipient) {
      try {
        return await known.get(keyOf(recipient), () => askPlatform(recipient));
      } catch (cause) {
        if (cause instanceof RemoteFailure) return { reachable: true, features: null };
        throw cause;
      }
    },
    forget: (recipient) => known.forget(keyOf(recipient)),
  };
}

function keyOf({ platformAgentId, phoneNumber }: Recipient): string {
  return `${platformAgentId} ${phoneNumber}`;
}
