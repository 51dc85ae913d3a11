/** How much of a costly operation an account may have under way at once. */
import { Problem, retryAfter } from '../../errors.ts';

const RETRY_AFTER_SECONDS = 1;

/** `what`: the plural, for the caller. @throws Problem `too_many_requests` when the account has its share running already */
export function createShares(maxAtOnce: number, what: string) {
  const atWork = new Map<string, number>();
  return async <Result>(accountId: string, work: () => Promise<Result>): Promise<Result> => {
    const others = atWork.get(accountId) ?? 0;
    if (others >= maxAtOnce) {
      throw new Problem('too_many_requests', `${maxAtOnce} ${what} of this account are under way; try again.`, {
        headers: retryAfter(RETRY_AFTER_SECONDS),
      });
    }
    atWork.set(accountId, others + 1);
    try {
      return await work();
    } finally {
      const left = atWork.get(accountId)! - 1;
      if (left > 0) atWork.set(accountId, left);
      else atWork.delete(accountId);
    }
  };
}
