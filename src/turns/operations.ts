/**
 * The operations of a turn: each under a key that is the same in every attempt of that turn, and all of them within one
 * time budget. Answers from a failed attempt are kept for the next one, so that no call is repeated. Only in this
 * process: after a takeover, the key identifies a repeat.
 */
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import type { OperationOutcome, RenderedOperation } from '../engine/decision.ts';
import { uuidv5 } from '../ids.ts';

/**
 * Milliseconds for all operations of one attempt of a turn, waiting included: as many as three without an answer take.
 * By then nobody waits for the reply any more, and the turn has held its place in the lane's memory for long enough.
 */
export const MAX_OPERATIONS_MS = 30_000;

/** Turns whose answers are kept: more than the lanes of a process have in memory when the database goes away. */
const MAX_TURNS = 10_000;
/** Characters of JSON of all these answers; beyond that the oldest are called again. */
const MAX_KEPT_LENGTH = 32 * 1024 * 1024;

/** Names the keys of operations; any fixed UUID would do. */
const KEY_NAMESPACE = '5d1c5c0e-8a53-4b0e-9d0c-3c1f6f0f7b52';

/** By ordinal. */
type Answered = Map<number, { asked: RenderedOperation; outcome: OperationOutcome }>;

export type Operations = {
  /** One attempt of the turn of an inbox item, including its commit: once that has succeeded, nothing is kept. */
  attempt<Result>(
    accountId: string,
    item: { lane: number; seq: number },
    turn: (
      runOperation: (asked: RenderedOperation, traceparent?: string) => Promise<OperationOutcome>,
    ) => Promise<Result>,
  ): Promise<Result>;
};

/** `clock`: milliseconds since an arbitrary moment. */
export function createOperations(
  {
    connectors,
    installation,
    tracing,
  }: Pick<Context, 'connectors' | 'installation'> & Partial<Pick<Context, 'tracing'>>,
  clock = () => performance.now(),
): Operations {
  const kept = new LRUCache<string, Answered>({
    max: MAX_TURNS,
    maxSize: MAX_KEPT_LENGTH,
    sizeCalculation: (answered) => JSON.stringify([...answered.values()]).length,
  });

  return {
    async attempt(accountId, { lane, seq }, turn) {
      const name = `${lane} ${seq}`;
      const answered = kept.get(name) ?? new Map();
      const tokens = { used: 0 };
      let leftMs = MAX_OPERATIONS_MS;

      async function runOperation(asked: RenderedOperation, traceparent?: string): Promise<OperationOutcome> {
        const { ordinal, ...operation } = asked;
        const known = answered.get(ordinal);
        // If the flow was changed meanwhile, this is another operation.
        if (known && isDeepStrictEqual(known.asked, asked)) return known.outcome;
        const idempotencyKey = uuidv5(`${installation} ${lane} ${seq} ${ordinal}`, KEY_NAMESPACE);
        const begunAt = clock();
        const span = tracing?.start(`operation ${operation.connectorId}`, {
          ...{ kind: 'client', traceparent },
          attributes: { 'parley.connector.id': operation.connectorId, 'parley.operation': operation.operation },
        });
        const share = { idempotencyKey, leftMs, tokens, ...(span && { traceparent: span.traceparent }) };
        let fault: string | null = 'bug';
        let outcome: OperationOutcome;
        try {
          outcome = await connectors.run({ ...operation, accountId }, share);
          fault = outcome.ok ? null : outcome.error.code;
        } finally {
          span?.end(fault);
        }
        leftMs -= clock() - begunAt;
        if (hasResult(outcome)) answered.set(ordinal, { asked, outcome });
        return outcome;
      }

      try {
        const result = await turn(runOperation);
        kept.delete(name);
        return result;
      } catch (cause) {
        if (answered.size > 0) kept.set(name, answered);
        throw cause;
      }
    },
  };
}

/** Whether the other system has processed it, even by refusing: another call would be a repeat. */
function hasResult(outcome: OperationOutcome): boolean {
  return outcome.ok || /^http_\d{3}$/.test(outcome.error.code);
}
