/**
 * `bench -- send`: how many sends a second the service takes and brings to their end, how long they take at half of
 * that, the same for the way from a user's message to the reply, and beside it all the bare relay of `relay.ts`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { platformToken, setUpHandsets, setUpTenant, type Tenant, TRANSCRIPT_LIMIT } from './api.ts';
import { startChild } from './child.ts';
import type { Target } from './load.ts';
import { describeMachine, loadAverage, type Machine } from './machine.ts';
import { type Profile, readProfile, sampleDatabase } from './profile.ts';
import type { RelayOptions } from './relay.ts';
import { type Rig, startRig } from './rig.ts';
import { type Ground, type ReplyRound, replyRound, type SendRound, sendRound } from './rounds.ts';

export type SendSettings = {
  /** Requests of each round. */
  count: number;
  handsets: number;
  connections: number;
  receipts: boolean;
  profile: boolean;
};

export type SendResult = {
  machine: Machine;
  loadAverageAfter: number;
  settings: SendSettings;
  service: { full: SendRound; half: SendRound };
  relay: { full: SendRound; half: SendRound };
  reply: { full: ReplyRound; half: ReplyRound };
  /** End to end at full load. */
  serviceToRelay: number;
  /** What was lost, doubled or refused, with the round; a bench that has any fails. */
  breaches: string[];
  profile: Profile | null;
};

/** The emulator holds 500,000 undelivered messages; a run makes six rounds and the warm-ups. */
export const MAX_COUNT = 80_000;
/** A round must fit into what the emulator keeps of a handset: half of it are the user's messages. */
export const MAX_COUNT_PER_HANDSET = TRANSCRIPT_LIMIT / 2;

/** So that every number's capability check is answered and cached, and the code is compiled. */
const WARM_UP_ROUNDS_PER_HANDSET = 2;
const MIN_WARM_UP = 5_000;
/** Between two rounds, so that one does not pay for what the one before left to be written. */
const SETTLE_MS = 1_000;
/** What "at half the load that it can take" means. */
const HALF = 0.5;

/** About as long as a real notice. */
const noticeFor = (n: number | string) => `Hello! Parcel ${n} is on its way to you today between 2 and 4 pm.`;
const replyTo = (text: string) => `You said: ${text}`;
const AGENT = {
  config: { defaultState: 'reply' },
  states: {
    notice: { template: { contentMessage: { text: noticeFor('{{ params.n }}') } } },
    reply: { template: { contentMessage: { text: replyTo('{{ message.text }}') } } },
  },
};

export async function runSend(
  settings: SendSettings,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<SendResult> {
  const { count, handsets, connections, receipts } = settings;
  const machine = await describeMachine();
  say('starting the service, the emulator and the webhook sink');
  await using rig = await startRig({ profile: settings.profile, signal });
  const tenant = await setUpTenant(rig, AGENT);
  await using relay = await startRelay(rig, tenant);
  // The relay takes no receipts, so its numbers never deliver.
  const numbers = { service: phoneNumbers('+1555', handsets), relay: phoneNumbers('+1556', handsets) };
  await setUpHandsets(rig, numbers.service, { receipts });
  await setUpHandsets(rig, numbers.relay, { receipts: false });

  const targets = targetsOf(rig, tenant, relay.url, numbers);
  const ground: Ground = {
    rig,
    processes: {
      service: { pid: rig.service.pid },
      PostgreSQL: { pid: rig.postgres.pid, children: true },
      relay: { pid: relay.pid },
      emulator: { pid: rig.emulator.pid },
      sink: { pid: rig.sink.pid },
      load: { pid: process.pid },
    },
    signal,
  };
  const ownEvents = receipts ? ['SENT', 'DELIVERED'] : ['SENT'];
  const full = { connections };
  const breaches: string[] = [];

  /** Says what begins, lets the last one settle, and keeps what went wrong. */
  async function round<Result extends { breaches: string[] }>(name: string, measure: () => Promise<Result>) {
    await delay(SETTLE_MS, undefined, { signal });
    say(name);
    const result = await measure();
    breaches.push(...result.breaches.map((breach) => `${name}: ${breach}`));
    return result;
  }
  const throughService = (name: string, total: number, pace: typeof full | { perSecond: number }) =>
    round(name, () => sendRound(ground, targets.service, total, pace, ownEvents));
  const throughRelay = (name: string, total: number, pace: typeof full | { perSecond: number }) =>
    round(name, () => sendRound(ground, targets.relay, total, pace, ['SENT']));
  const inbound = { phoneNumbers: numbers.service, events: [...ownEvents, 'UserMessage'], replyTo };
  const replies = (name: string, total: number, pace: typeof full | { perSecond: number }) =>
    round(name, () => replyRound(ground, targets.user(name), total, pace, inbound));

  const warmUp = Math.max(handsets * WARM_UP_ROUNDS_PER_HANDSET, MIN_WARM_UP);
  await throughService('warm-up, service', warmUp, full);
  await throughRelay('warm-up, relay', warmUp, full);
  const sampler = settings.profile ? sampleDatabase(rig.postgres.url) : null;
  const serviceFull = await throughService('full load, service', count, full);
  const statements = (await sampler?.stop()) ?? [];
  const relayFull = await throughRelay('full load, relay', count, full);
  const serviceHalf = await throughService('half load, service', count, {
    perSecond: serviceFull.endToEndPerSecond * HALF,
  });
  const relayHalf = await throughRelay('half load, relay', count, { perSecond: relayFull.endToEndPerSecond * HALF });
  await replies('warm-up, replies', Math.min(MIN_WARM_UP, count), full);
  const replyFull = await replies('full load, replies', count, full);
  const replyHalf = await replies('half load, replies', count, { perSecond: replyFull.repliesPerSecond * HALF });

  await rig.stopService();
  return {
    machine,
    loadAverageAfter: loadAverage(),
    settings,
    service: { full: serviceFull, half: serviceHalf },
    relay: { full: relayFull, half: relayHalf },
    reply: { full: replyFull, half: replyHalf },
    serviceToRelay: serviceFull.endToEndPerSecond / relayFull.endToEndPerSecond,
    breaches,
    profile:
      rig.profileDir === null ? null : { statements, ...(await readProfile(rig.profileDir, serviceFull.window)) },
  };
}

async function startRelay(rig: Rig, { clientToken, signingToken }: Tenant) {
  const options: RelayOptions = {
    clientToken,
    signingToken,
    platformToken: await platformToken(rig),
    emulatorUrl: rig.emulator.url,
    sinkUrl: rig.sink.url,
  };
  return startChild('./relay.ts', options);
}

function targetsOf(
  { service, emulator, operatorKey }: Rig,
  { agentId, clientToken }: Tenant,
  relayUrl: string,
  numbers: { service: string[]; relay: string[] },
) {
  const sendPath = (agent: string, list: string[], n: number) =>
    `/agents/${agent}/states/notice/send/${list[n % list.length]}`;
  return {
    service: {
      url: service.url,
      token: clientToken,
      request: (n) => ({ path: sendPath(agentId, numbers.service, n), body: JSON.stringify({ params: { n } }) }),
    } satisfies Target as Target,
    relay: {
      url: relayUrl,
      token: clientToken,
      request: (n) => ({ path: sendPath('relay', numbers.relay, n), body: JSON.stringify({ text: noticeFor(n) }) }),
    } satisfies Target as Target,
    /** Every message says something else, so that its reply can be told from the others. */
    user: (round: string): Target => ({
      url: emulator.url,
      token: operatorKey,
      request: (n) => ({
        path: `/emulator/handsets/${numbers.service[n % numbers.service.length]}/messages`,
        body: JSON.stringify({ agentId, text: `${round} ${n}` }),
      }),
    }),
  };
}

const phoneNumbers = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(7, '0')}`);
