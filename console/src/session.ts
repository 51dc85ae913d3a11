/** Whether the operator is logged in to the console, and how they come in and out. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiProblem, api } from './api.ts';

export type Session = { principal: 'operator'; createdAt: string; expiresAt: string };

const session = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    try {
      return await api.get<Session>('/session');
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) return null;
      throw error;
    }
  },
  // Until an answer says otherwise.
  staleTime: Number.POSITIVE_INFINITY,
});

/** Null when nobody is logged in. */
export function findSession(queries: QueryClient): Promise<Session | null> {
  return queries.ensureQueryData(session);
}

export function forgetSession(queries: QueryClient): void {
  queries.setQueryData(session.queryKey, null);
}

export async function logIn(queries: QueryClient, operatorKey: string): Promise<void> {
  await api.post('/session', { operatorKey });
  queries.clear();
}

export async function logOut(queries: QueryClient): Promise<void> {
  await api.delete('/session');
  // What the operator saw does not stay behind in this tab.
  queries.clear();
}
