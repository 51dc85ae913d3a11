/**
 * Clients and users: requests with and without an id of their own, users who write and tap. A client whose request has
 * an id retries until it is answered; one without cannot know the outcome, and does not retry.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { type Backoff, nextPauseMs } from '../src/backoff.ts';
import type { Action, Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import type { Conversation, Stage } from './stage.ts';

/** Concurrent requests: after an outage this is how fast the load catches up. */
const MAX_IN_FLIGHT = 250;
const TICK_MS = 5;
/** A service that does not answer within this is given up for another, as by a client behind a balancer. */
const PATIENCE_MS = 6_000;
const PAUSE: Backoff = { firstMs: 50, maxMs: 1_000 };
/** One in this many answered requests with an id is repeated. */
const REPEAT_EVERY = 10;
/** A busy conversation is skipped; after this many, the load waits for the next tick. */
const LOOKS = 20;

export type Load = {
  /** Starts no new requests; resolves when all started ones are answered or given up. */
  stop(): Promise<void>;
  inFlight(): number;
};

export function startLoad(options: {
  stage: Stage;
  ledger: Ledger;
  random: Random;
  services: string[];
  emulator: string;
  operatorKey: string;
  rate: number;
  /** Milliseconds that a look-up takes, drawn between these. */
  lookUpMs: readonly [number, number];
  /** The share of sends with a look-up. */
  lookUpShare: number;
}): Load {
  const { stage, ledger, random, services } = options;
  const agent = new Agent({ connections: MAX_IN_FLIGHT, pipelining: 1 });
  const begunAt = performance.now();
  let begun = 0;
  let inFlight = 0;
  let stopping = false;

  async function post(
    url: string,
    path: string,
    body: object,
    more: Record<string, string> = {},
  ): Promise<{ status: number; body: string } | null> {
    const headers = { authorization: `Bearer ${options.operatorKey}`, 'content-type': 'application/json', ...more };
    const call: Partial<Dispatcher.RequestOptions> = { method: 'POST', headers, body: JSON.stringify(body) };
    try {
      const response = await request(url + path, {
        ...call,
        dispatcher: agent,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return { status: response.statusCode, body: await response.body.text() };
    } catch {
      return null;
    }
  }

  async function send(action: Action): Promise<void> {
    const { agentId, phoneNumber, reachable } = action.conversation;
    const looks = reachable && random.next() < options.lookUpShare;
    const state = looks ? 'look' : random.pick(['note', 'note', 'ask']);
    const params = { n: action.n, ...(looks && { delayMs: random.whole(...options.lookUpMs) }) };
    const way = random.pick(['plain', 'plain', 'key', 'messageId', 'both']);
    const headers: Record<string, string> = way === 'key' || way === 'both' ? { 'idempotency-key': randomUUID() } : {};
    const body = { params, ...((way === 'messageId' || way === 'both') && { messageId: randomUUID() }) };
    const path = `/agents/${agentId}/states/${state}/send/${phoneNumber}`;
    const ask = () => post(random.pick(services), path, body, headers);
    for (let pauseMs = PAUSE.firstMs; ; pauseMs = nextPauseMs(pauseMs, PAUSE)) {
      const answer = await ask();
      if (answer?.status === 200) {
        ledger.answered(action, (JSON.parse(answer.body) as { messageId: string }).messageId);
        if (way !== 'plain' && random.whole(1, REPEAT_EVERY) === 1) await repeat(action, ask);
        return;
      }
      if (answer && answer.status !== 503) {
        ledger.oddAnswers.push(`request ${action.n} was answered ${answer.status}: ${answer.body.slice(0, 300)}`);
        return;
      }
      ledger.unanswered += 1;
      if (way === 'plain') return;
      await delay(pauseMs);
    }
  }

  async function repeat(action: Action, ask: () => ReturnType<typeof post>): Promise<void> {
    const answer = await ask();
    if (!answer || answer.status === 503) return;
    ledger.repeats += 1;
    const same =
      answer.status === 200 && (JSON.parse(answer.body) as { messageId: string }).messageId === action.messageId;
    if (!same)
      ledger.oddAnswers.push(`the repeat of ${action.n} was answered ${answer.status}: ${answer.body.slice(0, 300)}`);
  }

  async function write(action: Action): Promise<void> {
    const { agentId, phoneNumber } = action.conversation;
    const { n } = action;
    const said =
      random.next() < 0.6
        ? { text: `#${n}` }
        : { suggestion: { text: 'tap', postbackData: JSON.stringify({ nextState: 'tapped', params: { tap: n } }) } };
    const answer = await post(options.emulator, `/emulator/handsets/${phoneNumber}/messages`, { agentId, ...said });
    if (answer?.status === 200) ledger.answered(action, (JSON.parse(answer.body) as { messageId: string }).messageId);
    else ledger.oddAnswers.push(`the emulator did not take ${n}: ${answer?.status} ${answer?.body}`);
  }

  function begin(conversation: Conversation): void {
    const writes = conversation.reachable && random.next() < 0.35;
    const action = ledger.begin(writes ? 'user' : 'send', conversation);
    conversation.busy = true;
    inFlight += 1;
    begun += 1;
    void (writes ? write(action) : send(action)).finally(() => {
      conversation.busy = false;
      inFlight -= 1;
    });
  }

  function findIdle(): Conversation | null {
    for (let look = 0; look < LOOKS; look++) {
      const conversation = random.pick(stage.conversations);
      if (!conversation.busy) return conversation;
    }
    return null;
  }

  async function run(): Promise<void> {
    while (!stopping) {
      const due = ((performance.now() - begunAt) * options.rate) / 1000;
      while (begun < due && inFlight < MAX_IN_FLIGHT) {
        const conversation = findIdle();
        if (!conversation) break;
        begin(conversation);
      }
      await delay(TICK_MS);
    }
  }

  const running = run();
  return {
    inFlight: () => inFlight,
    async stop() {
      stopping = true;
      await running;
      while (inFlight > 0) await delay(TICK_MS);
      await agent.destroy();
    },
  };
}
