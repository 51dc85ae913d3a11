/**
 * What pages ask of the API and what they change, cached by path: `useGet('/agents/a')` is forgotten by
 * `refreshes: ['/agents']`. Problems of changes are shown as notifications unless a form shows them itself.
 */
import {
  MutationCache,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiProblem, api } from './api.ts';
import { notifyProblem } from './notify.ts';

const FRESH_MS = 5_000;
/** Beyond a short restart of the service, a person is told. */
const MAX_RETRIES = 2;

export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: FRESH_MS, retry: isWorthRetrying } },
    mutationCache: new MutationCache({
      onError: (error, _input, _result, { meta }) => {
        if (!meta?.['quiet']) notifyProblem(error);
      },
    }),
  });
}

function isWorthRetrying(failures: number, error: unknown): boolean {
  const mayPass = !(error instanceof ApiProblem) || error.status === 0 || error.status === 503;
  return mayPass && failures < MAX_RETRIES;
}

/** The answer at a path of the API; nothing is asked while it is null. `everyMs`: asked again and again. */
export function useGet<Answer>(path: string | null, { everyMs }: { everyMs?: number } = {}) {
  return useQuery({
    queryKey: keyOf(path ?? ''),
    queryFn: ({ signal }) => api.get<Answer>(path!, { signal }),
    enabled: path !== null,
    refetchInterval: everyMs ?? false,
  });
}

/** The rows of a list of the API, page after page: `useList<Agent>('/agents', 'agents')`. `data` is the rows so far. */
export function useList<Row>(path: string, plural: string, { everyMs }: { everyMs?: number } = {}) {
  type Page = { nextCursor?: string } & Record<string, Row[]>;
  return useInfiniteQuery({
    queryKey: [...keyOf(path), 'pages'],
    queryFn: ({ pageParam, signal }) => api.get<Page>(withCursor(path, pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor ?? null,
    select: ({ pages }) => pages.flatMap((page) => page[plural] ?? []),
    refetchInterval: everyMs ?? false,
  });
}

/** Beyond so many pages a list is cut: nobody looks at 5,000 rows at once. */
const MAX_PAGES = 50;

/** All rows of a list that is needed whole, such as the states of a flow; `refreshes` of the path reach it too. */
export function useAll<Row>(path: string, plural: string) {
  return useQuery({
    queryKey: [...keyOf(path), 'all'],
    queryFn: async ({ signal }) => {
      const rows: Row[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const answer: { nextCursor?: string } & Record<string, Row[]> = await api.get(
          withCursor(`${path}?limit=100`, cursor),
          { signal },
        );
        rows.push(...(answer[plural] ?? []));
        cursor = answer.nextCursor ?? null;
        if (cursor === null) break;
      }
      return rows;
    },
  });
}

/**
 * A change of something. When it is done, what was read at `refreshes` and below is read again. `quiet`: its form
 * shows the problem, so no notification does.
 */
export function useChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  { refreshes, quiet = false }: { refreshes: string[]; quiet?: boolean },
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { quiet },
    onSuccess: () => Promise.all(refreshes.map((path) => queries.invalidateQueries({ queryKey: keyOf(path) }))),
  });
}

/** `/agents/a?limit=1` → `['agents', 'a', '?limit=1']`: a prefix of the path is a prefix of the key. */
function keyOf(path: string): string[] {
  const [resource = '', search] = path.split('?');
  return [...resource.split('/').filter(Boolean), ...(search ? [`?${search}`] : [])];
}

function withCursor(path: string, cursor: string | null): string {
  if (cursor === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
}
