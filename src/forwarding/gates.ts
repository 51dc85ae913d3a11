/** Keeps the gates of further endpoints as people have set them: paused or not, and their limits per second. */
import { type EndpointKey, OWN_WEBHOOK } from '../model/endpoint.ts';
import type { Alarm } from './alarm.ts';
import type { FoundTarget } from './deliver.ts';
import type { Endpoint } from './endpoint.ts';

/** How soon it is noticed that an endpoint is no longer paused; its settings are cached, so this asks no database. */
const PAUSED_MS = 1_000;

export type Gates = {
  /** What is set for an endpoint now. False when it is paused. */
  set(endpoint: Endpoint, target: FoundTarget): boolean;
  /** Looks again at an endpoint that is paused, or that was not known. */
  open(endpoint: Endpoint): Promise<void>;
  /** Rings when a request may begin that waits for nothing but a limit per second. */
  expect(): void;
  forget(endpoint: Endpoint): void;
};

export function createGates(options: {
  now: () => number;
  alarm: Alarm;
  find: (key: EndpointKey) => Promise<FoundTarget>;
  /** The part of every limit that this process may use: that of its lanes. In (0, 1]. */
  share: () => number;
  opened: (endpoint: Endpoint) => void;
}): Gates {
  const { now, alarm } = options;
  const limited = new Set<Endpoint>();

  function set(endpoint: Endpoint, target: FoundTarget): boolean {
    const { gate, key } = endpoint;
    if (key.endpointId === OWN_WEBHOOK) return true;
    gate.set(target, options.share(), now());
    if (gate.hasLimit) limited.add(endpoint);
    else limited.delete(endpoint);
    if (gate.isShut) alarm.set(now() + PAUSED_MS);
    return !gate.isShut;
  }

  return {
    set,
    async open(endpoint) {
      try {
        if (set(endpoint, await options.find(endpoint.key))) options.opened(endpoint);
      } catch {
        // The database does not answer: as if it were paused.
        alarm.set(now() + PAUSED_MS);
      }
    },
    expect() {
      const at = now();
      for (const endpoint of limited) {
        const opensAt = endpoint.gate.opensAt(at);
        if (endpoint.isPaced && opensAt > at) alarm.set(opensAt);
      }
    },
    forget: (endpoint) => limited.delete(endpoint),
  };
}
