/**
 * `bench -- isolate`: many agents with an endpoint each, half of all traffic to one of them. How old are the others'
 * events when they arrive: without that one, while its endpoint and its connector's system answer, while either accepts
 * requests and never answers, and while the platform accepts none of its messages? Before that: `two-endpoints.ts`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { setUpAgents, setUpHandsets } from './api.ts';
import { type Course, medianBy, startCourse } from './course.ts';
import { describeMachine, loadAverage, type Machine } from './machine.ts';
import { processesOf, type Rig, startRig } from './rig.ts';
import { type Pace, type SendRound, sendRound } from './rounds.ts';
import { MAX_MESSAGES, warmUpCount } from './service.ts';
import type { TakenByBusy } from './sink.ts';
import { AGENT, phoneNumbers, sends } from './traffic.ts';
import { FURTHER, MESSAGES_A_ROUND, measureTwoEndpoints, type TwoEndpoints } from './two-endpoints.ts';

export type IsolateSettings = {
  agents: number;
  /** For the busy agent, and as many for all the others together. */
  handsets: number;
  /** Requests a second, half of them for the busy agent; the rounds without it have the other half. */
  rate: number;
  seconds: number;
  repeat: number;
};

/** The busy agent's behaviour in a round. */
export const KINDS = ['silent', 'answering', 'hanging', 'unanswered', 'throttled'] as const;
type Kind = (typeof KINDS)[number];
/** What must not affect the others. */
export const TROUBLES = ['hanging', 'unanswered', 'throttled'] as const satisfies Kind[];
type Trouble = (typeof TROUBLES)[number];

/** The others' rounds, one of each kind within a few minutes. */
type Turn = Record<Kind, SendRound>;

export type IsolateResult = {
  machine: Machine;
  loadAverageAfter: number;
  settings: IsolateSettings;
  /** The turn whose worse ratio is the median. */
  rounds: Turn;
  /** The others' p99, end to end, in that kind of trouble, divided by the one while the busy endpoint answers. */
  ratios: Record<Trouble, number[]>;
  two: TwoEndpoints;
  /** Attempts that the hanging endpoint left unanswered, and calls that the hanging system did, in all rounds. */
  held: number;
  unanswered: number;
  breaches: string[];
};

const WARM_UP_CONNECTIONS = 64;
/** Its breaker retries after at most two minutes, and then lets twice as many through at a time. */
const DRAIN_PATIENCE_MS = 300_000;
const LOOK_EVERY_MS = 250;
/** The platform's responses for the busy agent's phones, until they are set up again. */
const THROTTLED = [{ status: 429, times: 1_000_000 }];

/** The maximum seconds of a round: a turn has one without the busy agent, at half the rate, and four with it. */
export function maxIsolateSeconds({ handsets, rate, repeat }: Omit<IsolateSettings, 'agents' | 'seconds'>): number {
  const ofTwo = 2 * handsets + FURTHER.length * MESSAGES_A_ROUND * repeat;
  return Math.floor((MAX_MESSAGES - 2 * warmUpCount(handsets) - ofTwo) / (4.5 * rate * repeat));
}

export async function runIsolate(
  settings: IsolateSettings,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<IsolateResult> {
  const machine = await describeMachine();
  const course = startCourse(say, signal);
  say('starting the service, the emulator and the webhook sink');
  await using rig = await startRig({ signal });
  const { agents, repeat, rate, seconds } = settings;
  const two: TwoEndpoints = await measureTwoEndpoints(rig, course, settings);
  say(`setting up ${agents} agents`);
  const round = await prepareRounds(rig, course, settings);
  await round('warm-up', 'answering', warmUpCount(settings.handsets), { connections: WARM_UP_CONNECTIONS });
  const pace = { perSecond: rate / 2 };
  const turns: Turn[] = [];
  for (let turn = 1; turn <= repeat; turn++) {
    const rounds: Partial<Turn> = {};
    for (const kind of KINDS) {
      rounds[kind] = await round(`turn ${turn}, busy agent ${kind}`, kind, Math.ceil(pace.perSecond * seconds), pace);
    }
    turns.push(rounds as Turn);
  }
  const busy = await rig.sink.ask<TakenByBusy>('takenByBusy');
  return {
    machine,
    loadAverageAfter: loadAverage(),
    settings,
    rounds: medianBy(turns, (turn) => Math.max(...TROUBLES.map((trouble) => ratioOf(turn, trouble)))),
    ratios: {
      hanging: turns.map((turn) => ratioOf(turn, 'hanging')),
      unanswered: turns.map((turn) => ratioOf(turn, 'unanswered')),
      throttled: turns.map((turn) => ratioOf(turn, 'throttled')),
    },
    two,
    held: busy.held,
    unanswered: busy.unanswered,
    breaches: course.breaches,
  };
}

export const ratioOf = (turn: Turn, trouble: Trouble) =>
  (turn[trouble].endToEnd?.p99 ?? Number.NaN) / (turn.answering.endToEnd?.p99 ?? Number.NaN);

/** The busy agent's state: it calls a system, and then sends the same text as the others. */
function asking(url: string) {
  const data = { method: 'GET', url };
  const operation = { connectorId: 'http', authenticationId: 'none', operation: 'request', contextKey: 'found', data };
  return { ...AGENT.states.notice, operations: [operation] };
}

async function prepareRounds(rig: Rig, course: Course, { agents, handsets }: IsolateSettings) {
  const endpoints = Array.from({ length: agents - 1 }, (_, index) => `/webhook/${index}`);
  const states = { ...AGENT.states, asking: asking(`${rig.sink.url}/asked`) };
  const { agentIds, clientToken } = await setUpAgents(rig, { ...AGENT, states }, ['/busy', ...endpoints]);
  const [busyId = '', ...otherIds] = agentIds;
  const numbers = { busy: phoneNumbers('+1556', handsets), others: phoneNumbers('+1555', handsets) };
  await setUpHandsets(rig, [...numbers.busy, ...numbers.others], { receipts: false });
  const busy = sends(rig.service.url, clientToken, [busyId], numbers.busy, 'asking');
  const others = sends(rig.service.url, clientToken, otherIds, numbers.others);
  const ground = { rig, processes: processesOf(rig), signal: course.signal };
  let busySent = 0;

  return (name: string, kind: Kind, count: number, pace: Pace) =>
    course.round(name, async () => {
      if (kind === 'hanging') await rig.sink.ask('hang');
      if (kind === 'unanswered') await rig.sink.ask('leaveUnanswered');
      if (kind === 'throttled') await setUpHandsets(rig, numbers.busy, { receipts: false, faults: THROTTLED });
      const letThrough = () => setUpHandsets(rig, numbers.busy, { receipts: false });
      const beside = kind === 'silent' ? null : { target: busy, ...(kind === 'throttled' && { letThrough }) };
      const round = await sendRound(ground, others, count, pace, ['SENT'], beside);
      await rig.sink.ask('answer');
      if (beside) busySent += count;
      const lost = await drain(rig, busyId, busySent, course.signal);
      return { ...round, breaches: [...round.breaches, ...lost] };
    });
}

/**
 * Waits until the busy agent has its events, so that no round pays for the one before, and returns what is wrong. The
 * few that were tried twice while its endpoint hung come after five minutes and are not waited for.
 */
async function drain(rig: Rig, agentId: string, sent: number, signal: AbortSignal): Promise<string[]> {
  const sql = postgres(rig.postgres.url, { max: 1 });
  try {
    for (const giveUpAt = performance.now() + DRAIN_PATIENCE_MS; ; ) {
      const [row] = await sql<{ soon: number; later: number }[]>`
        select count(*) filter (where attempts < 2)::int as soon, count(*) filter (where attempts >= 2)::int as later
        from forward where agent_id = ${agentId}`;
      const { soon = 0, later = 0 } = row ?? {};
      const isOver = performance.now() > giveUpAt;
      if (soon === 0 || isOver) {
        const { sent: arrived, repeated } = await rig.sink.ask<TakenByBusy>('takenByBusy');
        if (soon === 0 && arrived.size + later === sent && repeated === 0) return [];
        const found = `${arrived.size} arrived, ${repeated} came again, ${soon + later} wait`;
        // One may have arrived between the two queries.
        if (isOver) return [`of the busy agent’s ${sent} events ${found}`];
      }
      await delay(LOOK_EVERY_MS, undefined, { signal });
    }
  } finally {
    await sql.end();
  }
}
