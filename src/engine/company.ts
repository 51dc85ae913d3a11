/** Who has turns just now: where an account is alone nobody waits for its templates, and they need not rest. */

/** Milliseconds for which an account counts after a turn, or a template of one. */
export const RECENT_MS = 100;

export type Company = {
  came(accountId: string): void;
  /** Whether another account came recently. */
  hasOthers(accountId: string): boolean;
};

export function createCompany(): Company {
  /** The last account that came, and the last different one before it. */
  let [newest, other] = [
    { accountId: '', at: Number.NEGATIVE_INFINITY },
    { accountId: '', at: Number.NEGATIVE_INFINITY },
  ];
  return {
    came(accountId) {
      if (accountId !== newest.accountId) other = newest;
      newest = { accountId, at: performance.now() };
    },
    hasOthers(accountId) {
      const { at } = newest.accountId === accountId ? other : newest;
      return performance.now() - at < RECENT_MS;
    },
  };
}
