/**
 * `bench -- large`: how much memory the service takes under the largest load that it accepts. Sends with 64 KB of
 * params, messages of 245 KB, connector responses of 250 KB, many conversations, one endpoint that hangs; and the same
 * while the platform accepts no message. The resident memory of the service is measured, including all its threads.
 */
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { emulatorCounts, setUpAgents, setUpHandsets } from './api.ts';
import { type Course, startCourse } from './course.ts';
import { closedLoop, type Target } from './load.ts';
import { describeMachine, loadAverage, type Machine } from './machine.ts';
import { residentMiB } from './memory.ts';
import { type Rig, startRig } from './rig.ts';
import { phoneNumbers, sendPath, userMessages } from './traffic.ts';

export type LargeSettings = {
  /** Requests of each round. */
  count: number;
  handsets: number;
  connections: number;
  /** How long the platform accepts nothing. */
  seconds: number;
};

/** `peakMiB`: the maximum until everything caused by the phase was done. */
type Phase = { name: string; peakMiB: number; seconds: number };

export type LargeResult = {
  machine: Machine;
  loadAverageAfter: number;
  settings: LargeSettings;
  phases: Phase[];
  /** After a while without requests. */
  restMiB: number | null;
  breaches: string[];
};

/** The first one's endpoint accepts every event and never answers. */
const AGENTS = 4;
const SAMPLE_MS = 50;
const LOOK_EVERY_MS = 500;
/** V8 returns freed memory once nothing is allocated for a while. */
const REST_MS = 60_000;
/** Until the backlog is done: a message's next attempt comes after at most 36 s. */
const DRAIN_PATIENCE_MS = 300_000;
/** With `params` around it a body of just under 64 KiB. */
const PARAM = 'x'.repeat(64_000);
/** Five of them fill a session. */
const PARAM_NAMES = 5;
/** The longest text that a handset of the emulator can send. */
const LARGEST_TEXT = 'y'.repeat(19_900);

export async function runLarge(
  settings: LargeSettings,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<LargeResult> {
  const machine = await describeMachine();
  const course = startCourse(say, signal);
  say('starting the service, the emulator and the webhook sink');
  await using rig = await startRig({ signal });
  const stage = await setStage(rig, settings);
  const phases: Phase[] = [];
  const phase = async (name: string, work: () => Promise<string[]>) => {
    phases.push(await course.round(name, () => observed(rig, name, work)));
  };

  await phase('as it starts', async () => []);
  await phase('sends with the largest params', () => stage.load(stage.sends('params'), course));
  await phase('sends whose flow asks for the largest answer', () => stage.load(stage.sends('asking'), course));
  await phase('the longest messages of users', () => stage.load(stage.userMessages, course));
  await phase('the platform takes no message', async () => {
    await stage.refuse(true);
    // One for each conversation, because a conversation dispatches one at a time.
    const answered = stage.ask(stage.sends('large'), course, settings.handsets);
    await delay(settings.seconds * 1000, undefined, { signal });
    await stage.refuse(false);
    return [...(await answered), ...(await stage.drain(course))];
  });
  say('resting');
  await delay(REST_MS, undefined, { signal });
  const restMiB = await residentMiB(rig.service.pid);
  return { machine, loadAverageAfter: loadAverage(), settings, phases, restMiB, breaches: course.breaches };
}

async function observed(
  rig: Rig,
  name: string,
  work: () => Promise<string[]>,
): Promise<Phase & { breaches: string[] }> {
  let peakMiB = 0;
  const look = async () => {
    peakMiB = Math.max(peakMiB, (await residentMiB(rig.service.pid)) ?? 0);
  };
  await look();
  const sampler = setInterval(look, SAMPLE_MS);
  const begunMs = performance.now();
  try {
    const breaches = await work();
    return { name, peakMiB, seconds: (performance.now() - begunMs) / 1000, breaches };
  } finally {
    clearInterval(sampler);
  }
}

async function setStage(rig: Rig, { count, handsets, connections }: LargeSettings) {
  const endpoints = Array.from({ length: AGENTS }, (_, n) => (n === 0 ? '/busy' : `/webhook/${n}`));
  const agent = { config: { defaultState: 'large' }, states: statesOf(rig.sink.url) };
  const { agentIds, clientToken } = await setUpAgents(rig, agent, endpoints);
  const numbers = phoneNumbers('+1555', handsets);
  await setUpHandsets(rig, numbers, { receipts: false });
  await rig.sink.ask('hang');
  let expected = 0;

  const sends = (stateId: 'params' | 'asking' | 'large'): Target => ({
    url: rig.service.url,
    token: clientToken,
    request: (n) => ({
      path: sendPath(agentIds[n % AGENTS], numbers[n % handsets], stateId),
      body: JSON.stringify(
        stateId === 'params' ? { params: { [`p${Math.floor(n / handsets) % PARAM_NAMES}`]: PARAM } } : {},
      ),
    }),
  });

  async function ask(target: Target, { signal }: Course, requests = count): Promise<string[]> {
    const { startedMs, refused } = await closedLoop(target, { count: requests, connections, signal });
    expected += startedMs.size;
    return refused.count > 0 ? [`${refused.count} requests were refused, the first with: ${refused.example}`] : [];
  }

  /** Waits until everything has been dispatched, and returns what is missing. */
  async function drain({ signal }: Course): Promise<string[]> {
    const sql = postgres(rig.postgres.url, { max: 1 });
    try {
      for (const giveUpAt = performance.now() + DRAIN_PATIENCE_MS; ; ) {
        const [row] = await sql<{ left: number }[]>`
          select (select count(*) from inbox)::int + (select count(*) from outbox)::int as left`;
        const { accepted } = await emulatorCounts(rig);
        if (row?.left === 0 && accepted === expected) return [];
        if (performance.now() > giveUpAt) return [`${row?.left} wait; ${accepted} messages accepted, not ${expected}`];
        await delay(LOOK_EVERY_MS, undefined, { signal });
      }
    } finally {
      await sql.end();
    }
  }

  return {
    sends,
    userMessages: userMessages(rig, agentIds[1]!, numbers, LARGEST_TEXT),
    ask,
    drain,
    load: async (target: Target, course: Course) => [...(await ask(target, course)), ...(await drain(course))],
    /** Whether the platform answers every message with 503. */
    refuse: (isOn: boolean) =>
      setUpHandsets(rig, numbers, { receipts: false, faults: isOn ? [{ status: 503, times: 1_000_000 }] : [] }),
  };
}

/** Liquid in every text, so that each message has its own strings and shares none with others. */
function statesOf(sinkUrl: string) {
  const text = (length: number) => `{{ user.phoneNumber }} ${'z'.repeat(length - 20)}`;
  const reply = () => ({ reply: { text: 'Tell me more', postbackData: text(2_000) } });
  const card = () => ({
    title: text(190),
    description: text(1_900),
    suggestions: [reply(), reply(), reply(), reply()],
  });
  const link = () => ({
    action: {
      text: 'Look',
      postbackData: text(2_000),
      openUrlAction: { url: `https://example.com/${'u'.repeat(1_900)}`, description: text(8_500) },
    },
  });
  const contentMessage = {
    richCard: { carouselCard: { cardWidth: 'MEDIUM', cardContents: Array.from({ length: 10 }, card) } },
    suggestions: Array.from({ length: 11 }, link),
  };
  const operation = {
    connectorId: 'http',
    authenticationId: 'none',
    operation: 'request',
    contextKey: 'found',
    data: { method: 'GET', url: `${sinkUrl}/large` },
  };
  const large = { template: { contentMessage } };
  return { large, params: large, asking: { ...large, operations: [operation] } };
}
