/**
 * The platform's state, with a bound on everything. Its rules are elsewhere: what an agent sends in `messages.ts`, whom
 * it reaches in `reach.ts`, what a user does in `user.ts`. No HTTP here.
 */
import { E164 } from '../src/model/phone-number.ts';
import { createQueue, type Queue } from '../src/queue.ts';
import { type Agents, type EmulatedAgent, getAgent } from './agents.ts';
import type { Clock } from './clock.ts';
import { GoogleError, invalid } from './google/google-error.ts';
import { createWebhookSender, type WebhookSender, type WebhookTarget } from './google/webhook.ts';
import type { Log } from './log.ts';
import { createHandset, type Entry, type Handset, MAX_TRANSCRIPT_ENTRIES, notify } from './phones/handset.ts';
import { defaultSettings, type Settings } from './phones/settings.ts';
import { createSchedule, type Schedule } from './schedule.ts';

/** The use of an id, for as long as it is remembered. */
export type Remembered = {
  kind: 'agentMessages' | 'agentEvents';
  phoneNumber: string;
  acceptedMs: number;
  /** null for events, and for messages that were delivered and left the transcript. */
  entry: Entry | null;
};

export type Platform = AsyncDisposable & {
  clock: Clock;
  log: Log;
  schedule: Schedule;
  settings: Settings;
  agents: Agents;
  handsets: Map<string, Handset>;
  /** By agent and id: messages and events of one agent share one space of ids. */
  remembered: Map<string, Remembered>;
  /** Every entry in order of arrival, so that the oldest of all can be forgotten first. */
  recorded: Queue<{ handset: Handset; entry: Entry }>;
  files: Map<string, { mimeType: string; bytes: number }>;
  partnerWebhook: WebhookTarget | null;
  webhooks: WebhookSender;
  nextPubsubId: number;
  counts: { accepted: number; duplicates: number; delivered: number; read: number; undelivered: number };
};

const MAX_HANDSETS = 100_000;
/** About a kilobyte each with typical content. */
const MAX_ENTRIES = 500_000;
/** About 200 bytes each. */
const MAX_REMEMBERED_IDS = 1_000_000;
const MAX_ID_LENGTH = 256;
/** As many digits as in Google's deliveries. */
const FIRST_PUBSUB_ID = 6_000_000_000_000_000;

export function createPlatform(options: { clock: Clock; log: Log; deliveryConcurrency: number }): Platform {
  const { clock, log } = options;
  const settings = defaultSettings();
  const schedule = createSchedule(clock);
  const agents: Agents = new Map();
  const webhooks = createWebhookSender({
    clock,
    schedule,
    settings,
    log,
    concurrency: options.deliveryConcurrency,
    targetOf: (agentId) => agents.get(agentId)?.integrations.values().next().value ?? platform.partnerWebhook,
  });
  const platform: Platform = {
    clock,
    log,
    schedule,
    settings,
    agents,
    handsets: new Map(),
    remembered: new Map(),
    recorded: createQueue(),
    files: new Map(),
    partnerWebhook: null,
    webhooks,
    nextPubsubId: FIRST_PUBSUB_ID,
    counts: { accepted: 0, duplicates: 0, delivered: 0, read: 0, undelivered: 0 },
    async [Symbol.asyncDispose]() {
      schedule[Symbol.dispose]();
      await webhooks[Symbol.asyncDispose]();
    },
  };
  return platform;
}

/** @throws GoogleError 403 */
export function agentOf(platform: Platform, agentId: string): EmulatedAgent {
  return getAgent(platform.agents, platform.settings, agentId);
}

/** The handset, created on first use. @throws GoogleError 400 for a bad number, 429 when there are too many. */
export function handsetOf(platform: Platform, phoneNumber: string): Handset {
  const known = platform.handsets.get(phoneNumber);
  if (known) return known;
  if (!E164.test(phoneNumber)) throw invalid(`'${phoneNumber}' is not a phone number in E.164 form.`, 'parent');
  if (platform.handsets.size >= MAX_HANDSETS) {
    throw new GoogleError(429, `The emulator holds at most ${MAX_HANDSETS} handsets; delete some.`);
  }
  // A copy: the number is a substring of a request's URL, and would keep all of it in memory.
  const handset = createHandset(Buffer.from(phoneNumber, 'latin1').toString('latin1'));
  platform.handsets.set(handset.phoneNumber, handset);
  return handset;
}

/** Adds a message to the transcript and evicts the oldest one. */
export function record(platform: Platform, handset: Handset, entry: Entry): void {
  handset.total += 1;
  entry.sequence = handset.total;
  handset.transcript.push(entry);
  if (handset.transcript.length > MAX_TRANSCRIPT_ENTRIES) release(platform, handset.transcript.shift()!);
  platform.recorded.push({ handset, entry });
  if (platform.recorded.size > MAX_ENTRIES) {
    const oldest = platform.recorded.shift()!;
    if (oldest.handset.transcript[0] === oldest.entry) release(platform, oldest.handset.transcript.shift()!);
  }
  if (handset.watchers.size > 0) notify(handset, { type: 'entry', entry });
}

/** Drops a message that no transcript shows any more, unless it still has to be delivered. */
function release(platform: Platform, entry: Entry): void {
  if (entry.state === 'ACCEPTED' || entry.state === 'QUEUED') return;
  const remembered = platform.remembered.get(rememberedKey(entry.agentId, entry.messageId));
  if (remembered) remembered.entry = null;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** @throws GoogleError 400 for a missing id or, in strict mode, one that is no UUID. */
export function checkId(platform: Platform, id: string, name: string): void {
  if (id === '') throw invalid(`The ${name} is missing.`, name);
  if (id.length > MAX_ID_LENGTH) throw invalid(`The ${name} exceeds ${MAX_ID_LENGTH} characters.`, name);
  if (platform.settings.strictIds && !UUID.test(id)) throw invalid(`The ${name} is not a UUID.`, name);
}

export function recall(platform: Platform, agentId: string, id: string): Remembered | undefined {
  return platform.remembered.get(rememberedKey(agentId, id));
}

export function remember(platform: Platform, agentId: string, id: string, use: Remembered): void {
  const { remembered } = platform;
  remembered.set(rememberedKey(agentId, id), use);
  if (remembered.size > MAX_REMEMBERED_IDS) remembered.delete(remembered.keys().next().value!);
}

const rememberedKey = (agentId: string, id: string) => `${agentId} ${id}`;

/** `phones/{number}/agentMessages/{id}`, or the same for an event. */
export function resourceName(kind: Remembered['kind'], phoneNumber: string, id: string): string {
  return `phones/${phoneNumber}/${kind}/${id}`;
}
