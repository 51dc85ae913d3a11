/**
 * A scene of `bench -- isolate`: one agent with a webhook and a further endpoint. How many events a second does the webhook
 * get, as fast as requests are sent: without the further one, while that answers, and while it accepts events and never does?
 */
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { createClient } from '#client';
import { setUpAgents, setUpHandsets } from './api.ts';
import { type Course, medianBy } from './course.ts';
import { processesOf, type Rig } from './rig.ts';
import { type SendRound, sendRound } from './rounds.ts';
import { AGENT, phoneNumbers, sends } from './traffic.ts';

/** The further endpoint in a round. */
export const FURTHER = ['absent', 'answering', 'dead'] as const;
type Further = (typeof FURTHER)[number];

type Turn = Record<Further, SendRound>;

export type TwoEndpoints = {
  /** The turn whose ratio of the dead one to none is the median. */
  rounds: Turn;
  /** The webhook's events a second in every turn: how far those of one kind differ is the noise. */
  perSecond: Record<Further, number[]>;
  /** With a dead endpoint beside it, divided by those with another one or none. */
  ratios: Record<Exclude<Further, 'dead'>, number[]>;
};

/** About ten seconds of them, in which every attempt at the dead one hangs; the emulator's limit leaves room for no more. */
export const MESSAGES_A_ROUND = 6_000;
const CONNECTIONS = 64;
/** Its breaker's pauses are at most two minutes. */
const FORGET_PATIENCE_MS = 180_000;
const LOOK_EVERY_MS = 250;

export async function measureTwoEndpoints(
  rig: Rig,
  course: Course,
  { handsets, repeat }: { handsets: number; repeat: number },
): Promise<TwoEndpoints> {
  const { agentIds, clientToken } = await setUpAgents(rig, AGENT, ['/webhook/two']);
  const [agentId = ''] = agentIds;
  const numbers = phoneNumbers('+1557', handsets);
  await setUpHandsets(rig, numbers, { receipts: false });
  const client = createClient({ url: rig.service.url, token: clientToken });
  const ground = { rig, processes: processesOf(rig), signal: course.signal };
  const target = sends(rig.service.url, clientToken, agentIds, numbers);
  const measure = (count: number) => sendRound(ground, target, count, { connections: CONNECTIONS }, ['SENT']);

  async function round(further: Further): Promise<SendRound> {
    if (further === 'absent') return measure(MESSAGES_A_ROUND);
    const body = { url: `${rig.sink.url}/${further}` };
    const { endpointId } = await client.POST('/agents/{agentId}/endpoints', { params: { path: { agentId } }, body });
    const measured = await measure(MESSAGES_A_ROUND);
    await client.DELETE('/agents/{agentId}/endpoints/{endpointId}', { params: { path: { agentId, endpointId } } });
    await forgotten(rig, endpointId, course.signal);
    return measured;
  }

  await course.round('warm-up of the agent with two endpoints', () => measure(handsets * 2));
  const turns: Turn[] = [];
  for (let turn = 1; turn <= repeat; turn++) {
    const rounds: Partial<Turn> = {};
    for (const further of FURTHER) {
      rounds[further] = await course.round(`turn ${turn}, further endpoint ${further}`, () => round(further));
    }
    turns.push(rounds as Turn);
  }
  const perSecond = (further: Further) => turns.map((turn) => turn[further].endToEndPerSecond);
  const ratios = (than: Further) => turns.map((turn) => ratioOf(turn, than));
  return {
    rounds: medianBy(turns, (turn) => ratioOf(turn, 'absent')),
    perSecond: { absent: perSecond('absent'), answering: perSecond('answering'), dead: perSecond('dead') },
    ratios: { absent: ratios('absent'), answering: ratios('answering') },
  };
}

const ratioOf = (turn: Turn, than: Further) => turn.dead.endToEndPerSecond / turn[than].endToEndPerSecond;

/** What waited for an endpoint that is deleted goes with it; no round pays for that of the one before. */
async function forgotten(rig: Rig, endpointId: string, signal: AbortSignal): Promise<void> {
  const sql = postgres(rig.postgres.url, { max: 1 });
  try {
    for (const giveUpAt = performance.now() + FORGET_PATIENCE_MS; ; ) {
      const [row] = await sql<{ waiting: number }[]>`
        select count(*)::int as waiting from forward where endpoint_id = ${endpointId}`;
      if (row?.waiting === 0) return;
      if (performance.now() > giveUpAt) throw new Error(`${row?.waiting} events still wait for a deleted endpoint`);
      await delay(LOOK_EVERY_MS, undefined, { signal });
    }
  } finally {
    await sql.end();
  }
}
