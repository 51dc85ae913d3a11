/**
 * Admission: limits the concurrent calls of an account, in all and for each origin, and queues the rest. An origin's
 * queue is first come, first served, the origins of an account take turns, and accounts never wait for one another. An
 * origin that keeps timing out is paused by the same kind of breaker that webhooks have.
 */
import { LRUCache } from 'lru-cache';
import type { Logger } from '../log.ts';
import { answered, type Breaker, failed, MAX_SLOTS, NEW_BREAKER, slotsAt } from '../net/breaker.ts';
import { OperationFailure } from './connector.ts';

/** Concurrent calls of an account: four origins at full use. Each costs a socket, and the memory of a response. */
export const MAX_ACCOUNT_CALLS = 4 * MAX_SLOTS;
/** Milliseconds in the queue: the operations budget of a turn, less the time of one call. */
export const MAX_WAIT_MS = 20_000;

/** Origins of an account, and accounts, that are kept; each origin costs a few hundred bytes. */
const MAX_ORIGINS = 256;
const MAX_ACCOUNTS = 1_000;
/** Milliseconds after which an idle origin is forgotten, and with it its open breaker. */
const IDLE_MS = 600_000;

/** What a call reveals of its origin; null for nothing, because it had too little time or was never sent. */
export type Sign = 'answered' | 'timed out' | null;

export type Admission = {
  /** Resolves when the call may begin, with a function to call when it has ended. @throws {OperationFailure} */
  enter(accountId: string, origin: string, waitMs: number): Promise<(sign: Sign) => void>;
  /** Calls in the queue. */
  waiting(): number;
  /** Origins that are paused. */
  openBreakers(): number;
};

type Origin = {
  readonly name: string;
  breaker: Breaker;
  calls: number;
  /** In order of arrival. */
  readonly line: Set<Waiting>;
};

type Account = {
  calls: number;
  readonly origins: LRUCache<string, Origin>;
  /** Those with a queue from which a call may be able to begin, the next one first. */
  readonly turns: Set<Origin>;
};

type Waiting = { begin(): void; refuse(failure: OperationFailure): void };

export function createAdmission({ log, now }: { log: Logger; now: () => Date }): Admission {
  const remembered = { ttl: IDLE_MS, updateAgeOnGet: true };
  const accounts = new LRUCache<string, Account>({ max: MAX_ACCOUNTS, ...remembered });
  let waiting = 0;

  function accountOf(accountId: string): Account {
    const known = accounts.get(accountId);
    if (known) return known;
    const account = {
      calls: 0,
      origins: new LRUCache<string, Origin>({ max: MAX_ORIGINS, ...remembered }),
      turns: new Set<Origin>(),
    };
    accounts.set(accountId, account);
    return account;
  }

  function originOf({ origins }: Account, name: string): Origin {
    const known = origins.get(name);
    if (known) return known;
    const origin = { name, breaker: NEW_BREAKER, calls: 0, line: new Set<Waiting>() };
    origins.set(name, origin);
    return origin;
  }

  const isFree = (account: Account, { calls, breaker }: Origin) =>
    account.calls < MAX_ACCOUNT_CALLS && calls < slotsAt(breaker, now().getTime());

  function begin(account: Account, origin: Origin): void {
    account.calls += 1;
    origin.calls += 1;
  }

  function waitInLine(account: Account, origin: Origin, waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const step = () => {
        clearTimeout(timer);
        origin.line.delete(one);
        waiting -= 1;
      };
      const one: Waiting = {
        begin() {
          step();
          begin(account, origin);
          resolve();
        },
        refuse(failure) {
          step();
          reject(failure);
        },
      };
      // This timer alone must not keep the process alive.
      const timer = setTimeout(() => one.refuse(busy(account, origin, waitMs)), waitMs).unref();
      origin.line.add(one);
      account.turns.add(origin);
      waiting += 1;
    });
  }

  /** Starts the calls that may begin, one origin after the other. */
  function pump(account: Account): void {
    // Iteration includes entries added to the set meanwhile: an origin goes to the end of the round.
    for (const origin of account.turns) {
      if (account.calls >= MAX_ACCOUNT_CALLS) return;
      account.turns.delete(origin);
      const [next] = origin.line;
      if (!next || !isFree(account, origin)) continue;
      next.begin();
      account.turns.add(origin);
    }
  }

  function judge(accountId: string, origin: Origin, sign: Sign): void {
    const before = origin.breaker;
    if (sign === null) return;
    origin.breaker = sign === 'answered' ? answered(before) : failed(before, now().getTime());
    const { openUntil } = origin.breaker;
    if ((before.openUntil === null) === (openUntil === null)) return;
    if (openUntil === null) {
      log.info({ accountId, origin: origin.name }, 'a connector is responding again');
      return;
    }
    log.warn(
      { accountId, origin: origin.name },
      'a connector keeps timing out; its operations fail fast until it responds',
    );
    for (const one of origin.line) one.refuse(unavailable(origin, now()));
  }

  return {
    async enter(accountId, name, waitMs) {
      const account = accountOf(accountId);
      const origin = originOf(account, name);
      if (isFree(account, origin) && origin.line.size === 0) begin(account, origin);
      else if (origin.breaker.openUntil !== null) throw unavailable(origin, now());
      else await waitInLine(account, origin, waitMs);
      return (sign) => {
        account.calls -= 1;
        origin.calls -= 1;
        judge(accountId, origin, sign);
        if (origin.line.size > 0) account.turns.add(origin);
        pump(account);
      };
    },
    waiting: () => waiting,
    openBreakers: () =>
      [...accounts.values()]
        .flatMap(({ origins }) => [...origins.values()])
        .filter(({ breaker }) => breaker.openUntil !== null).length,
  };
}

function unavailable({ name, breaker }: Origin, now: Date): OperationFailure {
  const leftMs = (breaker.openUntil ?? 0) - now.getTime();
  const next = leftMs > 0 ? `the next call is in ${Math.ceil(leftMs / 1000)} s` : 'a probe is under way';
  return new OperationFailure('unavailable', `${name} has timed out many times in a row and is paused; ${next}`);
}

function busy(account: Account, { name, calls }: Origin, waitMs: number): OperationFailure {
  const underWay = `${calls} calls to ${name} are in flight, and ${account.calls} for the account in all`;
  return new OperationFailure('busy', `no call could start within ${Math.round(waitMs)} ms: ${underWay}`);
}
