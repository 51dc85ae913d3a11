/** The operator's session in the console: log-in and log-out, in all tabs of a browser. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Answer, ApiProblem } from '#client';
import { api } from './api.ts';
import { letIn } from './log-in-gate.ts';
import { forgetAllUnsaved } from './unsaved.ts';

export type Session = Answer<'/session', 'get'>;

const session = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    try {
      return await api.GET('/session');
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) return null;
      throw error;
    }
  },
  // Until somebody logs in or out: a request that finds it ended waits for the log-in.
  staleTime: Number.POSITIVE_INFINITY,
});

/** Null when nobody is logged in. */
export function findSession(queries: QueryClient): Promise<Session | null> {
  return queries.ensureQueryData(session);
}

type News = 'logged in' | 'logged out';
const otherTabs = new BroadcastChannel('parley-session');

export async function logIn(queries: QueryClient, operatorKey: string): Promise<void> {
  await api.POST('/session', { body: { operatorKey } });
  enter(queries);
  otherTabs.postMessage('logged in' satisfies News);
}

/** The operator's data and unsaved edits do not stay behind in this browser. */
export async function logOut(queries: QueryClient): Promise<void> {
  await api.DELETE('/session');
  forgetAllUnsaved();
  queries.clear();
  otherTabs.postMessage('logged out' satisfies News);
}

export function hearOtherTabs(queries: QueryClient, onLoggedOut: () => void): void {
  otherTabs.onmessage = ({ data }: MessageEvent<News>) => {
    if (data === 'logged in') return enter(queries);
    queries.clear();
    onLoggedOut();
  };
}

function enter(queries: QueryClient): void {
  queries.removeQueries({ queryKey: session.queryKey });
  letIn();
}
