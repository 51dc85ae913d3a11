/**
 * `bench -- send`: how many sends a second the service takes and brings to their end, how long they take at half of
 * that, the same for the way from a user's message to the reply, and beside it all the bare relay of `relay.ts`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { platformToken, setUpHandsets, setUpTenant, type Tenant, TRANSCRIPT_LIMIT } from './api.ts';
import { type Child, startChild } from './child.ts';
import type { Target } from './load.ts';
import { describeMachine, loadAverage, type Machine } from './machine.ts';
import { type Profile, readProfile, sampleDatabase } from './profile.ts';
import type { RelayOptions } from './relay.ts';
import { type Rig, startRig } from './rig.ts';
import { type Ground, type Pace, type ReplyRound, replyRound, type SendRound, sendRound } from './rounds.ts';

export type SendSettings = {
  /** Requests of each round. */
  count: number;
  handsets: number;
  connections: number;
  /** How often the full loads are measured, service and relay in turn; the pair with the median ratio counts. */
  repeat: number;
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
  /** End to end at full load: of each pair, in the order of measurement, and their median. */
  ratios: number[];
  serviceToRelay: number;
  /** What was lost, doubled or refused, with the round; a bench that has any fails. */
  breaches: string[];
  profile: Profile | null;
};

/** The emulator holds as many undelivered messages; the warm-ups take a part of them. */
const MAX_MESSAGES = 400_000;
/** Service and relay at half load, replies at full and at half. */
const OTHER_ROUNDS = 4;
/** A round must fit into what the emulator keeps of a handset: half of it are the user's messages. */
const MAX_COUNT_PER_HANDSET = TRANSCRIPT_LIMIT / 2;

/** The most requests of a round. */
export function maxCount({ handsets, repeat }: { handsets: number; repeat: number }): number {
  return Math.min(handsets * MAX_COUNT_PER_HANDSET, Math.floor(MAX_MESSAGES / (2 * repeat + OTHER_ROUNDS)));
}

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
  const machine = await describeMachine();
  say('starting the service, the emulator and the webhook sink');
  await using rig = await startRig({ profile: settings.profile, signal });
  const tenant = await setUpTenant(rig, AGENT);
  await using relay = await startRelay(rig, tenant);
  const rounds = await prepareRounds({ rig, tenant, relay, settings, say, signal });
  const { count, handsets, connections } = settings;
  const full = { connections };
  const half = (perSecond: number) => ({ perSecond: perSecond * HALF });

  const warmUp = Math.max(handsets * WARM_UP_ROUNDS_PER_HANDSET, MIN_WARM_UP);
  await rounds.service('warm-up, service', warmUp, full);
  await rounds.relay('warm-up, relay', warmUp, full);
  const pairs: Pair[] = [];
  const sampler = settings.profile ? sampleDatabase(rig.postgres.url) : null;
  let statements: Profile['statements'] = [];
  for (let turn = 1; turn <= settings.repeat; turn++) {
    const service = await rounds.service(`full load ${turn}, service`, count, full);
    if (turn === 1 && sampler) statements = await sampler.stop();
    pairs.push({ service, relay: await rounds.relay(`full load ${turn}, relay`, count, full) });
  }
  const median = pairs.toSorted((a, b) => ratioOf(a) - ratioOf(b))[Math.floor(pairs.length / 2)]!;
  const serviceHalf = await rounds.service('half load, service', count, half(median.service.endToEndPerSecond));
  const relayHalf = await rounds.relay('half load, relay', count, half(median.relay.endToEndPerSecond));
  await rounds.replies('warm-up, replies', Math.min(MIN_WARM_UP, count), full);
  const replyFull = await rounds.replies('full load, replies', count, full);
  const replyHalf = await rounds.replies('half load, replies', count, half(replyFull.repliesPerSecond));

  await rig.stopService();
  const { profileDir } = rig;
  const functions = profileDir === null ? null : await readProfile(profileDir, pairs[0]!.service.window);
  return {
    machine,
    loadAverageAfter: loadAverage(),
    settings,
    service: { full: median.service, half: serviceHalf },
    relay: { full: median.relay, half: relayHalf },
    reply: { full: replyFull, half: replyHalf },
    ratios: pairs.map(ratioOf),
    serviceToRelay: ratioOf(median),
    breaches: rounds.breaches,
    profile: functions && { ...functions, statements },
  };
}

type Pair = { service: SendRound; relay: SendRound };
const ratioOf = ({ service, relay }: Pair) => service.endToEndPerSecond / relay.endToEndPerSecond;

/** Sets the handsets up, and gives the three kinds of round, each of which says what begins and keeps what went wrong. */
async function prepareRounds(parts: {
  rig: Rig;
  tenant: Tenant;
  relay: Child;
  settings: SendSettings;
  say: (line: string) => void;
  signal: AbortSignal;
}) {
  const { rig, tenant, relay, say, signal } = parts;
  const { handsets, receipts } = parts.settings;
  const numbers = { service: phoneNumbers('+1555', handsets), relay: phoneNumbers('+1556', handsets) };
  await setUpHandsets(rig, numbers.service, { receipts });
  // The relay takes no receipts, so its numbers never deliver.
  await setUpHandsets(rig, numbers.relay, { receipts: false });
  const targets = targetsOf(rig, tenant, relay.url, numbers);
  const processes = {
    service: { pid: rig.service.pid },
    PostgreSQL: { pid: rig.postgres.pid, children: true },
    relay: { pid: relay.pid },
    emulator: { pid: rig.emulator.pid },
    sink: { pid: rig.sink.pid },
    load: { pid: process.pid },
  };
  const ground: Ground = { rig, processes, signal };
  const events = receipts ? ['SENT', 'DELIVERED'] : ['SENT'];
  const inbound = { phoneNumbers: numbers.service, events: [...events, 'UserMessage'], replyTo };
  const breaches: string[] = [];

  async function round<Result extends { breaches: string[] }>(name: string, measure: () => Promise<Result>) {
    await delay(SETTLE_MS, undefined, { signal });
    say(name);
    const result = await measure();
    breaches.push(...result.breaches.map((breach) => `${name}: ${breach}`));
    return result;
  }
  return {
    breaches,
    service: (name: string, count: number, pace: Pace) =>
      round(name, () => sendRound(ground, targets.service, count, pace, events)),
    relay: (name: string, count: number, pace: Pace) =>
      round(name, () => sendRound(ground, targets.relay, count, pace, ['SENT'])),
    replies: (name: string, count: number, pace: Pace) =>
      round(name, () => replyRound(ground, targets.user(name), count, pace, inbound)),
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
      request: (n: number) => ({
        path: sendPath(agentId, numbers.service, n),
        body: JSON.stringify({ params: { n } }),
      }),
    } as Target,
    relay: {
      url: relayUrl,
      token: clientToken,
      request: (n: number) => ({
        path: sendPath('relay', numbers.relay, n),
        body: JSON.stringify({ text: noticeFor(n) }),
      }),
    } as Target,
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
