/**
 * One agent that the platform throttles for a minute, in a thousand conversations, and another one that must not
 * notice. A separate stage, because with kills its times would show nothing else.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Check } from './checks.ts';
import { quantile } from './recovery.ts';
import type { Rig } from './rig.ts';
import { awaitRest } from './settle.ts';
import { type Call, caller, createNoteAgent } from './stage.ts';
import { readTranscripts } from './transcripts.ts';

/** It takes three minutes: too much for a run shorter than this. */
export const THROTTLING_FROM_MINUTES = 5;
const CONVERSATIONS = 1_000;
/** Before, and while the other agent is throttled. */
const MEASURED_MS = 60_000;
/** A new process is slow at first, which would excuse much. */
const WARM_UP_MS = 5_000;
/** Of the other agent: 1,200 in a minute, so that a p99 rests on twelve. */
const SEND_EVERY_MS = 50;
const OTHER_PHONES = 200;
/** Concurrent requests of the throttled agent. */
const BATCH = 50;
/**
 * `NOISE_MS` is the effect of a garbage collection, a slow fsync and other programs on a p99 of some ten milliseconds.
 * Waiting for a throttled agent takes a second at least.
 */
const FACTOR = 1.2;
const NOISE_MS = 250;
/** The agent's pause is a minute at most, plus a fifth. */
const PATIENCE_MS = 120_000;

export type Throttling = { check: Check; p99Ms: { before: number; during: number } };

export async function throttleAgent(rig: Rig): Promise<Throttling> {
  await using service = await rig.startService('service-of-the-throttling', {});
  const call = caller(service.url, rig.operatorKey);
  const emulator = caller(rig.emulator.url, rig.operatorKey);
  const config = { eventForwardUrl: `${rig.sink.url}/ok` };
  const heldBack = await createNoteAgent(call, 'Held back', config);
  const other = await createNoteAgent(call, 'Other', config);
  const heldPhones = Array.from({ length: CONVERSATIONS }, (_, n) => `+1557${String(n).padStart(7, '0')}`);
  const setFaults = async (faults: object[]) => {
    for (const phone of heldPhones) await emulator('PUT', `/emulator/handsets/${phone}`, { faults });
  };

  await sendSteadily(call, other, WARM_UP_MS);
  const before = await sendSteadily(call, other, MEASURED_MS);
  await setFaults([{ status: 429, times: 1_000_000 }]);
  for (let from = 0; from < CONVERSATIONS; from += BATCH)
    await Promise.all(heldPhones.slice(from, from + BATCH).map((phone) => send(call, heldBack, phone)));
  const during = await sendSteadily(call, other, MEASURED_MS);
  const early = (await readTranscripts({ phoneNumbers: heldPhones }, emulator)).byPhone;
  await setFaults([]);
  const left = await awaitRest(rig.database, PATIENCE_MS);

  const p99Ms = { before: await measure(rig, before), during: await measure(rig, during) };
  const breaches = [...left];
  if (p99Ms.during > p99Ms.before * FACTOR + NOISE_MS)
    breaches.push(
      `the other agent's p99 was ${Math.round(p99Ms.before)} ms before and ${Math.round(p99Ms.during)} ms then`,
    );
  for (const [phone, { length }] of early) if (length > 0) breaches.push(`${phone} was not held back`);
  for (const [phone, { length }] of (await readTranscripts({ phoneNumbers: heldPhones }, emulator)).byPhone)
    if (length !== 1) breaches.push(`${phone} has ${length} messages`);
  const lookedAt = before.length + during.length + CONVERSATIONS;
  return { check: { name: 'a throttled agent holds up no other', lookedAt, breaches }, p99Ms };
}

async function send(call: Call, agentId: string, phoneNumber: string): Promise<string> {
  const { messageId } = await call('POST', `/agents/${agentId}/states/note/send/${phoneNumber}`, {});
  return messageId as string;
}

async function sendSteadily(call: Call, agentId: string, forMs: number): Promise<string[]> {
  const sends: Promise<string>[] = [];
  for (const begunAt = performance.now(); performance.now() < begunAt + forMs; ) {
    sends.push(send(call, agentId, `+1558${String(sends.length % OTHER_PHONES).padStart(7, '0')}`));
    await delay(Math.max(0, begunAt + sends.length * SEND_EVERY_MS - performance.now()));
  }
  return Promise.all(sends);
}

/** From the arrival of a request until its SENT was stored, in milliseconds by the database's clock: the p99. */
async function measure({ database }: Rig, messageIds: string[]): Promise<number> {
  const rows = await database<{ ms: number }[]>`
    select extract(epoch from event.created_at - turn.received_at)::float8 * 1000 as ms
    from event join turn on turn.lane = event.lane and turn.message_id::text = event.message_id
    where event.type = 'SENT' and event.message_id = any(${messageIds}::text[])`;
  // One without a SENT counts as waiting forever.
  if (rows.length < messageIds.length) return Number.POSITIVE_INFINITY;
  return quantile(
    rows.map(({ ms }) => ms),
    0.99,
  )!;
}
