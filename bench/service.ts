/** The rounds of one running service, whose handsets are set up and whose code is warm: sends and users' messages. */
import { setUpHandsets, type Tenant, TRANSCRIPT_LIMIT } from './api.ts';
import type { Course } from './course.ts';
import type { Processes } from './cpu.ts';
import { processesOf, type Rig } from './rig.ts';
import {
  type ForwardRound,
  forwardRound,
  type Ground,
  type Pace,
  type ReplyRound,
  replyRound,
  type SendRound,
  sendRound,
} from './rounds.ts';
import { phoneNumbers, replyTo, sends, userMessages } from './traffic.ts';

export type ServiceRounds = {
  ground: Ground;
  /** `processes`: of the service, each of which has code to compile. */
  warmUp(name: string, connections: number, processes?: number): Promise<void>;
  send(name: string, count: number, pace: Pace): Promise<SendRound>;
  /** The first full load of replies needs its own warm-up, which this runs. */
  warmUpReplies(name: string, count: number, connections: number): Promise<void>;
  replies(name: string, count: number, pace: Pace): Promise<ReplyRound>;
  /** Messages to an agent without a flow. */
  forwards(name: string, agentId: string, count: number, pace: Pace): Promise<ForwardRound>;
};

/** The emulator's limit of undelivered messages; the warm-ups take a part of it. */
export const MAX_MESSAGES = 400_000;
/** A round must fit into what the emulator keeps for a handset: half of it are the user's messages. */
export const MAX_COUNT_PER_HANDSET = TRANSCRIPT_LIMIT / 2;

/** So that every number's capability check is cached, and the code is compiled. */
const WARM_UP_ROUNDS_PER_HANDSET = 2;
const MIN_WARM_UP = 5_000;
const HALF = 0.5;

export const warmUpCount = (handsets: number) => Math.max(handsets * WARM_UP_ROUNDS_PER_HANDSET, MIN_WARM_UP);
export const half = (perSecond: number): Pace => ({ perSecond: perSecond * HALF });

export async function prepareService(
  rig: Rig,
  course: Course,
  options: { tenant: Tenant; handsets: number; receipts: boolean; beside?: Processes },
): Promise<ServiceRounds> {
  const { tenant, handsets, receipts, beside } = options;
  const numbers = phoneNumbers('+1555', handsets);
  await setUpHandsets(rig, numbers, { receipts });
  const ground: Ground = { rig, processes: processesOf(rig, beside), signal: course.signal };
  const target = sends(rig.service.url, tenant.clientToken, [tenant.agentId], numbers);
  const events = receipts ? ['SENT', 'DELIVERED'] : ['SENT'];
  const inbound = { phoneNumbers: numbers, events: [...events, 'UserMessage'], replyTo };

  const send = (name: string, count: number, pace: Pace) =>
    course.round(name, () => sendRound(ground, target, count, pace, events));
  const replies = (name: string, count: number, pace: Pace) =>
    course.round(name, () =>
      replyRound(ground, userMessages(rig, tenant.agentId, numbers, name), count, pace, inbound),
    );
  return {
    ground,
    send,
    replies,
    forwards: (name, agentId, count, pace) =>
      course.round(name, () => forwardRound(ground, userMessages(rig, agentId, numbers, name), count, pace)),
    async warmUp(name, connections, processes = 1) {
      await send(name, warmUpCount(handsets) * processes, { connections });
    },
    async warmUpReplies(name, count, connections) {
      await replies(name, Math.min(MIN_WARM_UP, count), { connections });
    },
  };
}
