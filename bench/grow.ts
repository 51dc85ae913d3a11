/**
 * `bench -- grow`: two services side by side, one on an empty database, one on one with millions of rows, measured in
 * turn. The empty one is the baseline: filling takes so long that the machine's speed may have changed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { setUpTenant } from './api.ts';
import { medianBy, startCourse } from './course.ts';
import { checkDisk, expectedBytes, type Fill, fill, gigabytes, type Sizes } from './fill.ts';
import { describeMachine, loadAverage, type Machine } from './machine.ts';
import { residentMiB } from './memory.ts';
import { type Rig, startRig } from './rig.ts';
import type { ReplyRound, SendRound } from './rounds.ts';
import {
  half,
  MAX_COUNT_PER_HANDSET,
  MAX_MESSAGES,
  prepareService,
  type ServiceRounds,
  warmUpCount,
} from './service.ts';
import { AGENT, phoneNumbers } from './traffic.ts';

/** Before memory is read: V8 returns freed memory once nothing is allocated for a while. */
const REST_MS = 60_000;

export type GrowSettings = Sizes & { count: number; handsets: number; connections: number; repeat: number };

type Both<Figure> = { empty: Figure; grown: Figure };

export type GrowResult = {
  machine: Machine;
  loadAverageAfter: number;
  settings: GrowSettings;
  fill: Fill;
  /** The pair with the median ratio. */
  full: Both<SendRound>;
  /** At the same pace, half the empty one's rate. */
  half: Both<SendRound>;
  replyFull: Both<ReplyRound>;
  replyHalf: Both<ReplyRound>;
  /** End to end at full load, grown ÷ empty, in the order of measurement. */
  ratios: number[];
  /** Of the service: after warm-up, and after the last round. */
  memoryMiB: Both<{ before: number | null; after: number | null }>;
  breaches: string[];
};

/** Sends at half load, replies at full and at half, and their warm-up. */
const OTHER_ROUNDS = 4;

/** The maximum requests of a round. */
export function maxGrowCount({ handsets, repeat }: { handsets: number; repeat: number }): number {
  return Math.min(
    handsets * MAX_COUNT_PER_HANDSET,
    Math.floor((MAX_MESSAGES - warmUpCount(handsets)) / (repeat + OTHER_ROUNDS)),
  );
}

export async function runGrow(
  settings: GrowSettings,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<GrowResult> {
  const machine = await describeMachine();
  await checkDisk(settings);
  const course = startCourse(say, signal);
  say('starting two services, each with an emulator and a webhook sink');
  await using emptyRig = await startRig({ signal });
  await using grownRig = await startRig({ signal });
  const rigs: Both<Rig> = { empty: emptyRig, grown: grownRig };
  const tenants = await both((which) => setUpTenant(rigs[which], AGENT));
  say(`filling one of them: ${gigabytes(expectedBytes(settings))} expected`);
  const measured = { agentId: tenants.grown.agentId, phoneNumbers: phoneNumbers('+1555', settings.handsets) };
  const filled = await fill(grownRig, measured, settings, course);
  say(`filled in ${Math.round(filled.seconds)} s: ${gigabytes(filled.bytes)}`);
  const { handsets } = settings;
  const services = await both((which) =>
    prepareService(rigs[which], course, { tenant: tenants[which], handsets, receipts: false }),
  );
  await both((which) => services[which].warmUp(`warm-up, ${which}`, settings.connections));
  const memory = async () => {
    await delay(REST_MS, undefined, { signal });
    return both((which) => residentMiB(rigs[which].service.pid));
  };
  const before = await memory();
  const figures = await measure(services, settings);
  const after = await memory();
  return {
    machine,
    loadAverageAfter: loadAverage(),
    settings,
    fill: filled,
    ...figures,
    memoryMiB: await both(async (which) => ({ before: before[which], after: after[which] })),
    breaches: course.breaches,
  };
}

async function measure(services: Both<ServiceRounds>, { count, connections, repeat }: GrowSettings) {
  const pace = { connections };
  const sends: Both<SendRound>[] = [];
  for (let turn = 1; turn <= repeat; turn++) {
    sends.push(await both((which) => services[which].send(`full load ${turn}, ${which}`, count, pace)));
  }
  const full = medianBy(sends, ratioOf);
  const sendPace = half(full.empty.endToEndPerSecond);
  const halfLoad = await both((which) => services[which].send(`half load, ${which}`, count, sendPace));
  await both((which) => services[which].warmUpReplies(`warm-up, replies, ${which}`, count, connections));
  const replyFull = await both((which) => services[which].replies(`full load, replies, ${which}`, count, pace));
  const replyPace = half(replyFull.empty.repliesPerSecond);
  const replyHalf = await both((which) => services[which].replies(`half load, replies, ${which}`, count, replyPace));
  return { full, half: halfLoad, replyFull, replyHalf, ratios: sends.map(ratioOf) };
}

export const ratioOf = ({ empty, grown }: Both<SendRound>) => grown.endToEndPerSecond / empty.endToEndPerSecond;

/** One after the other, so that they do not disturb each other. */
async function both<Figure>(work: (which: 'empty' | 'grown') => Promise<Figure>): Promise<Both<Figure>> {
  return { empty: await work('empty'), grown: await work('grown') };
}
