/**
 * The turns of a conversation in the order in which they happened: the newest at first, older ones page by page, new ones
 * as they are committed. A turn never changes, so that each is asked for once.
 */
import type { TurnRecord } from '@model/conversation.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Answer } from '#client';
import { api } from '../api.ts';

const PATH = '/agents/{agentId}/conversations/{phoneNumber}';
/** The most turns that the API gives at once: after more new ones than that, the list begins anew with the newest. */
const MAX_NEW = 100;

type Address = { agentId: string; phoneNumber: string };
type Page = Pick<Answer<typeof PATH, 'get'>, 'turns' | 'nextCursor'>;
/** Those before a cursor, or those after a turn. */
type Part = { cursor?: string; after?: number; limit?: number };

/** `newest`: the number of the newest turn, once it is known. */
export function useTurns(path: Address, newest: number | undefined) {
  const queries = useQueryClient();
  // Not below the path of the conversation: what refreshes the conversation need not read its turns again.
  const queryKey = useMemo(() => ['turns', path.agentId, path.phoneNumber], [path.agentId, path.phoneNumber]);
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPart(path, pageParam, signal),
    initialPageParam: {} as Part,
    getNextPageParam: ({ nextCursor }): Part | null => (nextCursor === undefined ? null : { cursor: nextCursor }),
    getPreviousPageParam: ({ turns }): Part | null => {
      const after = turns[0]?.number;
      return after === undefined || newest === undefined ? null : { after, limit: newest - after };
    },
    select: ({ pages }) => pages.flatMap(({ turns }) => turns as TurnRecord[]).reverse(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data, isFetching, fetchPreviousPage } = pages;
  const last = data?.at(-1)?.number;
  useEffect(() => {
    if (newest === undefined || last === undefined || newest === last || isFetching) return;
    if (newest < last || newest - last > MAX_NEW) void queries.resetQueries({ queryKey });
    else void fetchPreviousPage();
  }, [newest, last, isFetching, fetchPreviousPage, queries, queryKey]);
  return pages;
}

async function readPart(path: Address, { cursor, after = 0, limit }: Part, signal: AbortSignal): Promise<Page> {
  const query = { ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) };
  const page = await api.GET(PATH, { params: { path, query }, signal });
  const turns = page.turns.filter(({ number }) => number > after);
  // More were committed after the newest was asked for, so that this page does not reach back to those that are loaded.
  const missing = (turns.at(-1)?.number ?? 0) - after - 1;
  if (after === 0 || missing <= 0 || page.nextCursor === undefined) return { ...page, turns };
  const rest = await readPart(path, { cursor: page.nextCursor, after, limit: Math.min(missing, MAX_NEW) }, signal);
  return { ...page, turns: [...turns, ...rest.turns] };
}
