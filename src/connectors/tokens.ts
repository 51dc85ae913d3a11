/**
 * The tokens that models may take: of a turn, and of a connector on a day. A process takes tokens of the day from the
 * database in blocks, and hands them out itself: most calls ask no database, and the day's limit holds whatever processes
 * there are. What a process has left when it ends counts as taken.
 */
import { LRUCache } from 'lru-cache';
import { DEFAULT_TOKEN_LIMITS, type NewConnector } from '../model/connector.ts';
import { type OperationCall, OperationFailure, type TurnShare } from './connector.ts';

/** `day`: `2026-01-02`, UTC. Takes so many of the day's tokens, or none. */
export type TakeTokens = (
  of: { accountId: string; connectorId: string; day: string },
  tokens: number,
  perDay: number,
) => Promise<boolean>;

/** A block is this part of a day's tokens: of so many processes each may keep one that it does not need. */
const BLOCKS_OF_A_DAY = 200;
/** Connectors whose blocks are kept; the block of another counts as taken. */
const MAX_CONNECTORS = 10_000;

export type Tokens = {
  /**
   * Takes `most` tokens before a call; the function returned gives back what it did not need. Null: unknown.
   * @throws {OperationFailure} `tokens_spent`
   */
  take(
    call: OperationCall,
    limits: NewConnector['tokenLimits'],
    turn: TurnShare | null,
    most: number,
  ): Promise<(used: number | null) => void>;
};

export function createTokens(takeOfDay: TakeTokens, now: () => Date): Tokens {
  const blocks = new LRUCache<string, { left: number }>({ max: MAX_CONNECTORS });

  function blockOf(of: Parameters<TakeTokens>[0]): { left: number } {
    const key = `${of.accountId} ${of.connectorId} ${of.day}`;
    const block = blocks.get(key) ?? { left: 0 };
    blocks.set(key, block);
    return block;
  }

  return {
    async take({ accountId, connectorId }, limits, turn, most) {
      const { perTurn, perDay } = { ...DEFAULT_TOKEN_LIMITS, ...limits };
      if (turn && turn.tokens.used + most > perTurn) {
        throw new OperationFailure(
          'tokens_spent',
          `a turn may take ${perTurn} tokens, and this could take ${most} more`,
        );
      }
      const of = { accountId, connectorId, day: now().toISOString().slice(0, 10) };
      const block = blockOf(of);
      // Taken before the database is asked, so that calls at the same time do not count on the same tokens.
      block.left -= most;
      if (block.left < 0) {
        const lacking = -block.left;
        const wanted = Math.max(lacking, Math.floor(perDay / BLOCKS_OF_A_DAY));
        const taken = (await takeOfDay(of, wanted, perDay))
          ? wanted
          : (await takeOfDay(of, lacking, perDay))
            ? lacking
            : 0;
        block.left += taken;
        if (taken === 0) {
          block.left += most;
          throw new OperationFailure('tokens_spent', `the connector may take ${perDay} tokens a day`);
        }
      }
      if (turn) turn.tokens.used += most;
      return (used) => {
        if (used === null) return;
        block.left += most - used;
        if (turn) turn.tokens.used += used - most;
      };
    },
  };
}
