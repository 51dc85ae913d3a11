/** How much of a costly operation an account may have under way at once. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, retryAfter } from '../../errors.ts';

const RETRY_AFTER_SECONDS = 1;

/** `what`: the plural, for the caller. @throws Problem `too_many_requests` when the account has its share running already */
export function createShares(maxAtOnce: number, what: string) {
  const places = createPlaces(maxAtOnce, Number.POSITIVE_INFINITY, what);
  return async <Result>(accountId: string, work: () => Promise<Result>): Promise<Result> => {
    const leave = places(accountId);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

/**
 * An `onRequest` hook for a route with large bodies: each is in memory several times while it is parsed and checked. Its
 * place is free again when the response has ended, or the connection is gone.
 */
export function limitBodies(limits: { perAccount: number; inAll: number; what: string }) {
  const places = createPlaces(limits.perAccount, limits.inAll, limits.what);
  return async ({ principal }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const leave = places(principal.kind === 'client' ? principal.accountId : principal.kind);
    // Whichever comes first: a response may end on a connection that stays, and a connection without a response.
    reply.raw.once('finish', leave).once('close', leave);
  };
}

/** Takes a place, and returns what gives it back. */
function createPlaces(perAccount: number, inAll: number, what: string): (accountId: string) => () => void {
  const taken = new Map<string, number>();
  let sum = 0;
  return (accountId) => {
    const others = taken.get(accountId) ?? 0;
    if (others >= perAccount) throw full(`${perAccount} ${what} of this account`);
    if (sum >= inAll) throw full(`${inAll} ${what}`);
    taken.set(accountId, others + 1);
    sum += 1;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const left = taken.get(accountId)! - 1;
      if (left > 0) taken.set(accountId, left);
      else taken.delete(accountId);
      sum -= 1;
    };
  };
}

function full(which: string): Problem {
  return new Problem('too_many_requests', `${which} are under way; try again.`, {
    headers: retryAfter(RETRY_AFTER_SECONDS),
  });
}
