/** Which versions of a flow new conversations get, and which sessions stay on theirs. */
import Type, { type Static } from 'typebox';

const Share = Type.Object({
  version: Type.Integer(),
  percent: Type.Integer({ description: 'Of the phone numbers; the shares add up to 100.' }),
});

export const Rollout = Type.Object(
  {
    shares: Type.Array(Share, { description: 'The live versions.' }),
    activation: Type.Integer({ description: 'Counts the activations.' }),
    movedBefore: Type.Integer({ description: 'Sessions that began in an earlier activation are not pinned any more.' }),
  },
  { description: 'What `POST …/activate` has decided; for `publishing` `explicit`.' },
);
export type Rollout = Static<typeof Rollout>;

/** The version of a session, and the activation in which it got it. */
export type Pin = { version: number; activation: number };

export type Activation = { version: number; percent: number; sessions: 'keep' | 'move' };

/**
 * The rollout after an activation. What is left of 100 percent goes to the version that had the largest share of the
 * others. The activated version comes first: whoever has it at 10 percent still has it at 50.
 */
export function activated(before: Rollout | undefined, { version, percent, sessions }: Activation): Rollout {
  const { shares = [], activation: last = 0, movedBefore = 0 } = before ?? {};
  const activation = last + 1;
  const other = mainOther(shares, version);
  const rest = other && percent < 100 ? [{ version: other, percent: 100 - percent }] : [];
  return {
    shares: [{ version, percent: rest.length > 0 ? percent : 100 }, ...rest],
    activation,
    movedBefore: sessions === 'move' ? activation : movedBefore,
  };
}

/** The live version with the largest share, except this one; undefined if there is none. */
export function mainOther(shares: Rollout['shares'], version: number): number | undefined {
  return shares.filter((share) => share.version !== version).sort((a, b) => b.percent - a.percent)[0]?.version;
}

/** Nothing is live by version any more: the draft is, and no session is pinned. */
export function withdrawn(before: Rollout | undefined): Rollout | null {
  if (!before) return null;
  const activation = before.activation + 1;
  return { shares: [], activation, movedBefore: activation };
}

/** The live version for this person, always the same while the shares are. @throws TypeError without a live version */
export function liveVersion(agentId: string, { shares }: Rollout, phoneNumber: string): number {
  let left = shares.length > 1 ? percentileOf(`${agentId} ${phoneNumber}`) : 0;
  const found = shares.find(({ percent }) => {
    left -= percent;
    return left < 0;
  });
  if (!found) throw new TypeError(`the agent ${agentId} has no live version`);
  return found.version;
}

/** 0 to 99, evenly. FNV-1a with the finalizer of MurmurHash3: phone numbers differ in their last digits only. */
function percentileOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % 100;
}
