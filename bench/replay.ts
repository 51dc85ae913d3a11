/**
 * `bench -- replay`: recorded conversations run again on a changed flow, alone, and beside another agent whose users
 * are answered at a steady rate. How long does a replay take, and how much longer do the users wait meanwhile?
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '#client';
import { setUpTenant, type Tenant } from './api.ts';
import { medianBy, startCourse } from './course.ts';
import { describeMachine, loadAverage, type Machine } from './machine.ts';
import { type Rig, startRig } from './rig.ts';
import type { ReplyRound } from './rounds.ts';
import { MAX_COUNT_PER_HANDSET, MAX_MESSAGES, prepareService } from './service.ts';
import { AGENT, replyTo } from './traffic.ts';

export type ReplaySettings = {
  /** The recorded conversations. */
  handsets: number;
  /** Messages of users that are recorded, each with its reply. */
  count: number;
  /** Messages of users a second that are answered beside a replay. */
  rate: number;
  seconds: number;
  repeat: number;
};

/** A round without a replay and one beside replays, which begin again when they end. */
export type Turn = { alone: ReplyRound; beside: ReplyRound; replays: number };

export type ReplayResult = {
  machine: Machine;
  loadAverageAfter: number;
  settings: ReplaySettings;
  /** Of one replay while nothing else happens. */
  replayMs: number;
  sessions: number;
  different: number;
  turns: Turn[];
  breaches: string[];
};

const RECORDING_CONNECTIONS = 64;
const LOOK_EVERY_MS = 50;

/** Some messages have another reply, which is what a replay has to find. */
const CHANGED = {
  template: {
    contentMessage: { text: `{% if message.text contains '7' %}So: {% endif %}${replyTo('{{ message.text }}')}` },
  },
};

/** The maximum seconds of a round; a turn has two. */
export function maxReplaySeconds({ count, rate, repeat }: Omit<ReplaySettings, 'seconds'>): number {
  return Math.floor((MAX_MESSAGES / 2 - count) / (2 * rate * repeat));
}

export const maxReplayCount = ({ handsets }: { handsets: number }) =>
  Math.min(MAX_MESSAGES / 4, handsets * MAX_COUNT_PER_HANDSET);

export async function runReplay(
  settings: ReplaySettings,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<ReplayResult> {
  const machine = await describeMachine();
  say('starting the service, the emulator and the webhook sink');
  await using rig = await startRig({ signal });
  const course = startCourse(say, signal);
  const { handsets, count, rate, seconds, repeat } = settings;
  const recorded = await setUpTenant(rig, AGENT);
  const since = new Date().toISOString();
  const recording = await prepareService(rig, course, { tenant: recorded, handsets, receipts: false });
  await recording.replies('recording', count, { connections: RECORDING_CONNECTIONS });
  const live = await prepareService(rig, course, { tenant: await setUpTenant(rig, AGENT), handsets, receipts: false });
  await live.warmUpReplies('warm-up', count, RECORDING_CONNECTIONS);

  const replays = await prepareReplays(rig, recorded, { since, limit: handsets });
  say('a replay, while nothing else happens');
  const begin = performance.now();
  const { sessions, different } = await replays.replay(signal);
  const replayMs = performance.now() - begin;
  const breaches = sessions === Math.min(handsets, count) ? [] : [`${sessions} sessions were replayed`];

  const turns: Turn[] = [];
  for (let turn = 1; turn <= repeat; turn++) {
    const round = (name: string) => live.replies(`turn ${turn}, ${name}`, rate * seconds, { perSecond: rate });
    const alone = await round('alone');
    await using running = replays.keepRunning(signal);
    turns.push({ alone, beside: await round('beside replays'), replays: running.ended() });
  }
  return {
    ...{ machine, loadAverageAfter: loadAverage(), settings, replayMs, sessions, different, turns },
    breaches: [...course.breaches, ...breaches],
  };
}

/** Of the p99 from a user's message to the reply. */
export const ratioOf = ({ alone, beside }: Turn) =>
  (beside.reply?.p99 ?? Number.NaN) / (alone.reply?.p99 ?? Number.NaN);

export const medianTurn = (turns: readonly Turn[]) => medianBy(turns, ratioOf);

/** Changes the flow, and runs what was recorded on the changed one. */
async function prepareReplays(
  { service }: Rig,
  { agentId, clientToken }: Tenant,
  body: { since: string; limit: number },
) {
  const client = createClient({ url: service.url, token: clientToken });
  const params = { path: { agentId } };
  await client.PUT('/agents/{agentId}/states/{stateId}', {
    params: { path: { agentId, stateId: 'reply' } },
    body: CHANGED,
  });
  async function replay(signal: AbortSignal) {
    let found = await client.POST('/agents/{agentId}/replays', { params, body });
    while (found.status === 'queued' || found.status === 'running') {
      await delay(LOOK_EVERY_MS, undefined, { signal });
      const path = { agentId, replayId: found.replayId };
      found = await client.GET('/agents/{agentId}/replays/{replayId}', { params: { path } });
    }
    if (found.status !== 'done') throw new Error(`the replay is ${found.status}`);
    return found;
  }
  return {
    replay,
    keepRunning(signal: AbortSignal): AsyncDisposable & { ended(): number } {
      let ended = 0;
      let isOver = false;
      const running = (async () => {
        for (; !isOver; ended++) await replay(signal);
      })();
      return {
        ended: () => ended,
        async [Symbol.asyncDispose]() {
          isOver = true;
          await running;
        },
      };
    },
  };
}
