/** The session in the console: who is logged in, what they may do, log-in and log-out, in all tabs of a browser. */

import type { UsedCredential } from '@model/passkey.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, ApiProblem, type OperationId } from '#client';
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

/** Null when nobody is logged in; undefined until that is known. */
export function useSession(): Session | null | undefined {
  return useQuery(session).data;
}

/** Whether the role allows the operation; not known, it is not hidden: the service decides anyway. */
export function useMay(operation: OperationId): boolean {
  return useSession()?.may.includes(operation) ?? true;
}

export function seeSessionAgain(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: session.queryKey });
}

type News = 'logged in' | 'logged out';
const otherTabs = new BroadcastChannel('parley-session');

/** With the operator key, the token of a log-in link, a password, or a passkey. */
export async function logIn(
  queries: QueryClient,
  secret:
    | { operatorKey: string }
    | { linkToken: string }
    | { email: string; password: string }
    | { passkey: UsedCredential },
): Promise<void> {
  await api.POST('/session', { body: secret });
  enter(queries);
  otherTabs.postMessage('logged in' satisfies News);
}

/**
 * By the log-in link that led here, if one did: its token is after the # of the address, which a browser sends to nobody,
 * and is taken out before it is used, so that no history keeps it.
 */
export async function logInByLink(queries: QueryClient): Promise<{ isIn: boolean; fault: unknown }> {
  const { hash, pathname, search } = window.location;
  if (hash.length < 2) return { isIn: false, fault: null };
  // The prototype's: the router replaces the method, and would load the page again.
  History.prototype.replaceState.call(window.history, window.history.state, '', pathname + search);
  try {
    await logIn(queries, { linkToken: hash.slice(1) });
    return { isIn: true, fault: null };
  } catch (fault) {
    return { isIn: false, fault };
  }
}

/** The operator's data does not stay behind in this browser; unsaved edits do, unless they are to be forgotten. */
export async function logOut(queries: QueryClient, { forgetsUnsaved }: { forgetsUnsaved: boolean }): Promise<void> {
  await api.DELETE('/session');
  if (forgetsUnsaved) forgetAllUnsaved();
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
  // Not removed: what shows the session must hear of the next one, which may be somebody else's.
  void queries.resetQueries({ queryKey: session.queryKey });
  letIn();
}
