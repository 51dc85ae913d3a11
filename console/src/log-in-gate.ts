/**
 * Requests without a session wait here until somebody has logged in: then they are sent again, and their callers notice
 * only the delay.
 */
import { useSyncExternalStore } from 'react';

let waiting: PromiseWithResolvers<void> | null = null;
/** Log-ins so far: a request refused before the last one need not wait for the next. */
let logIns = 0;
const watchers = new Set<() => void>();

export function countLogIns(): number {
  return logIns;
}

/** Resolves when there have been more log-ins than this. */
export async function moreLogInsThan(count: number): Promise<void> {
  if (logIns > count) return;
  waiting ??= Promise.withResolvers();
  tell();
  await waiting.promise;
}

/** Somebody has logged in, here or in another tab. */
export function letIn(): void {
  logIns += 1;
  waiting?.resolve();
  waiting = null;
  tell();
}

/** Whether a request waits for a log-in. */
export function useIsLogInNeeded(): boolean {
  return useSyncExternalStore(watch, () => waiting !== null);
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

function tell(): void {
  for (const onChange of watchers) onChange();
}
