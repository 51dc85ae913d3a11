/** Server-sent events for a page: received while it is open, and again after a broken connection. */
import { useEffect, useEffectEvent, useState } from 'react';

export type StreamStatus = 'connecting' | 'open' | 'lost';

/** Pauses before the next try, in milliseconds; the last one repeats. A restarting service is back within seconds. */
const RETRY_MS = [500, 1000, 2000, 5000, 15_000];

/**
 * Calls `onEvent` for every event of these names at `url`; opens nothing while it is null. A broken stream is reopened,
 * and its beginning (a backlog, for example) comes again.
 */
export function useStream(
  url: string | null,
  names: readonly string[],
  onEvent: (event: { name: string; data: unknown }) => void,
): StreamStatus {
  const [status, setStatus] = useState<StreamStatus>('connecting');
  const deliver = useEffectEvent(onEvent);
  const listed = names.join(' ');

  useEffect(() => {
    if (url === null) return;
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    function open(address: string): void {
      source = new EventSource(address);
      source.onopen = () => {
        failures = 0;
        setStatus('open');
      };
      // A browser gives up permanently on a response that is no stream, so the retries are ours.
      source.onerror = () => {
        source.close();
        setStatus('lost');
        timer = setTimeout(() => open(address), RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]);
      };
      for (const name of listed.split(' ')) {
        source.addEventListener(name, (event) => deliver({ name, data: JSON.parse((event as MessageEvent).data) }));
      }
    }

    setStatus('connecting');
    open(url);
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [url, listed]);

  return status;
}
