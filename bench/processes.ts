/**
 * `bench -- processes`: the full load of `bench -- send` on one, two, four and eight processes of the service, and how many
 * cores that took: processes can only help where the machine has cores that the rest of the bench does not need.
 */
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { setUpTenant } from './api.ts';
import { type Course, medianBy, startCourse } from './course.ts';
import { createHolder } from './hold.ts';
import { describeMachine, loadAverage, type Machine } from './machine.ts';
import { type Rig, startRig } from './rig.ts';
import type { SendRound } from './rounds.ts';
import { MAX_MESSAGES, prepareService, warmUpCount } from './service.ts';
import { AGENT } from './traffic.ts';

export type ProcessesSettings = {
  count: number;
  handsets: number;
  connections: number;
  repeat: number;
  percent: number;
};

/** Numbers of processes, each with its own database. */
export const COUNTS = [1, 2, 4, 8] as const;
/** Those that are compared with one. */
export const MORE = [2, 4, 8] as const;
/** The default of a new database; each process gets its even share. */
const LANES = 64;
/** A new process gets its lanes in a second or so. */
const SPREAD_PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** One run of each, within a few minutes. */
type Turn = Record<(typeof COUNTS)[number], SendRound>;

export type ProcessesResult = {
  machine: Machine;
  loadAverageAfter: number;
  settings: ProcessesSettings;
  /** The turn with the median gain of two processes. */
  rounds: Turn;
  /** Idle cores in it, by number of processes; null where there is no /proc. */
  coresLeft: Record<number, number | null>;
  /** By number of processes: end to end divided by that of one, in the order of measurement. */
  gains: Record<(typeof MORE)[number], number[]>;
  breaches: string[];
};

/** The maximum requests of a round. */
export function maxProcessesCount({ handsets }: { handsets: number }): number {
  return MAX_MESSAGES - warmUpCount(handsets) * Math.max(...COUNTS);
}

export async function runProcesses(
  settings: ProcessesSettings,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<ProcessesResult> {
  const machine = await describeMachine();
  const course = startCourse(say, signal);
  const turns: Turn[] = [];
  for (let turn = 1; turn <= settings.repeat; turn++) {
    const rounds: Partial<Turn> = {};
    for (const count of COUNTS)
      rounds[count] = await measure(count, `turn ${turn}, processes: ${count}`, settings, course);
    turns.push(rounds as Turn);
  }
  const gain = (count: (typeof MORE)[number]) => (turn: Turn) =>
    turn[count].endToEndPerSecond / turn[1].endToEndPerSecond;
  const median = medianBy(turns, gain(2));
  return {
    machine,
    loadAverageAfter: loadAverage(),
    settings,
    rounds: median,
    coresLeft: Object.fromEntries(COUNTS.map((count) => [count, left(machine, median[count])])),
    gains: { 2: turns.map(gain(2)), 4: turns.map(gain(4)), 8: turns.map(gain(8)) },
    breaches: course.breaches,
  };
}

async function measure(processes: number, name: string, settings: ProcessesSettings, course: Course) {
  const { count, handsets, connections, percent } = settings;
  course.say(`starting the service, ${name}`);
  const environment = { PARLEY_PROCESSES: `${processes}` };
  await using holder = createHolder(percent);
  await using rig = await startRig({ environment, signal: course.signal });
  const pids = await waitForSpread(rig, processes, course.signal);
  if (percent < 100) await holder.hold(pids);
  const tenant = await setUpTenant(rig, AGENT);
  const service = await prepareService(rig, course, { tenant, handsets, receipts: false });
  await service.warmUp(`warm-up, ${name}`, connections, processes);
  // Awaited here, because its resources end with this function.
  return await service.send(`full load, ${name}`, count, { connections });
}

/** Returns the processes that have the lanes. @throws Error when they are not spread evenly in time */
async function waitForSpread({ postgres: { url } }: Rig, processes: number, signal: AbortSignal): Promise<number[]> {
  const sql = postgres(url, { max: 1 });
  try {
    for (const giveUpAt = performance.now() + SPREAD_PATIENCE_MS; ; ) {
      const owned = await sql<{ pid: number; lanes: number }[]>`
        select pid, count(*)::int as lanes from lane_owner join process on process_id = owner
        where seen_at > now() - interval '10 s' group by pid`;
      if (owned.length === processes && owned.every(({ lanes }) => lanes === LANES / processes)) {
        return owned.map(({ pid }) => pid);
      }
      if (performance.now() > giveUpAt) throw new Error('the lanes are not spread evenly over the processes');
      await delay(LOOK_EVERY_MS, undefined, { signal });
    }
  } finally {
    await sql.end();
  }
}

function left({ cores }: Machine, { cpu }: SendRound): number | null {
  return cpu && Math.max(0, cores - Object.values(cpu).reduce((sum, used) => sum + used, 0));
}
