/** One proof from beginning to end: stage, load and faults, rest, checks. */

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Findings, runChecks } from './checks.ts';
import type { Attempt } from './endpoint.ts';
import { createTrouble, playFaults, type Trouble, troublePhones } from './faults.ts';
import { watchLanes } from './lane-watch.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { startLoad } from './load.ts';
import type { Options } from './options.ts';
import { outlastOutage } from './outage.ts';
import { drawPlan } from './plan.ts';
import { PUBLISHING_FROM_MINUTES, publishAndDie } from './publishing.ts';
import { createRandom } from './random.ts';
import { countRefusals, prepareRefusals } from './refusals.ts';
import { startRig } from './rig.ts';
import type { Death } from './service.ts';
import { settle } from './settle.ts';
import { caller, setStage } from './stage.ts';
import { THROTTLING_FROM_MINUTES, type Throttling, throttleAgent } from './throttling.ts';
import { readTranscripts } from './transcripts.ts';

export type Result = {
  options: Options;
  findings: Findings;
  breaches: number;
  messages: number;
  sends: number;
  userMessages: number;
  unanswered: number;
  repeats: number;
  attempts: number;
  repeatedCalls: number;
  kills: number;
  databaseRestarts: number;
  /** Every kind of fault, and how often it was played. */
  counts: Record<string, number>;
  faultsMs: number;
  settleMs: number;
  /** Of the agent alongside the throttled one; null in a run too short for it. */
  otherAgentP99Ms: Throttling['p99Ms'] | null;
  /** Where the ledger and the logs are; null when every check was clean. */
  folder: string | null;
};

const DRAIN_MS = 500;
/** The load goes on after the last fault, so that every lane that it hit has something to commit when it is back. */
const AFTERWARDS_MS = 8_000;
/** Usual look-ups are fast; those of the fence's control take so long that a lane changes hands during them. */
const LOOK_UP_MS = [0, 400] as const;
const CONTROL_LOOK_UP_MS = [7_000, 9_500] as const;
/** No more than conversations with a look-up in every turn can keep up with. */
const CONTROL_RATE = 30;

export async function prove(options: Options, say: (line: string) => void, signal: AbortSignal): Promise<Result> {
  const random = createRandom(options.seed);
  let onDeath: (death: Death) => void = () => {};
  await using rig = await startRig(options, random, (death) => onDeath(death));
  await using ledger = openLedger(join(rig.folder, 'ledger.jsonl'));
  await using lanes = watchLanes(rig.database);
  const trouble = createTrouble(ledger);
  onDeath = trouble.died;
  const { operatorKey } = rig;
  const emulator = caller(rig.emulator.url, operatorKey);
  const stage = await setStage(options, random.branch('stage'), {
    service: rig.services[0]!.url,
    emulator: rig.emulator.url,
    sink: rig.sink.url,
    lookUp: rig.lookUp.url,
    operatorKey,
  });
  if (options.without === 'fence') {
    // Without these keys two owners can write the same turn; the chain must detect it by itself.
    await rig.database`alter table turn drop constraint turn_pkey`;
    await rig.database`alter table message drop constraint message_pkey`;
    await rig.database`alter table event drop constraint event_pkey`;
  }
  await prepareRefusals(rig.database);
  const control = options.without === 'fence';
  const load = startLoad({
    stage,
    ledger,
    random: random.branch('load'),
    services: rig.services.map(({ url }) => url),
    emulator: rig.emulator.url,
    operatorKey,
    rate: control ? Math.min(options.rate, CONTROL_RATE) : options.rate,
    lookUpMs: control ? CONTROL_LOOK_UP_MS : LOOK_UP_MS,
    lookUpShare: control ? 1 : 0.15,
  });
  const draining = startDraining(ledger, () => rig.sink.ask<Attempt[]>('take'));
  const faultsBegun = performance.now();
  const telling = startTelling(say, () => progress(ledger, trouble, load.inFlight(), performance.now() - faultsBegun));
  const stopPhones = new AbortController();
  const phones = control
    ? Promise.resolve()
    : troublePhones({ rig, trouble, random: random.branch('phones'), stage }, stopPhones.signal);

  const plan = drawPlan(options, random.branch('plan'));
  const parts = { rig, ledger, trouble };
  await Promise.race([playFaults(plan, parts), aborted(signal)]);
  const faultsMs = performance.now() - faultsBegun;
  stopPhones.abort();
  await phones;
  for (const service of rig.services) service.calm();
  await Promise.race([delay(AFTERWARDS_MS), aborted(signal)]);
  const settleBegun = performance.now();
  await load.stop();
  const left = await Promise.race([settle(rig, stage, emulator, options.without !== null), aborted(signal)]);
  const settleMs = performance.now() - settleBegun;
  const stops = (await Promise.all(rig.services.map((service) => service.stop()))).filter((stop) => stop !== null);
  await draining.stop();
  telling.stop();
  say('checking');
  const transcripts = await readTranscripts(stage, emulator);
  const services = rig.services.length;
  const findings = await runChecks({
    database: rig.database,
    ledger,
    transcripts,
    trouble,
    lanesOf: lanes.lanesOf,
    left,
    stops,
    services,
  });

  if (!options.without) findings.checks.push(await Promise.race([outlastOutage(rig), aborted(signal)]));
  if (!options.without && options.minutes >= PUBLISHING_FROM_MINUTES) {
    findings.checks.push(await Promise.race([publishAndDie(rig), aborted(signal)]));
  }
  const throttling =
    !options.without && options.minutes >= THROTTLING_FROM_MINUTES
      ? await Promise.race([throttleAgent(rig), aborted(signal)])
      : null;
  if (throttling) findings.checks.push(throttling.check);

  const refusals = await countRefusals(rig.database);
  const breaches = findings.checks.reduce((sum, check) => sum + check.breaches.length, 0);
  if (breaches === 0) rig.dropFolder();
  const accepted = ledger.actions.filter(({ messageId }) => messageId !== null);
  const userMessages = accepted.filter(({ kind }) => kind === 'user').length;
  return {
    options,
    findings,
    breaches,
    messages: accepted.length,
    sends: accepted.length - userMessages,
    userMessages,
    unanswered: ledger.unanswered,
    repeats: ledger.repeats,
    attempts: ledger.attempts,
    repeatedCalls: transcripts.repeatedCalls,
    kills: sum(trouble, 'kill'),
    databaseRestarts: sum(trouble, 'database restarted'),
    counts: { ...trouble.counts, 'commits refused after the platform answered': refusals },
    faultsMs,
    settleMs,
    otherAgentP99Ms: throttling?.p99Ms ?? null,
    folder: breaches === 0 ? null : rig.folder,
  };
}

const sum = ({ counts }: Trouble, prefix: string) =>
  Object.entries(counts).reduce((total, [what, count]) => total + (what.startsWith(prefix) ? count : 0), 0);

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(new Error('interrupted'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** Moves the sink's records into the ledger during the run, so that neither has to hold much. */
function startDraining(ledger: Ledger, take: () => Promise<Attempt[]>): { stop(): Promise<void> } {
  let stopping = false;
  const run = async () => {
    while (!stopping) {
      await delay(DRAIN_MS);
      ledger.arrived(await take());
    }
  };
  const running = run();
  return {
    async stop() {
      stopping = true;
      await running;
      ledger.arrived(await take());
    },
  };
}

const TELL_MS = process.stderr.isTTY ? 1_000 : 10_000;

function startTelling(say: (line: string) => void, line: () => string): { stop(): void } {
  const timer = setInterval(() => say(line()), TELL_MS);
  return { stop: () => clearInterval(timer) };
}

function progress(ledger: Ledger, trouble: Trouble, inFlight: number, elapsedMs: number): string {
  const parts = [
    `${Math.round(elapsedMs / 1000)} s`,
    `${ledger.actions.length} messages`,
    `${inFlight} under way`,
    `${ledger.attempts} webhooks`,
    `${sum(trouble, 'kill')} kills`,
    `${sum(trouble, 'database restarted')} database restarts`,
  ];
  return parts.join(', ');
}
