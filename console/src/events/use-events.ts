/** The events of an agent, newest first: pages as one scrolls down, and new ones as they happen. */
import { useMemo } from 'react';
import type { Answer, CallOptions, Schemas } from '#client';
import { useGet, useList } from '../queries.ts';
import type { EventSearch } from '../search.ts';

/** How often new ones, and the status of the newest, are fetched. */
const LOOK_EVERY_MS = 2_000;
const PAGE = 100;

type ForwardedEvent = Schemas['ForwardedEvent'];
type Page = Answer<'/agents/{agentId}/events', 'get'>;
type Params = CallOptions<'/agents/{agentId}/events', 'get'>['params'];

export function useEvents(agentId: string, search: EventSearch) {
  // An address may contain anything; the service checks it.
  const params = { path: { agentId }, query: { ...search, limit: PAGE } } as Params;
  const pages = useList('/agents/{agentId}/events', 'events', { params });
  const newest = useGet('/agents/{agentId}/events', { params, everyMs: LOOK_EVERY_MS });
  const rows = useMemo(() => pages.data && merged(newest.data, pages.data), [newest.data, pages.data]);
  return { ...pages, data: rows };
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
