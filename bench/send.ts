/**
 * `bench -- send`: how many sends a second the service accepts and completes, their latency at half of that, the same
 * for a user's message until the reply, and for comparison the bare relay of `relay.ts`.
 */
import { platformToken, setUpHandsets, setUpTenant, type Tenant } from './api.ts';
import { type Child, startChild } from './child.ts';
import type { Collected } from './collector.ts';
import { type Course, medianBy, startCourse } from './course.ts';
import type { Target } from './load.ts';
import { describeMachine, loadAverage, type Machine } from './machine.ts';
import { type Profile, readProfile, sampleDatabase } from './profile.ts';
import type { RelayOptions } from './relay.ts';
import { type Rig, startRig } from './rig.ts';
import { type Ground, type Pace, type ReplyRound, type SendRound, sendRound } from './rounds.ts';
import { half, MAX_COUNT_PER_HANDSET, MAX_MESSAGES, prepareService, warmUpCount } from './service.ts';
import { AGENT, noticeFor, phoneNumbers, sendPath } from './traffic.ts';
import { withWal } from './wal.ts';

export type SendSettings = {
  /** Requests of each round. */
  count: number;
  handsets: number;
  connections: number;
  /** How often the full loads are measured, service and relay in turn; the pair with the median ratio counts. */
  repeat: number;
  receipts: boolean;
  profile: boolean;
  /** The service sends the traces of everything to a collector. */
  traces: boolean;
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
  /** At full load: bytes of write-ahead log for each send. */
  walBytes: number;
  breaches: string[];
  profile: Profile | null;
  /** What the collector took; null without traces. */
  collected: Collected | null;
};

/** Service and relay at half load, replies at full and at half. */
const OTHER_ROUNDS = 4;

/** The maximum requests of a round. */
export function maxSendCount({ handsets, repeat }: { handsets: number; repeat: number }): number {
  return Math.min(handsets * MAX_COUNT_PER_HANDSET, Math.floor(MAX_MESSAGES / (2 * repeat + OTHER_ROUNDS)));
}

export async function runSend(
  settings: SendSettings,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<SendResult> {
  const machine = await describeMachine();
  say('starting the service, the emulator and the webhook sink');
  await using collector = settings.traces ? await startChild('./collector.ts', {}) : null;
  const environment = collector ? { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } : {};
  await using rig = await startRig({ profile: settings.profile, environment, signal });
  const tenant = await setUpTenant(rig, AGENT);
  await using relay = await startRelay(rig, tenant);
  const course = startCourse(say, signal);
  const { count, handsets, connections, receipts } = settings;
  const service = await prepareService(rig, course, { tenant, handsets, receipts, beside: { relay } });
  const relayed = await prepareRelay(rig, course, { relay, tenant, handsets, ground: service.ground });
  const full = { connections };

  await service.warmUp('warm-up, service', connections);
  await relayed('warm-up, relay', warmUpCount(handsets), full);
  const pairs: Pair[] = [];
  const sampler = settings.profile ? sampleDatabase(rig.postgres.url) : null;
  let statements: Profile['statements'] = [];
  for (let turn = 1; turn <= settings.repeat; turn++) {
    const load = () => service.send(`full load ${turn}, service`, count, full);
    const [measured, bytes] = await withWal(rig.postgres.url, load);
    if (turn === 1 && sampler) statements = await sampler.stop();
    const other = await relayed(`full load ${turn}, relay`, count, full);
    pairs.push({ service: measured, relay: other, walBytes: bytes / count });
  }
  const median = medianBy(pairs, ratioOf);
  const serviceHalf = await service.send('half load, service', count, half(median.service.endToEndPerSecond));
  const relayHalf = await relayed('half load, relay', count, half(median.relay.endToEndPerSecond));
  await service.warmUpReplies('warm-up, replies', count, connections);
  const replyFull = await service.replies('full load, replies', count, full);
  const replyHalf = await service.replies('half load, replies', count, half(replyFull.repliesPerSecond));

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
    walBytes: median.walBytes,
    breaches: course.breaches,
    profile: functions && { ...functions, statements },
    collected: collector && (await collector.ask<Collected>('collected')),
  };
}

type Pair = { service: SendRound; relay: SendRound; walBytes: number };
const ratioOf = ({ service, relay }: Pair) => service.endToEndPerSecond / relay.endToEndPerSecond;

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

async function prepareRelay(
  rig: Rig,
  course: Course,
  { relay, tenant, handsets, ground }: { relay: Child; tenant: Tenant; handsets: number; ground: Ground },
) {
  const numbers = phoneNumbers('+1556', handsets);
  // Without receipts, so its numbers never deliver.
  await setUpHandsets(rig, numbers, { receipts: false });
  const target: Target = {
    url: relay.url,
    token: tenant.clientToken,
    request: (n) => ({
      path: sendPath('relay', numbers[n % numbers.length]),
      body: JSON.stringify({ text: noticeFor(n) }),
    }),
  };
  return (name: string, count: number, pace: Pace) =>
    course.round(name, () => sendRound(ground, target, count, pace, ['SENT']));
}
