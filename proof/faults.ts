/** Plays the plan, and meanwhile small faults of phones; records what it did, and which lanes that affected. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import type { Fault, Plan } from './plan.ts';
import type { Random } from './random.ts';
import { refuse } from './refusals.ts';
import type { Rig } from './rig.ts';
import { type Death, signalTo } from './service.ts';
import { caller, type Stage } from './stage.ts';

/** Something that stopped lanes, and when nothing but the service itself kept them from resuming. */
export type Disturbance = {
  what: string;
  atMs: number;
  endedMs: number;
  /** Whose lanes; null for all. */
  pid: number | null;
};

export type Trouble = {
  readonly counts: Record<string, number>;
  readonly disturbances: Disturbance[];
  /** Deaths not caused by the proof. */
  readonly bugs: string[];
  died(death: Death): void;
};

export function createTrouble(ledger: Ledger): Trouble {
  const trouble: Trouble = {
    counts: {},
    disturbances: [],
    bugs: [],
    died({ atMs, pid, cause, detail }) {
      ledger.note('death', { pid, cause, detail });
      if (cause === 'itself') trouble.bugs.push(`process ${pid} ended by itself: ${detail}`);
      add(trouble, cause === 'order' ? 'kill -9' : `killed ${cause === 'itself' ? 'by nobody' : cause}`);
      trouble.disturbances.push({ what: 'kill', atMs, endedMs: atMs, pid });
    },
  };
  return trouble;
}

function add({ counts }: Trouble, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

type Parts = {
  rig: Rig;
  ledger: Ledger;
  trouble: Trouble;
};

/** Resolves when the time of the plan is over and its last fault has ended. */
export async function playFaults(plan: Plan, parts: Parts): Promise<void> {
  const begunAt = performance.now();
  const running: Promise<void>[] = [];
  for (const { atMs, fault } of plan.faults) {
    await delay(Math.max(0, begunAt + atMs - performance.now()));
    parts.ledger.note('fault', fault);
    running.push(play(fault, parts));
  }
  await delay(Math.max(0, begunAt + plan.durationMs - performance.now()));
  await Promise.all(running);
}

async function play(fault: Fault, parts: Parts): Promise<void> {
  const { rig, trouble } = parts;
  if (fault.kind === 'kill') {
    const service = rig.services[fault.service]!;
    const pids = service.all();
    if (pids.length > 0) service.kill(pids[fault.process % pids.length]!);
    return;
  }
  add(trouble, nameOf(fault));
  const atMs = Date.now();
  if (fault.kind === 'stall') {
    await stall(fault, parts, atMs);
    return;
  }
  // It stops no lane permanently, only the writes that share a group with such a message.
  if (fault.kind === 'refuse') {
    await refuse(rig.database, fault.phoneNumberEnd, fault.forMs);
    return;
  }
  if (fault.kind === 'restart') {
    await rig.postgres.stop(fault.mode);
    await delay(fault.downMs);
    await rig.postgres.start();
  } else if (fault.kind === 'cut') {
    rig.cable.cut(fault.how);
    await delay(fault.forMs);
    rig.cable.mend();
  } else if (fault.kind === 'take-over') await breakTakeOvers(fault.forMs, parts);
  else await terminate(fault.forMs, parts);
  trouble.disturbances.push({ what: nameOf(fault), atMs, endedMs: Date.now(), pid: null });
}

function nameOf(fault: Fault): string {
  if (fault.kind === 'restart') return `database restarted, ${fault.mode}`;
  if (fault.kind === 'cut') return `network cut, ${fault.how}`;
  if (fault.kind === 'refuse') return 'messages whose outcome is refused for 5 s';
  if (fault.kind === 'take-over') return 'all killed, and take-overs broken for 12 s';
  return fault.kind === 'terminate' ? 'connections ended for 8 s' : 'process stopped beyond its lease';
}

/** The process may be killed and restarted meanwhile: then there is nobody to wake up. */
async function stall(fault: Fault & { kind: 'stall' }, { rig, trouble }: Parts, atMs: number) {
  const pids = rig.services[fault.service]!.serving();
  const pid = pids[fault.process % pids.length];
  if (pid === undefined || !signalTo(pid, 'SIGSTOP')) return;
  trouble.disturbances.push({ what: 'stall', atMs, endedMs: atMs, pid });
  await delay(fault.forMs);
  signalTo(pid, 'SIGCONT');
}

async function terminate(forMs: number, { rig }: Parts): Promise<void> {
  for (const endAt = performance.now() + forMs; performance.now() < endAt; await delay(1_000)) {
    await rig.database`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'parley' and random() < 0.5`.catch(() => {});
  }
}

/** Processes started after the kills take lanes. */
async function breakTakeOvers(forMs: number, { rig, trouble }: Parts): Promise<void> {
  const { takeOvers } = rig;
  const before = takeOvers.broken;
  takeOvers.areBroken = true;
  for (const service of rig.services) for (const pid of service.all()) service.kill(pid);
  await delay(forMs);
  takeOvers.areBroken = false;
  for (let count = takeOvers.broken - before; count > 0; count--)
    add(trouble, 'take-over broken before its first read');
}

/** Faults for phones, one at a time. The service waits 15 s for the platform's answer. */
const PHONE_FAULTS = [
  { name: 'platform answers 429', faults: [{ status: 429, times: 2 }] },
  { name: 'platform answers 503', faults: [{ status: 503, times: 2 }] },
  { name: 'platform answers slowly', faults: [{ delayMs: 3_000 }] },
  { name: 'platform hangs', faults: [{ delayMs: 20_000 }] },
  { name: 'platform accepts and breaks off', faults: [{ afterAccept: true }] },
  { name: 'platform accepts and hangs', faults: [{ afterAccept: true, delayMs: 20_000 }] },
  { name: 'platform accepts and answers 503', faults: [{ afterAccept: true, status: 503 }] },
] as const;
const PHONE_EVERY_MS = 500;

/** Gives one phone after the other a fault, until it is stopped. */
export async function troublePhones(
  { rig, trouble, random, stage }: { rig: Rig; trouble: Trouble; random: Random; stage: Stage },
  signal: AbortSignal,
): Promise<void> {
  const call = caller(rig.emulator.url, rig.operatorKey);
  while (!signal.aborted) {
    await delay(PHONE_EVERY_MS);
    const { name, faults } = random.pick(PHONE_FAULTS);
    await call('PUT', `/emulator/handsets/${random.pick(stage.phoneNumbers)}`, { faults });
    add(trouble, name);
  }
}
