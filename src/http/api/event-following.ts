/**
 * An agent's events as they are recorded, for one reader: looked up in the database, so that any process can serve it and
 * nothing waits for it, neither a lane nor the agent's webhook. Each event at least once; a reader that falls far behind
 * loses the oldest and is told so.
 */
import { pause } from '../../pause.ts';
import {
  type FollowedEvent,
  listFollowedEvents,
  listRecentEvents,
  type RecentEvent,
} from '../../store/recent-events.ts';
import type { Sql } from '../../store/sql.ts';

const LOOK_EVERY_MS = 300;
/** Transactions do not commit in the order they begin: an event may appear this much later than its time says. */
const OVERLAP_MS = 10_000;
/** Events that one look finds; those before them are skipped. */
const MAX_FOUND = 2_000;
/** Bodies in memory for a reader: some of them are long. */
const MAX_LOADED = 50;

/**
 * What one look found: some of the events, the oldest first, or that earlier ones were left out, or nothing new. `lastId`:
 * the last of those that it found, said before they are loaded.
 */
export type Found = { events: readonly FollowedEvent[]; skipped: boolean; lastId?: string | undefined };

export type Following = {
  sql: Sql;
  /** By the database's clock. */
  now: () => Date;
  agentId: string;
  /** The reader has the event with this id, which was created then. */
  after: { eventId: string; createdAt: Date } | null;
  signal: AbortSignal;
  /** Only whether there are new ones: nothing is loaded. */
  isSignalOnly?: boolean;
  maxFound?: number;
};

/** Looks again only when the reader has taken what was found. Ends when the signal aborts. */
export async function* followEvents(following: Following): AsyncGenerator<Found> {
  const { sql, now, agentId, after, signal, isSignalOnly = false, maxFound = MAX_FOUND } = following;
  const begun = now().getTime();
  const known = new Map<string, number>(after ? [[after.eventId, after.createdAt.getTime()]] : []);
  let sinceMs = after ? after.createdAt.getTime() - OVERLAP_MS : begun;
  while (!signal.aborted) {
    const lookedAt = now().getTime();
    const found = await listRecentEvents(sql, agentId, { since: new Date(sinceMs), limit: maxFound });
    const fresh = found.filter(({ eventId }) => !known.has(eventId)).reverse();
    // The oldest that fits is new: whatever is before it was never seen.
    const skipped = found.length === maxFound && !known.has(found.at(-1)!.eventId);
    for (const { eventId, createdAt } of fresh) known.set(eventId, createdAt.getTime());
    yield { events: [], skipped, lastId: fresh.at(-1)?.eventId };
    if (!isSignalOnly) yield* loaded(sql, fresh);
    sinceMs = Math.max(sinceMs, lookedAt - OVERLAP_MS);
    for (const [eventId, createdMs] of known) if (createdMs < sinceMs) known.delete(eventId);
    await pause(LOOK_EVERY_MS, signal);
  }
}

async function* loaded(sql: Sql, fresh: readonly RecentEvent[]): AsyncGenerator<Found> {
  for (let at = 0; at < fresh.length; at += MAX_LOADED) {
    yield { events: await listFollowedEvents(sql, fresh.slice(at, at + MAX_LOADED)), skipped: false };
  }
}
