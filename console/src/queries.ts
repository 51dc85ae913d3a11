/**
 * Queries and changes of the API for pages, cached by path: `refreshes: ['/agents']` invalidates what was read at
 * `/agents/a`. Problems of changes are shown as notifications unless a form shows them itself.
 */
import {
  MutationCache,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type Answer, ApiProblem, type CallOptions, type Given, type PathOf } from '#client';
import { api } from './api.ts';
import { notifyProblem } from './notify.ts';

const FRESH_MS = 5_000;
/** An outage beyond a short restart of the service is reported. */
const MAX_RETRIES = 2;

/** The service may well be on this machine, which a browser without a network calls offline: then it would only wait. */
const networkMode = 'always';

export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: isWorthRetrying, networkMode },
      mutations: { networkMode },
    },
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

/** `everyMs`: polled. `isAsked`: no request while it is false. */
type Look = { everyMs?: number; isAsked?: boolean };
type Question<Path extends PathOf<'get'>> = Given<CallOptions<Path, 'get'> & Look>;
/** The same, where the path is not known yet. */
type AnyQuestion = Look & { params?: { path?: Record<string, string>; query?: Record<string, string> } };

type Rows<Path extends PathOf<'get'>, Plural extends keyof Answer<Path, 'get'>> = Extract<
  Answer<Path, 'get'>[Plural],
  unknown[]
>;

/** The response at a path of the API. */
export function useGet<Path extends PathOf<'get'>>(path: Path, ...[question]: Question<Path>) {
  return useCall<Answer<Path, 'get'>>(path, question as AnyQuestion | undefined);
}

/** A response of the emulator, which the API's document lacks. */
export function useEmulator<Body>(path: string, look?: Look) {
  return useCall<Body>(path, look);
}

function useCall<Body>(path: string, { params, everyMs, isAsked = true }: AnyQuestion = {}) {
  return useQuery({
    queryKey: keyOf(path, params),
    queryFn: ({ signal }) => api.call<Body>('get', path, { ...(params && { params }), signal }),
    enabled: isAsked,
    refetchInterval: everyMs ?? false,
  });
}

/** The rows of a list of the API, page after page: `useList('/agents', 'agents')`. `data` is the rows so far. */
export function useList<Path extends PathOf<'get'>, Plural extends keyof Answer<Path, 'get'> & string>(
  path: Path,
  plural: Plural,
  ...[question]: Question<Path>
) {
  const { params, everyMs } = (question ?? {}) as AnyQuestion;
  type Page = { nextCursor?: string } & Record<Plural, Rows<Path, Plural>>;
  return useInfiniteQuery({
    queryKey: listKeyOf(path, params as CallOptions<Path, 'get'>['params']),
    queryFn: ({ pageParam, signal }) =>
      api.call<Page>('get', path, { params: { ...params, query: { ...params?.query, cursor: pageParam } }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor ?? null,
    select: ({ pages }) => pages.flatMap((page) => page[plural]) as Rows<Path, Plural>,
    refetchInterval: everyMs ?? false,
  });
}

/** Where the pages of a list are cached. */
export function listKeyOf<Path extends PathOf<'get'>>(
  path: Path,
  params: CallOptions<Path, 'get'>['params'],
): string[] {
  return [...keyOf(path, params as AnyQuestion['params']), 'pages'];
}

/** Beyond this many rows a list is cut: nobody looks at more of them at once. */
const MAX_ROWS = 5_000;

/** All states of an agent: a flow is needed whole. */
export function useStates(agentId: string) {
  const path = { agentId };
  return useQuery({
    queryKey: [...keyOf('/agents/{agentId}/states', { path }), 'all'],
    queryFn: ({ signal }) =>
      api.list('/agents/{agentId}/states', 'states', {
        params: { path, query: { limit: 100 } },
        atMost: MAX_ROWS,
        signal,
      }),
  });
}

/**
 * A change. After it, everything cached at `refreshes` and below is read again. `quiet`: its form shows the problem, so
 * no notification does.
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

/** `/agents/{agentId}` of `a` with `limit` 1 → `['agents', 'a', '?limit=1']`: a prefix of the path is one of the key. */
function keyOf(path: string, { path: values = {}, query = {} }: AnyQuestion['params'] = {}): string[] {
  const [resource = '', search = `${new URLSearchParams(query)}`] = path.split('?');
  const segments = resource.split('/').filter(Boolean);
  const filled = segments.map((segment) =>
    segment.replace(/^\{(.+)\}$/, (_, name) => encodeURIComponent(values[name]!)),
  );
  return [...filled, ...(search ? [`?${search}`] : [])];
}
