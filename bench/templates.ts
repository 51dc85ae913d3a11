/**
 * `bench -- isolate-templates`: one account uses templates as badly as the limits allow, while another one sends at a
 * steady rate. How much longer do the other's messages take than alone, and how long does nobody get an answer?
 */
import { setTimeout as delay } from 'node:timers/promises';
import { setUpAccount, setUpAgents, setUpHandsets } from './api.ts';
import { type Course, medianBy, startCourse } from './course.ts';
import { type Hostile, startHostile } from './hostile.ts';
import { describeMachine, loadAverage, type Machine } from './machine.ts';
import { processesOf, type Rig, startRig } from './rig.ts';
import { type SendRound, sendRound } from './rounds.ts';
import { MAX_MESSAGES, warmUpCount } from './service.ts';
import { noticeFor, phoneNumbers, sends } from './traffic.ts';

export type TemplatesSettings = {
  handsets: number;
  /** Requests a second of the measured account. */
  rate: number;
  seconds: number;
  repeat: number;
};

/** What the measured account sends: one rendered by the main thread, one by another thread. */
export const KINDS = ['text', 'loop'] as const;
export const SIDES = ['alone', 'beside'] as const;

/** `healthzMs`: the longest response time of `/healthz` meanwhile. */
type TemplatesRound = SendRound & { healthzMs: number };
/** The rounds to compare, one after the other. */
export type Turn = Record<(typeof SIDES)[number], TemplatesRound>;

export type TemplatesResult = {
  machine: Machine;
  loadAverageAfter: number;
  settings: TemplatesSettings;
  /** All turns of each kind. */
  turns: Record<(typeof KINDS)[number], Turn[]>;
  /** The hostile account's requests in all its rounds. */
  asked: Record<string, number>;
  breaches: string[];
};

const WARM_UP_CONNECTIONS = 64;
const HEALTHZ_EVERY_MS = 10;

const MEASURED = {
  config: {},
  states: {
    text: { template: { contentMessage: { text: noticeFor('{{ params.n }}') } } },
    loop: { template: { contentMessage: { text: '{% for i in (1..3) %}{{ params.n }} {% endfor %}' } } },
  },
};

/** The maximum seconds of a round; a turn has two of each kind. */
export function maxTemplatesSeconds({ handsets, rate, repeat }: Omit<TemplatesSettings, 'seconds'>): number {
  return Math.floor((MAX_MESSAGES - KINDS.length * warmUpCount(handsets)) / (4 * rate * repeat));
}

export async function runTemplates(
  settings: TemplatesSettings,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<TemplatesResult> {
  const machine = await describeMachine();
  const course = startCourse(say, signal);
  say('starting the service, the emulator and the webhook sink');
  await using rig = await startRig({ signal });
  const hostile = await startHostile(rig, await setUpAccount(rig, 'Hostile'), signal);
  const round = await prepareRounds(rig, course, settings);
  const turns: TemplatesResult['turns'] = { text: [], loop: [] };
  for (let repeat = 1; repeat <= settings.repeat; repeat++) {
    for (const kind of KINDS) {
      const name = `turn ${repeat}, ${kind}`;
      turns[kind].push({
        alone: await round(`${name}, alone`, kind, null),
        beside: await round(`${name}, beside the hostile account`, kind, hostile),
      });
    }
  }
  return {
    machine,
    loadAverageAfter: loadAverage(),
    settings,
    turns,
    asked: hostile.asked,
    breaches: course.breaches,
  };
}

/** Of the p99 end to end. */
export const ratioOf = ({ alone, beside }: Turn) =>
  (beside.endToEnd?.p99 ?? Number.NaN) / (alone.endToEnd?.p99 ?? Number.NaN);

export const medianTurn = (turns: readonly Turn[]) => medianBy(turns, ratioOf);

async function prepareRounds(rig: Rig, course: Course, { handsets, rate, seconds }: TemplatesSettings) {
  const { agentIds, clientToken } = await setUpAgents(rig, MEASURED, ['/webhook']);
  const numbers = phoneNumbers('+1555', handsets);
  await setUpHandsets(rig, numbers, { receipts: false });
  const ground = { rig, processes: processesOf(rig), signal: course.signal };
  const target = (kind: (typeof KINDS)[number]) => sends(rig.service.url, clientToken, agentIds, numbers, kind);
  for (const kind of KINDS) {
    await course.round(`warm-up, ${kind}`, () =>
      sendRound(ground, target(kind), warmUpCount(handsets), { connections: WARM_UP_CONNECTIONS }, ['SENT']),
    );
  }

  return (name: string, kind: (typeof KINDS)[number], hostile: Hostile | null): Promise<TemplatesRound> =>
    course.round(name, async () => {
      await using _attack = hostile && (await hostile.attack());
      await using healthz = watchHealthz(rig.service.url);
      const sent = await sendRound(ground, target(kind), rate * seconds, { perSecond: rate }, ['SENT']);
      return { ...sent, healthzMs: healthz.longestMs() };
    });
}

function watchHealthz(url: string): AsyncDisposable & { longestMs(): number } {
  let longestMs = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await (await fetch(`${url}/healthz`)).arrayBuffer();
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      await delay(HEALTHZ_EVERY_MS);
    }
  })();
  return {
    longestMs: () => longestMs,
    async [Symbol.asyncDispose]() {
      isOver = true;
      await watching;
    },
  };
}
