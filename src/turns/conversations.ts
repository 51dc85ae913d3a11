/** The conversations of one owned lane, in memory while they are in use: the owner is the only one who writes them. */
import { LRUCache } from 'lru-cache';
import { freshSession } from '../engine/session.ts';
import type { Sql } from '../store/database.ts';
import { type Conversation, type ConversationKey, findConversations } from '../store/turns.ts';

/** Conversations kept of one lane; a session can hold many kilobytes of captured data. */
const MAX_CONVERSATIONS = 2_000;

export type Conversations = {
  /** A conversation that never had a turn is a fresh one. */
  get(key: ConversationKey, now: string): Promise<Conversation>;
  /** Call after the commit. */
  set(conversation: Conversation): void;
};

type Waiting = {
  key: ConversationKey;
  resolve: (found: Conversation | undefined) => void;
  reject: (cause: unknown) => void;
};

export function openConversations(sql: Sql, lane: number): Conversations {
  const known = new LRUCache<string, Conversation>({ max: MAX_CONVERSATIONS });
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
      const found = new Map(rows.map((row) => [name(row), row]));
      for (const { key, resolve } of group) resolve(found.get(name(key)));
    } catch (cause) {
      for (const { reject } of group) reject(cause);
    }
  }

  return {
    async get(key, now) {
      const cached = known.get(name(key));
      if (cached) return cached;
      const found = await new Promise<Conversation | undefined>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(readWaiting);
        waiting.push({ key, resolve, reject });
      });
      return found ?? { ...key, session: freshSession(now), unsubscribed: false, turns: 0, chain: '' };
    },
    set: (conversation) => void known.set(name(conversation), conversation),
  };
}

function name({ agentId, phoneNumber }: ConversationKey): string {
  return `${agentId} ${phoneNumber}`;
}
