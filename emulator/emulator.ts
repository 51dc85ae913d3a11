/** The context of every route of the emulator: the platform, its token issuer, and who may drive it. */
import type { FastifyRequest } from 'fastify';
import type { ProblemCode } from '../src/problem-codes.ts';
import type { TokenIssuer } from './google/token.ts';
import type { Platform } from './platform.ts';

export type Emulator = {
  platform: Platform;
  tokens: TokenIssuer;
  /** `<publicUrl>/emulator/token`, as in the key file. */
  tokenUri: () => string;
  /** The `type` of a problem. */
  problemType: (code: ProblemCode) => string;
  /** @throws Problem 401 for callers who may not drive the emulator. */
  authorizeOperator: (request: FastifyRequest) => void | Promise<void>;
};
