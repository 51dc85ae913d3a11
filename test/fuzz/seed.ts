/**
 * The seed of all generated cases. It is fixed, so that the same checkout passes or fails alike everywhere;
 * `PARLEY_TEST_FUZZ_SEED` sets another, or with `random` a new one for each run.
 */
import { randomInt } from 'node:crypto';

/** With it, an early exploration of `test/engine/explore.test.ts` meets a trouble that comes after another one. */
const DEFAULT_SEED = '-1261781657';

const given = process.env['PARLEY_TEST_FUZZ_SEED'] ?? DEFAULT_SEED;
export const SEED = given === 'random' ? randomInt(2 ** 31) : Number(given);
