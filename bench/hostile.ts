/**
 * An account that abuses its templates as far as the limits allow: endless loops, comparisons of everything that a
 * request may hold, thousands of templates a turn, previews of half a megabyte. None of its messages can be sent, so
 * that only its templates affect the others.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { setUpAgents } from './api.ts';
import type { Rig } from './rig.ts';
import type { TakenByBusy } from './sink.ts';
import { phoneNumbers, sendPath } from './traffic.ts';

export type Hostile = {
  /** How often each was requested. */
  asked: Record<string, number>;
  /** Runs until it is disposed of, and ends when all its requests have ended. */
  attack(): Promise<AsyncDisposable>;
};

const says = (text: string) => ({ template: { contentMessage: { text } } });

const CHAIN_LENGTH = 49;
const CHAIN = `{% assign x = params.x${' | url_encode | url_decode'.repeat(15)} %}{% if x == 'x' %}true{% endif %}`;
const chainState = (index: number): [string, object] => [
  `chain-${index}`,
  {
    transitions: [
      ...Array.from({ length: 99 }, () => ({ condition: CHAIN, nextState: 'nowhere' })),
      { condition: 'true', nextState: `chain-${index + 1}` },
    ],
  },
];

const STATES = {
  loop: says(
    '{% for a in (1..900) %}{% for b in (1..900) %}{% for c in (1..900) %}{% endfor %}{% endfor %}{% endfor %}',
  ),
  compare: says('{% if params.a == params.b %}{% endif %}'.repeat(90)),
  search: says('{% if params.text contains params.word %}{% endif %}'.repeat(70)),
  ...Object.fromEntries(Array.from({ length: CHAIN_LENGTH }, (_, index) => chainState(index))),
  [`chain-${CHAIN_LENGTH}`]: says('{{ params.nothing }}'),
};

/** Serialized once. */
const bytesOf = (body: object) => Buffer.from(JSON.stringify(body));
const ones = (count: number) => Array.from({ length: count }, () => 1);
const word = (length: number) => `${'a'.repeat(200)}b${'a'.repeat(length)}`;

/** Its requests and their rates: more than two threads, and the main one, have time for. */
const SENDS: Record<string, { stateId: string; perSecond: number; params: object }> = {
  'loops without end': { stateId: 'loop', perSecond: 6, params: {} },
  'comparisons of arrays': { stateId: 'compare', perSecond: 2, params: { a: ones(15_000), b: ones(15_000) } },
  'searches of texts': { stateId: 'search', perSecond: 2, params: { text: 'a'.repeat(45_000), word: word(15_000) } },
  'thousands of templates': { stateId: 'chain-0', perSecond: 1, params: { x: '€'.repeat(120) } },
};
const PREVIEW = {
  ...says('{% if params.a == params.b %}{% endif %}'.repeat(90)),
  params: { a: ones(120_000), b: ones(120_000) },
};

const HANDSETS = 1_000;
const LOOK_EVERY_MS = 100;

export async function startHostile(rig: Rig, accountId: string, signal: AbortSignal): Promise<Hostile> {
  const { agentIds, clientToken } = await setUpAgents(rig, { config: {}, states: STATES }, ['/busy'], accountId);
  const numbers = phoneNumbers('+1556', HANDSETS);
  const headers = { authorization: `Bearer ${clientToken}`, 'content-type': 'application/json' };
  // Not the client, and not `fetch`: this process measures the other account, and must not wait for this one's garbage.
  const pool = new Pool(rig.service.url);
  const asked: Record<string, number> = {};
  let sent = 0;

  async function ask(what: string, path: string, body: Buffer): Promise<void> {
    asked[what] = (asked[what] ?? 0) + 1;
    const response = await pool.request({ method: 'POST', path, headers, body });
    await response.body.dump();
  }

  async function send(what: string, { stateId, perSecond, params }: (typeof SENDS)[string], until: AbortSignal) {
    const body = bytesOf({ params });
    while (!until.aborted) {
      await ask(what, sendPath(agentIds[0], numbers[sent++ % HANDSETS], stateId), body);
      await delay(1000 / perSecond);
    }
  }

  async function preview(until: AbortSignal) {
    const body = bytesOf(PREVIEW);
    while (!until.aborted) await ask('previews of half a megabyte', `/agents/${agentIds[0]}/previews`, body);
  }

  return {
    asked,
    async attack() {
      const stopping = new AbortController();
      const all = [
        ...Object.entries(SENDS).map(([what, kind]) => send(what, kind, stopping.signal)),
        preview(stopping.signal),
      ];
      return {
        async [Symbol.asyncDispose]() {
          stopping.abort();
          await Promise.all(all);
          while ((await rig.sink.ask<TakenByBusy>('takenByBusy')).counts['FAILED'] !== sent) {
            await delay(LOOK_EVERY_MS, undefined, { signal });
          }
        },
      };
    },
  };
}
