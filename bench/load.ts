/**
 * Sends many HTTP requests and records each one's latency: as fast as a fixed number of connections allows, or at an
 * even pace regardless of the responses. Plain requests, not the client, whose own cost would be measured with them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { exchange } from '../src/net/exchange.ts';
import { nowMs } from './clock.ts';

export type Target = {
  /** Origin, without a trailing slash. */
  url: string;
  token: string;
  /** The request with this number; its response is 200 with a `messageId`. */
  request(index: number): { path: string; body: string };
};

export type Load = {
  /** When the request of each message began, by the id in its response. */
  startedMs: Map<string, number>;
  /** The latency of each response. */
  answerMs: number[];
  firstStartMs: number;
  lastAnswerMs: number;
  /** At an even pace: how late each request began. The load generator's own fault, not the target's. */
  lagMs: number[];
  /** Requests not answered with 200: how many, and the first of their responses. */
  refused: { count: number; example: string | null };
};

const LIMITS = { deadlineMs: 60_000, maxResponseBytes: 65_536 };
/** Sockets of the even pace: a request that finds none free waits, and its wait counts. */
const OPEN_LOOP_CONNECTIONS = 256;
/** How often the even pace reads the clock; its requests start at most about this late. */
const TICK_MS = 1;

/** As fast as `connections` allow: each sends again as soon as it has its response. */
export async function closedLoop(
  target: Target,
  { count, connections, signal }: { count: number; connections: number; signal: AbortSignal },
): Promise<Load> {
  await using gun = createGun(target, connections);
  let next = 0;
  const askOn = async () => {
    while (next < count && !signal.aborted) await gun.ask(next++);
  };
  await Promise.all(Array.from({ length: connections }, askOn));
  signal.throwIfAborted();
  return gun.load;
}

/** `perSecond` requests a second, evenly spaced: slow responses do not delay requests, and so cannot hide. */
export async function openLoop(
  target: Target,
  { count, perSecond, signal }: { count: number; perSecond: number; signal: AbortSignal },
): Promise<Load> {
  await using gun = createGun(target, OPEN_LOOP_CONNECTIONS);
  const asked: Promise<void>[] = [];
  const begunMs = nowMs();
  while (asked.length < count) {
    const due = Math.min(count, Math.floor(((nowMs() - begunMs) * perSecond) / 1000) + 1);
    while (asked.length < due) {
      gun.load.lagMs.push(nowMs() - begunMs - (asked.length * 1000) / perSecond);
      asked.push(gun.ask(asked.length));
    }
    await delay(TICK_MS, undefined, { signal });
  }
  await Promise.all(asked);
  return gun.load;
}

function createGun({ url, token, request }: Target, connections: number) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const load: Load = {
    startedMs: new Map(),
    answerMs: [],
    firstStartMs: Number.POSITIVE_INFINITY,
    lastAnswerMs: 0,
    lagMs: [],
    refused: { count: 0, example: null },
  };

  function refuse(what: string): void {
    load.refused.count += 1;
    load.refused.example ??= what;
  }

  return {
    load,
    async ask(index: number): Promise<void> {
      const { path, body } = request(index);
      const startMs = nowMs();
      load.firstStartMs = Math.min(load.firstStartMs, startMs);
      try {
        const answer = await exchange(pool, { method: 'POST', path, headers, body }, LIMITS);
        load.lastAnswerMs = nowMs();
        const text = answer.body.toString();
        if (answer.status !== 200) return refuse(`${answer.status} ${text}`);
        load.answerMs.push(load.lastAnswerMs - startMs);
        load.startedMs.set((JSON.parse(text) as { messageId: string }).messageId, startMs);
      } catch (error) {
        refuse((error as Error).message);
      }
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
}
