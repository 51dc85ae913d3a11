/**
 * Round robin over endpoints: work is taken endpoint by endpoint, never event by event from one list, so that one
 * endpoint with half of all events takes no more than its turn (docs/webhooks.md, "Order and duplicates").
 */
import { createQueue } from '../queue.ts';
import { type Endpoint, type PendingEvent, RETRY_SHARE } from './endpoint.ts';

/** Attempts in flight in the whole process; each costs a socket. Sixteen endpoints may hang before others wait. */
const MAX_IN_FLIGHT = 1_024;
const MAX_RETRIES_IN_FLIGHT = Math.floor(MAX_IN_FLIGHT * RETRY_SHARE);

export type Round = {
  /** The endpoint may have something to begin. */
  offer(endpoint: Endpoint): void;
  /** The next event to attempt, now counted as in flight; undefined when no slot or no event is free. */
  next(): PendingEvent | undefined;
  /** Its attempt has ended. */
  ended(pending: PendingEvent): void;
};

export function createRound(now: () => number, maxInFlight = MAX_IN_FLIGHT): Round {
  const fresh = createTurn(
    (endpoint, at) => endpoint.takeFresh(at),
    (endpoint) => endpoint.hasFresh,
  );
  const retries = createTurn(
    (endpoint, at) => endpoint.takeRetry(at),
    (endpoint) => endpoint.hasRetries,
  );
  const maxRetries = Math.min(MAX_RETRIES_IN_FLIGHT, Math.floor(maxInFlight * RETRY_SHARE));
  let inFlight = 0;
  let retriesInFlight = 0;
  return {
    offer(endpoint) {
      fresh.offer(endpoint);
      retries.offer(endpoint);
    },
    next() {
      if (inFlight >= maxInFlight) return undefined;
      const at = now();
      const retry = retriesInFlight < maxRetries ? retries.next(at) : undefined;
      const pending = retry ?? fresh.next(at);
      if (pending) inFlight += 1;
      if (retry) retriesInFlight += 1;
      return pending;
    },
    ended({ attempts }) {
      inFlight -= 1;
      if (attempts > 0) retriesInFlight -= 1;
    },
  };
}

/**
 * Endpoints in turn. One that cannot start anything leaves it, and is offered again when one of its slots is free, when
 * something new waits, or when its pause is over.
 */
function createTurn(
  take: (endpoint: Endpoint, now: number) => PendingEvent | undefined,
  hasMore: (endpoint: Endpoint) => boolean,
) {
  // A set keeps an order too, but taking from its front walks over the slots of all entries taken before: 28 µs each
  // with ten thousand endpoints, where the queue needs one.
  const order = createQueue<Endpoint>();
  const present = new Set<Endpoint>();
  function offer(endpoint: Endpoint): void {
    if (present.has(endpoint) || !hasMore(endpoint)) return;
    present.add(endpoint);
    order.push(endpoint);
  }
  return {
    offer,
    next(now: number): PendingEvent | undefined {
      for (let endpoint = order.shift(); endpoint; endpoint = order.shift()) {
        present.delete(endpoint);
        const pending = take(endpoint, now);
        if (!pending) continue;
        offer(endpoint);
        return pending;
      }
      return undefined;
    },
  };
}
