/** The conversations of the lanes that this process owns, cached while in use: only the owner writes them. */
import { LRUCache } from 'lru-cache';
import { freshSession } from '../engine/session.ts';
import { type FoundConversation, findConversations, type LaneConversation } from '../store/found-conversations.ts';
import type { Sql } from '../store/sql.ts';
import { type ConversationKey, conversationKey, readConversation, type WrittenTurn } from '../store/turns.ts';

/** Conversations cached. */
const MAX_CONVERSATIONS = 8_000;
/**
 * Their characters: they are kept serialized, because parsed JSON needs up to twenty times as much memory, and by an
 * unknown factor.
 */
const MAX_LENGTH = 32 * 1024 * 1024;

/** Characters of the sessions that one statement reads; the others come with the next. */
const MAX_READ_LENGTH = 4 * 1024 * 1024;

/**
 * A conversation not written for this long is read again: upkeep in any process removes rows that were not written for
 * a month, and no cached one may outlive its row.
 */
const MAX_AGE_MS = 24 * 3600 * 1000;

/** Those of one lane. */
export type Conversations = {
  /** A conversation that never had a turn is a fresh one. */
  get(key: ConversationKey, begunAt: string): Promise<FoundConversation>;
  /** Call after the commit. */
  set(written: NonNullable<WrittenTurn['conversation']>): void;
};

type Waiting = {
  key: LaneConversation;
  resolve: (found: FoundConversation | undefined) => void;
  reject: (cause: unknown) => void;
};

/**
 * `of`: the conversations of a lane that is owned in this epoch; what is cached of an older one is never found. `now`:
 * milliseconds of a monotonic clock.
 */
export type AllConversations = { of(lane: { lane: number; epoch: number }): Conversations };

export function createConversations(sql: Sql, now: () => number = () => performance.now()): AllConversations {
  const known = new LRUCache<string, string>({
    max: MAX_CONVERSATIONS,
    maxSize: MAX_LENGTH,
    sizeCalculation: (row, key) => row.length + key.length,
    ttl: MAX_AGE_MS,
    // Reading the clock at each lookup costs less than the timer that would avoid it.
    ttlResolution: 0,
    perf: { now },
  });
  let waiting: Waiting[] = [];

  /** Requests of one turn of the event loop share one statement, whatever their lanes. */
  async function readWaiting(): Promise<void> {
    const group = waiting;
    waiting = [];
    try {
      const rows = await findConversations(
        sql,
        group.map(({ key }) => key),
        MAX_READ_LENGTH,
      );
      const found = new Map(rows.map(({ lane, ...row }) => [`${lane} ${conversationKey(row)}`, row]));
      for (const one of group) {
        const row = found.get(`${one.key.lane} ${conversationKey(one.key)}`);
        if (!row) one.resolve(undefined);
        else if (row.session) one.resolve({ ...row, session: row.session });
        else wait(one);
      }
    } catch (cause) {
      for (const { reject } of group) reject(cause);
    }
  }

  function wait(one: Waiting): void {
    if (waiting.length === 0) setImmediate(readWaiting);
    waiting.push(one);
  }

  return {
    of: ({ lane, epoch }) => ({
      async get(key, begunAt) {
        const cached = known.get(`${lane} ${epoch} ${conversationKey(key)}`);
        if (cached !== undefined) return { ...readConversation(cached), length: cached.length };
        const found = await new Promise<FoundConversation | undefined>((resolve, reject) =>
          wait({ key: { ...key, lane }, resolve, reject }),
        );
        return found ?? { ...key, session: freshSession(begunAt), consent: null, turns: 0, chain: '', length: 0 };
      },
      set: ({ key, row }) => void known.set(`${lane} ${epoch} ${key}`, row),
    }),
  };
}
