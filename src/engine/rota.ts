/**
 * Fair scheduling: a queue for each account, and the one that has used the least time is next. With one item at a time,
 * an account of many small renders would get less than one of large ones.
 */
import { TemplateError } from './liquid.ts';

export type Rota<Item> = {
  /** @throws {TemplateError} `killed` when the account has `MAX_WAITING` waiting already */
  add(accountId: string, item: Item): void;
  /** The oldest item of the account that is next, among those allowed. */
  take(mayHave?: (accountId: string) => boolean): Item | undefined;
  /** Whether an item of one of the allowed accounts waits. */
  hasSome(mayHave: (accountId: string) => boolean): boolean;
  /** Whether the account would be next if it came now, without waiting. */
  isTurnOf(accountId: string): boolean;
  /** The item taken has kept a thread busy for this long. */
  charge(accountId: string, ms: number): void;
  size(): number;
};

/** For each account. Each is a turn, a preview or a check that waits; of turns a lane holds a thousand in memory. */
export const MAX_WAITING = 10_000;

export function createRota<Item>(): Rota<Item> {
  const accounts = new Map<string, { waiting: Item[]; hadMs: number }>();
  /** The usage of the account served last: a newcomer starts at this level, without credit for its idle time. */
  let levelMs = 0;
  let size = 0;

  function find(accountId: string) {
    const account = accounts.get(accountId) ?? { waiting: [], hadMs: levelMs };
    accounts.set(accountId, account);
    return account;
  }

  return {
    add(accountId, item) {
      const account = find(accountId);
      if (account.waiting.length >= MAX_WAITING) {
        throw new TemplateError('killed', `${MAX_WAITING} templates of this account are already waiting`);
      }
      if (account.waiting.length === 0) account.hadMs = Math.max(account.hadMs, levelMs);
      account.waiting.push(item);
      size += 1;
    },
    take(mayHave = () => true) {
      let next: { waiting: Item[]; hadMs: number } | undefined;
      for (const [accountId, account] of accounts) {
        if (account.waiting.length === 0) {
          if (account.hadMs <= levelMs) accounts.delete(accountId);
        } else if (mayHave(accountId) && (!next || account.hadMs < next.hadMs)) next = account;
      }
      if (!next) return undefined;
      levelMs = Math.max(levelMs, next.hadMs);
      size -= 1;
      return next.waiting.shift();
    },
    hasSome(mayHave) {
      for (const [accountId, { waiting }] of accounts) if (waiting.length > 0 && mayHave(accountId)) return true;
      return false;
    },
    isTurnOf(accountId) {
      if (size === 0) return true;
      const own = accounts.get(accountId);
      if (own && own.waiting.length > 0) return false;
      const hadMs = Math.max(own?.hadMs ?? 0, levelMs);
      for (const account of accounts.values()) if (account.waiting.length > 0 && account.hadMs < hadMs) return false;
      return true;
    },
    charge(accountId, ms) {
      find(accountId).hadMs += ms;
    },
    size: () => size,
  };
}
