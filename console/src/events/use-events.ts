/**
 * The events of an agent, newest first: pages as one scrolls down, and new ones as they happen. While somebody reads, new
 * ones are held back and counted; those in the list still show how they are.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { CallOptions, Schemas } from '#client';
import { api } from '../api.ts';
import { listKeyOf, useList } from '../queries.ts';
import type { EventSearch } from '../search.ts';
import { joined, MAX_PAGES, type Newest, orderOf, PAGE, type Pages, readNewest } from './newest.ts';
import { useNews } from './use-news.ts';

/** How often new ones, and the status of the newest, are fetched. */
const LOOK_EVERY_MS = 2_000;
/** Where new ones are told, and none of the newest is on its way. */
const TOLD_LOOK_EVERY_MS = 10_000;

type ForwardedEvent = Schemas['ForwardedEvent'];
type Params = CallOptions<'/agents/{agentId}/events', 'get'>['params'];

const path = '/agents/{agentId}/events';

/** `isHolding`: somebody reads. `isTold`: new ones show at once; else at the next look. */
type How = { isHolding?: boolean; isTold?: boolean };

export function useEvents(agentId: string, search: EventSearch, { isHolding = false, isTold = false }: How = {}) {
  const queries = useQueryClient();
  const at = orderOf(search);
  // An address may contain anything; the service checks it.
  const query = { ...search, limit: PAGE };
  const params = { path: { agentId }, query } as Params;
  const pages = useList(path, 'events', { params });
  const listKey = listKeyOf(path, params);
  const queryKey = [...listKey, 'newest'];
  const isOpen = useNews(isTold ? agentId : null, () =>
    queries.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: false }),
  );
  const newest = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const readPage = (cursor: string | undefined) =>
        api.GET(path, { params: { path: { agentId }, query: { ...query, cursor } } as Params, signal });
      const known = queries.getQueryData<Pages>(listKey)?.pages.flatMap(({ events }) => events) ?? [];
      return readNewest(readPage, known, { at, maxPages: isHolding ? 1 : MAX_PAGES });
    },
    enabled: pages.data !== undefined,
    refetchInterval: ({ state }) => {
      const isUnderWay = state.data?.events.some(({ status }) => status === 'PENDING');
      return isOpen && !isUnderWay ? TOLD_LOOK_EVERY_MS : LOOK_EVERY_MS;
    },
  });
  const [held, setHeld] = useState<ForwardedEvent[] | null>(null);
  const [beganAnewAt, setBeganAnewAt] = useState<number | null>(null);

  const { data: found, dataUpdatedAt: foundAt } = newest;
  const listedAt = pages.dataUpdatedAt;
  useEffect(() => {
    if (isHolding || !found || foundAt <= listedAt) return;
    queries.setQueryData<Pages>(listKey, (known) => known && joined(known, found, at), { updatedAt: foundAt });
    // Whoever comes back from reading asked for what is newest.
    if (found.isApart && found.events.length > PAGE) setBeganAnewAt(foundAt);
  });

  const rows = useMemo(() => pages.data && once(pages.data), [pages.data]);
  if (!isHolding && held) setHeld(null);
  if (isHolding && !held && rows) setHeld(rows);
  const shown = useMemo(() => (held && found && rows ? continued(held, found, rows) : rows), [held, rows, found]);
  return { ...pages, data: shown, waiting: held && found ? waitingBefore(held, found) : NONE_WAIT, beganAnewAt };
}

/** `isMore`: there are further ones that have left the newest page. */
export type Waiting = { count: number; isMore: boolean };
const NONE_WAIT: Waiting = { count: 0, isMore: false };

function waitingBefore(held: ForwardedEvent[], { events, nextCursor }: Newest): Waiting {
  const known = new Set(held.map(({ eventId }) => eventId));
  const index = events.findIndex(({ eventId }) => known.has(eventId));
  return index === -1 ? { count: events.length, isMore: nextCursor !== undefined } : { count: index, isMore: false };
}

/** The held events as they are now, and the older ones that were read since. */
function continued(held: ForwardedEvent[], newest: Newest, before: ForwardedEvent[]): ForwardedEvent[] {
  const now = new Map([...before, ...newest.events].map((event) => [event.eventId, event]));
  const end = before.findIndex(({ eventId }) => eventId === held.at(-1)?.eventId);
  return [...held.map((event) => now.get(event.eventId) ?? event), ...(end === -1 ? [] : before.slice(end + 1))];
}

/** An event that moved while the pages were read may be on two of them. */
function once(events: ForwardedEvent[]): ForwardedEvent[] {
  const known = new Set<string>();
  return events.filter(({ eventId }) => !known.has(eventId) && known.add(eventId));
}
