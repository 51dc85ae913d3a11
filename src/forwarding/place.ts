/** The place of an event in its lane, as one number. */
import type { ForwardPlace } from '../store/forwarding.ts';

/** The ordinal of an event id has 12 bits. Sequence numbers stay under 2^41, so that keys are exact numbers. */
const ORDINALS = 4096;

export const keyOf = ({ seq, ordinal }: ForwardPlace): number => seq * ORDINALS + ordinal;
export const placeOf = (key: number): ForwardPlace => ({ seq: Math.floor(key / ORDINALS), ordinal: key % ORDINALS });
