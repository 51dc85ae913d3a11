/**
 * The events of an agent, newest first: pages as one scrolls down, and new ones as they happen. While somebody reads, new
 * ones are held back and counted; those in the list still show how they are.
 */
import { useMemo, useState } from 'react';
import type { Answer, CallOptions, Schemas } from '#client';
import { useGet, useList } from '../queries.ts';
import type { EventSearch } from '../search.ts';

/** How often new ones, and the status of the newest, are fetched. */
const LOOK_EVERY_MS = 2_000;
const PAGE = 100;

type ForwardedEvent = Schemas['ForwardedEvent'];
type Page = Answer<'/agents/{agentId}/events', 'get'>;
type Params = CallOptions<'/agents/{agentId}/events', 'get'>['params'];

export function useEvents(agentId: string, search: EventSearch, isHolding = false) {
  // An address may contain anything; the service checks it.
  const params = { path: { agentId }, query: { ...search, limit: PAGE } } as Params;
  const pages = useList('/agents/{agentId}/events', 'events', { params });
  const newest = useGet('/agents/{agentId}/events', { params, everyMs: LOOK_EVERY_MS });
  const [held, setHeld] = useState<ForwardedEvent[] | null>(null);
  const rows = useMemo(() => pages.data && merged(newest.data, pages.data), [newest.data, pages.data]);
  if (!isHolding && held) setHeld(null);
  if (isHolding && !held && rows) setHeld(rows);
  const shown = useMemo(
    () => (held && newest.data && pages.data ? continued(held, newest.data, pages.data) : rows),
    [held, rows, newest.data, pages.data],
  );
  return { ...pages, data: shown, waiting: held && newest.data ? waitingBefore(held, newest.data) : NONE_WAIT };
}

/** `isMore`: there are further ones that have left the newest page. */
export type Waiting = { count: number; isMore: boolean };
const NONE_WAIT: Waiting = { count: 0, isMore: false };

function waitingBefore(held: ForwardedEvent[], { events, nextCursor }: Page): Waiting {
  const known = new Set(held.map(({ eventId }) => eventId));
  const index = events.findIndex(({ eventId }) => known.has(eventId));
  return index === -1 ? { count: events.length, isMore: nextCursor !== undefined } : { count: index, isMore: false };
}

/** The held events as they are now, and the older ones that were read since. */
function continued(held: ForwardedEvent[], newest: Page, before: ForwardedEvent[]): ForwardedEvent[] {
  const now = new Map([...before, ...newest.events].map((event) => [event.eventId, event]));
  const end = before.findIndex(({ eventId }) => eventId === held.at(-1)?.eventId);
  return [...held.map((event) => now.get(event.eventId) ?? event), ...(end === -1 ? [] : before.slice(end + 1))];
}

/** The newest page as it is now, then what was read before: what has left the newest page has left the list. */
function merged(newest: Page | undefined, before: ForwardedEvent[]): ForwardedEvent[] {
  const last = newest?.events.at(-1);
  if (!newest || (newest.nextCursor !== undefined && !last)) return before;
  if (newest.nextCursor === undefined) return newest.events;
  const known = new Set(newest.events.map(({ eventId }) => eventId));
  const end = before.findIndex(({ eventId }) => eventId === last!.eventId);
  return [...newest.events, ...before.slice(end + 1).filter(({ eventId }) => !known.has(eventId))];
}
