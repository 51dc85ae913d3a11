/** The events of an agent, newest first: pages as one scrolls down, and what is new as it happens. */
import type { ForwardedEvent } from '@model/forwarded-event.ts';
import { useMemo } from 'react';
import { pathOf } from '../api.ts';
import { useGet, useList } from '../queries.ts';
import type { EventSearch } from '../search.ts';

/** How often it is looked for new ones, and for what became of the newest. */
const LOOK_EVERY_MS = 2_000;
const PAGE = '100';

export function useEvents(agentId: string, search: EventSearch) {
  const path = `${pathOf`/agents/${agentId}/events`}?${new URLSearchParams({ ...search, limit: PAGE })}`;
  const pages = useList<ForwardedEvent>(path, 'events');
  const newest = useGet<{ events: ForwardedEvent[] }>(path, { everyMs: LOOK_EVERY_MS });
  const rows = useMemo(() => pages.data && merged(newest.data?.events ?? [], pages.data), [newest.data, pages.data]);
  return { ...pages, data: rows };
}

/** What was read last wins; both are newest first. */
function merged(newest: ForwardedEvent[], older: ForwardedEvent[]): ForwardedEvent[] {
  const known = new Map(newest.map((event) => [event.eventId, event]));
  for (const event of older) if (!known.has(event.eventId)) known.set(event.eventId, event);
  return [...known.values()];
}
