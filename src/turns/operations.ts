/**
 * The operations of a turn: each under a key that is the same in every attempt of that turn. What those of a failed
 * attempt had answered is kept for the next one, so that nobody is asked twice. Only in this process: where another one
 * takes the turn up, the key is what tells a repeat.
 */
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import type { EngineNeeds, OperationOutcome, RenderedOperation } from '../engine/decision.ts';
import { uuidv5 } from '../ids.ts';

/** Turns whose answers are kept: more than the lanes of a process have in memory when the database goes away. */
const MAX_TURNS = 10_000;
/** Characters of JSON of all these answers; beyond them the oldest are asked again. */
const MAX_KEPT_LENGTH = 32 * 1024 * 1024;

/** Names the keys of operations; any fixed UUID would do. */
const KEY_NAMESPACE = '5d1c5c0e-8a53-4b0e-9d0c-3c1f6f0f7b52';

type Answered = { asked: RenderedOperation; outcome: OperationOutcome };

export type Operations = {
  /** One attempt of the turn of an inbox item, its commit included: once that has succeeded, nothing is kept of it. */
  attempt<Result>(
    accountId: string,
    item: { lane: number; seq: number },
    turn: (runOperation: EngineNeeds['runOperation']) => Promise<Result>,
  ): Promise<Result>;
};

export function createOperations({
  connectors,
  installation,
}: Pick<Context, 'connectors' | 'installation'>): Operations {
  const kept = new LRUCache<string, Answered[]>({
    max: MAX_TURNS,
    maxSize: MAX_KEPT_LENGTH,
    sizeCalculation: (answered) => JSON.stringify(answered).length,
  });

  return {
    async attempt(accountId, { lane, seq }, turn) {
      const name = `${lane} ${seq}`;
      const answered = kept.get(name) ?? [];

      async function runOperation(asked: RenderedOperation): Promise<OperationOutcome> {
        // All of it is compared: when the flow was changed meanwhile, this is another operation.
        const known = answered.find((one) => isDeepStrictEqual(one.asked, asked));
        if (known) return known.outcome;
        const { ordinal, ...operation } = asked;
        const idempotencyKey = uuidv5(`${installation} ${lane} ${seq} ${ordinal}`, KEY_NAMESPACE);
        const outcome = await connectors.run({ ...operation, accountId }, { idempotencyKey });
        if (hasResult(outcome)) answered.push({ asked, outcome });
        return outcome;
      }

      try {
        const result = await turn(runOperation);
        kept.delete(name);
        return result;
      } catch (cause) {
        if (answered.length > 0) kept.set(name, answered);
        throw cause;
      }
    },
  };
}

/** Whether the other system has dealt with it, be it by refusing: to ask again would be to ask twice. */
function hasResult(outcome: OperationOutcome): boolean {
  return outcome.ok || /^http_\d{3}$/.test(outcome.error.code);
}
