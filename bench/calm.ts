/**
 * `bench -- calm`: how long one send, one reply and one forwarded message take on a service that has little to do. What a group of writes waits
 * for company is most of it there, and the rest is four commits and two calls.
 */
import { setUpTenant } from './api.ts';
import { medianBy, startCourse } from './course.ts';
import { describeMachine, loadAverage, type Machine } from './machine.ts';
import { startRig } from './rig.ts';
import type { ForwardRound, ReplyRound, SendRound } from './rounds.ts';
import { prepareService } from './service.ts';
import { AGENT } from './traffic.ts';

export type CalmSettings = {
  handsets: number;
  /** Of each round. */
  seconds: number;
  /** How often each is measured; the one with the median latency counts. */
  repeat: number;
};

/** Requests a second: a shop, a large shop, a bank. */
export const RATES = [20, 100, 400] as const;

export type CalmResult = {
  machine: Machine;
  loadAverageAfter: number;
  settings: CalmSettings;
  sends: Record<number, SendRound>;
  replies: Record<number, ReplyRound>;
  forwards: Record<number, ForwardRound>;
  breaches: string[];
};

const WARM_UP_CONNECTIONS = 64;

export async function runCalm(
  settings: CalmSettings,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<CalmResult> {
  const machine = await describeMachine();
  say('starting the service, the emulator and the webhook sink');
  await using rig = await startRig({ signal });
  const tenant = await setUpTenant(rig, AGENT);
  const silent = await setUpTenant(rig, { config: {}, states: {} });
  const course = startCourse(say, signal);
  const { handsets, seconds, repeat } = settings;
  const service = await prepareService(rig, course, { tenant, handsets, receipts: false });
  await service.warmUp('warm-up', WARM_UP_CONNECTIONS);
  await service.warmUpReplies('warm-up, replies', Number.POSITIVE_INFINITY, WARM_UP_CONNECTIONS);

  const sends: Record<number, SendRound> = {};
  const replies: Record<number, ReplyRound> = {};
  const forwards: Record<number, ForwardRound> = {};
  for (const perSecond of RATES) {
    const rounds = [];
    for (let turn = 1; turn <= repeat; turn++) {
      const pace = { perSecond };
      const count = perSecond * seconds;
      rounds.push({
        sent: await service.send(`${perSecond} sends a second, ${turn}`, count, pace),
        replied: await service.replies(`${perSecond} messages of users a second, ${turn}`, count, pace),
        heard: await service.forwards(
          `${perSecond} unanswered messages a second, ${turn}`,
          silent.agentId,
          count,
          pace,
        ),
      });
    }
    sends[perSecond] = medianBy(rounds, ({ sent }) => sent.endToEnd?.p50 ?? 0).sent;
    replies[perSecond] = medianBy(rounds, ({ replied }) => replied.reply?.p50 ?? 0).replied;
    forwards[perSecond] = medianBy(rounds, ({ heard }) => heard.forward?.p50 ?? 0).heard;
  }
  return { machine, loadAverageAfter: loadAverage(), settings, sends, replies, forwards, breaches: course.breaches };
}
