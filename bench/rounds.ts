/**
 * One measured round each: a number of sends, or of messages from handsets, from the first request to the last event
 * that the webhook has acknowledged.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type EmulatorCounts, emulatorCounts, type TranscriptEntry, transcripts } from './api.ts';
import { nowMs } from './clock.ts';
import { type CpuUse, cpuBetween, type Processes, readCpu } from './cpu.ts';
import { type Latency, latencyOf, perSecond } from './figures.ts';
import { closedLoop, type Load, openLoop, type Target } from './load.ts';
import type { Rig } from './rig.ts';
import type { Taken } from './sink.ts';

/** The resources of a round. */
export type Ground = {
  rig: Rig;
  processes: Processes;
  signal: AbortSignal;
};

/** As fast as this many connections allow, or evenly paced. */
export type Pace = { connections: number } | { perSecond: number };

type Round = {
  count: number;
  pace: Pace;
  /** How late the load generator was at the 99th percentile, in milliseconds; null at full load. */
  lagP99Ms: number | null;
  cpu: CpuUse | null;
  /** The part of the run that was measured, by `process.hrtime`, in microseconds. */
  window: { from: number; to: number };
  /** Anything lost, doubled, refused or unsigned; empty when all is well. */
  breaches: string[];
};

export type SendRound = Round & {
  acceptedPerSecond: number;
  endToEndPerSecond: number;
  accept: Latency | null;
  endToEnd: Latency | null;
};

/** `forward`: from the user's message at the handset until the webhook has acknowledged it. */
export type ForwardRound = Round & { forward: Latency | null };

export type ReplyRound = Round & { repliesPerSecond: number; reply: Latency | null };

/** Unmeasured requests at the same number and pace; the caller checks their events. */
export type Beside = {
  target: Target;
  /** Where the platform accepted none of its messages: makes it accept them, before they are counted. */
  letThrough?: () => Promise<void>;
};

/** Waits for events until none has come for this long. */
const STALL_MS = 20_000;
/** An agent throttled for a round pauses for a minute, and resumes with few concurrent calls. */
const LET_THROUGH_MS = 300_000;
const LOOK_EVERY_MS = 20;

/** `events`: the expected events of each message. */
export async function sendRound(
  ground: Ground,
  target: Target,
  count: number,
  pace: Pace,
  events: readonly string[],
  beside: Beside | null = null,
): Promise<SendRound> {
  const { load, taken, accepted, ...round } = await run(ground, [target, beside], count, pace, events);
  const endToEndMs: number[] = [];
  for (const [messageId, startedMs] of load.startedMs) {
    const sentMs = taken.sent.get(messageId);
    if (sentMs !== undefined) endToEndMs.push(sentMs - startedMs);
  }
  const lastSentMs = taken.sent.values().reduce((last, atMs) => Math.max(last, atMs), 0);
  const answered = load.startedMs.size;
  const breaches = [...round.breaches];
  if (endToEndMs.length < answered) breaches.push(`${answered - endToEndMs.length} messages have no SENT event`);
  if (accepted !== answered) breaches.push(`the platform accepted ${accepted} messages, not ${answered}`);
  return {
    ...round,
    breaches,
    acceptedPerSecond: perSecond(answered, load.lastAnswerMs - load.firstStartMs),
    endToEndPerSecond: perSecond(endToEndMs.length, lastSentMs - load.firstStartMs),
    accept: latencyOf(load.answerMs),
    endToEnd: latencyOf(endToEndMs),
  };
}

/**
 * Messages from handsets, each answered by the agent with a text that repeats it. Timed by the emulator: from the
 * user's message in the transcript to the acceptance of the reply.
 */
export async function replyRound(
  ground: Ground,
  target: Target,
  count: number,
  pace: Pace,
  handsets: { phoneNumbers: readonly string[]; events: readonly string[]; replyTo(text: string): string },
): Promise<ReplyRound> {
  const { load, taken: _, accepted, ...round } = await run(ground, [target, null], count, pace, handsets.events);
  const breaches = [...round.breaches];
  const answered = load.startedMs.size;
  if (accepted !== answered) breaches.push(`the platform accepted ${accepted} replies, not ${answered}`);
  const replyMs: number[] = [];
  let lastMs = 0;
  for (const transcript of await transcripts(ground.rig, handsets.phoneNumbers)) {
    for (const { saidMs, repliedMs } of answeredMessages(transcript, load.firstStartMs, handsets.replyTo)) {
      replyMs.push(repliedMs - saidMs);
      lastMs = Math.max(lastMs, repliedMs);
    }
  }
  if (replyMs.length !== answered) breaches.push(`${replyMs.length} replies are in the transcripts, not ${answered}`);
  return {
    ...round,
    breaches,
    repliesPerSecond: perSecond(replyMs.length, lastMs - load.firstStartMs),
    reply: latencyOf(replyMs),
  };
}

/** Messages from handsets that no state answers: they are forwarded, and nothing else happens. */
export async function forwardRound(ground: Ground, target: Target, count: number, pace: Pace): Promise<ForwardRound> {
  const { load, taken, ...round } = await run(ground, [target, null], count, pace, ['UserMessage'], 0);
  const forwardMs = [...load.startedMs].flatMap(([messageId, startedMs]) => {
    const heardMs = taken.heard.get(messageId);
    return heardMs === undefined ? [] : [heardMs - startedMs];
  });
  return { ...round, forward: latencyOf(forwardMs) };
}

/** A user's message from this round, with its first reply. */
function answeredMessages(transcript: TranscriptEntry[], fromMs: number, replyTo: (text: string) => string) {
  const replies = new Map<string, number>();
  for (const { direction, contentMessage, acceptedAt } of transcript.toReversed()) {
    if (direction === 'OUTBOUND') replies.set(contentMessage?.text ?? '', millisecondsOf(acceptedAt));
  }
  return transcript.flatMap(({ direction, text, acceptedAt }) => {
    const saidMs = millisecondsOf(acceptedAt);
    const repliedMs = direction === 'INBOUND' ? replies.get(replyTo(text ?? '')) : undefined;
    return repliedMs === undefined || saidMs < fromMs ? [] : [{ saidMs, repliedMs }];
  });
}

/** The emulator's times have microseconds, which `Date.parse` drops. */
function millisecondsOf(timestamp: string): number {
  return Date.parse(timestamp) + Number(timestamp.slice(23, 26)) / 1000;
}

/** `answers`: the messages that the platform gets for each request. */
async function run(
  { rig, processes, signal }: Ground,
  [target, beside]: [Target, Beside | null],
  count: number,
  pace: Pace,
  events: readonly string[],
  answers: 0 | 1 = 1,
) {
  await rig.sink.ask<Taken>('take');
  const before = await emulatorCounts(rig);
  const cpuBefore = await readCpu(processes);
  const from = microseconds();
  const drive = (one: Target) =>
    'perSecond' in pace
      ? openLoop(one, { count, perSecond: pace.perSecond, signal })
      : closedLoop(one, { count, connections: pace.connections, signal });
  const [load, loadBeside] = await Promise.all([drive(target), beside && drive(beside.target)]);
  await waitForEvents(rig, load.startedMs.size, events, signal);
  const to = microseconds();
  const cpu = cpuBetween(cpuBefore, await readCpu(processes));
  const taken = await rig.sink.ask<Taken>('take');
  const breaches = [...breachesOf(load, taken, events), ...refusalsOf(loadBeside)];
  const acceptedBeside = loadBeside?.startedMs.size ?? 0;
  await beside?.letThrough?.();
  const patienceMs = beside?.letThrough ? LET_THROUGH_MS : STALL_MS;
  const expected = before.accepted + answers * load.startedMs.size + acceptedBeside;
  const after = await waitForAccepted(rig, expected, patienceMs, signal);
  if (after.duplicates > before.duplicates) {
    breaches.push(`${after.duplicates - before.duplicates} messages were handed to the platform again`);
  }
  const accepted = after.accepted - before.accepted - acceptedBeside;
  const lagP99Ms = latencyOf(load.lagMs)?.p99 ?? null;
  return { count, pace, lagP99Ms, cpu, window: { from, to }, breaches, load, taken, accepted };
}

async function waitForEvents(rig: Rig, count: number, events: readonly string[], signal: AbortSignal): Promise<void> {
  let lastSum = -1;
  let lastChangeMs = nowMs();
  for (;;) {
    const counts = await rig.sink.ask<Taken['counts']>('counts');
    if (events.every((type) => (counts[type] ?? 0) >= count)) return;
    const sum = Object.values(counts).reduce((total, one) => total + one, 0);
    if (sum !== lastSum) lastChangeMs = nowMs();
    // Anything missing counts as lost.
    else if (nowMs() - lastChangeMs > STALL_MS) return;
    lastSum = sum;
    await delay(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** A message with events is accepted by then; unmeasured ones may still be on their way. */
async function waitForAccepted(
  rig: Rig,
  count: number,
  patienceMs: number,
  signal: AbortSignal,
): Promise<EmulatorCounts> {
  const giveUpAtMs = nowMs() + patienceMs;
  for (;;) {
    const counts = await emulatorCounts(rig);
    if (counts.accepted >= count || nowMs() > giveUpAtMs) return counts;
    await delay(LOOK_EVERY_MS, undefined, { signal });
  }
}

function refusalsOf(load: Load | null): string[] {
  const { count = 0, example = null } = load?.refused ?? {};
  return count > 0 ? [`${count} requests were refused, the first with: ${example}`] : [];
}

function breachesOf(load: Load, taken: Taken, events: readonly string[]): string[] {
  const { startedMs } = load;
  const breaches = refusalsOf(load);
  if (taken.repeated > 0) breaches.push(`${taken.repeated} events came again`);
  if (taken.disordered > 0) breaches.push(`${taken.disordered} events came after a later one of their conversation`);
  if (taken.unsigned > 0) breaches.push(`${taken.unsigned} events came unsigned`);
  for (const type of events) {
    const came = taken.counts[type] ?? 0;
    if (came !== startedMs.size) breaches.push(`${came} ${type} events came, not ${startedMs.size}`);
  }
  for (const [type, came] of Object.entries(taken.counts)) {
    if (!events.includes(type)) breaches.push(`${came} ${type} events came that nobody expected`);
  }
  return breaches;
}

const microseconds = () => Number(process.hrtime.bigint() / 1000n);
