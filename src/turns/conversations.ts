/** The conversations of one owned lane, in memory while they are in use: the owner is the only one who writes them. */
import { LRUCache } from 'lru-cache';
import { freshSession } from '../engine/session.ts';
import type { Sql } from '../store/database.ts';
import {
  type Conversation,
  type ConversationKey,
  conversationKey,
  findConversations,
  readConversation,
  type WrittenTurn,
} from '../store/turns.ts';

/** Conversations kept of one lane. */
const MAX_CONVERSATIONS = 2_000;
/**
 * Characters of those of all lanes, which share it evenly. They are kept as they were written, because JSON that is taken
 * apart needs up to twenty times as much memory, and nobody could say how much.
 */
const MAX_LENGTH_OF_ALL = 32 * 1024 * 1024;

/**
 * What was not written for so long is read again: upkeep removes rows that nobody has written for a month, in whatever
 * process, and none may outlive its row here.
 */
const MAX_AGE_MS = 24 * 3600 * 1000;

export type Conversations = {
  /** A conversation that never had a turn is a fresh one. */
  get(key: ConversationKey, begunAt: string): Promise<Conversation>;
  /** Call after the commit. */
  set(written: NonNullable<WrittenTurn['conversation']>): void;
};

type Waiting = {
  key: ConversationKey;
  resolve: (found: Conversation | undefined) => void;
  reject: (cause: unknown) => void;
};

/** `now`: milliseconds of a clock that nobody sets. */
export function openConversations(
  sql: Sql,
  lane: number,
  laneCount: number,
  now: () => number = () => performance.now(),
): Conversations {
  const known = new LRUCache<string, string>({
    max: MAX_CONVERSATIONS,
    maxSize: Math.ceil(MAX_LENGTH_OF_ALL / laneCount),
    sizeCalculation: (row, key) => row.length + key.length,
    ttl: MAX_AGE_MS,
    // The clock is asked at each look-up, which costs less than a timer that spares that.
    ttlResolution: 0,
    perf: { now },
  });
  let waiting: Waiting[] = [];

  /** What is asked for in one turn of the event loop is read with one statement. */
  async function readWaiting(): Promise<void> {
    const group = waiting;
    waiting = [];
    try {
      const rows = await findConversations(
        sql,
        lane,
        group.map(({ key }) => key),
      );
      const found = new Map(rows.map((row) => [conversationKey(row), row]));
      for (const { key, resolve } of group) resolve(found.get(conversationKey(key)));
    } catch (cause) {
      for (const { reject } of group) reject(cause);
    }
  }

  return {
    async get(key, begunAt) {
      const cached = known.get(conversationKey(key));
      if (cached !== undefined) return readConversation(cached);
      const found = await new Promise<Conversation | undefined>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(readWaiting);
        waiting.push({ key, resolve, reject });
      });
      return found ?? { ...key, session: freshSession(begunAt), consent: null, turns: 0, chain: '' };
    },
    set: ({ key, row }) => void known.set(key, row),
  };
}
