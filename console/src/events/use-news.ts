/** Tells when an agent has new events, over one stream, as long as the page is in sight. */
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { pathOf } from '../api.ts';
import { useStream } from '../stream.ts';
import { eased } from './eased.ts';

/** Between two looks: a busy agent has new ones all the time. */
const PAUSE_MS = 1_000;
/** What happened while there was no stream is new when it is there. */
const NAMES = ['ready', 'new', 'skipped'];

/** Whether it is told at all; if not, somebody must look. Opens nothing while there is no agent. */
export function useNews(agentId: string | null, onNews: () => Promise<unknown>): boolean {
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
  const look = useEffectEvent(onNews);
  const ask = useRef<(() => void) | null>(null);
  useEffect(() => {
    ask.current = eased(() => look(), PAUSE_MS);
    return () => {
      ask.current = null;
    };
  }, []);
  const isOpening = agentId !== null && isVisible;
  const url = isOpening ? `${pathOf`/agents/${agentId}/events/stream`}?signalOnly=true` : null;
  return useStream(url, NAMES, () => ask.current?.()) === 'open' && isOpening;
}

function onVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
