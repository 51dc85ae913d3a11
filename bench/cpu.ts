/**
 * How many cores each process kept busy, from Linux's own accounting (proc(5)): a bench whose load generator or sink is
 * the bottleneck measures itself, and so does one on a busy machine.
 */
import { readdir, readFile } from 'node:fs/promises';

/** The unit of /proc is 1/100 s on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

type Times = { pid: number; parent: number; own: number; reaped: number };

/** Seconds of CPU time so far, by the process's name here; `machine` is everything that ran on the machine. */
export type CpuReading = { atMs: number; seconds: Record<string, number>; machine: number };

/** Cores in use on average, by the process's name; `others` is everything besides the bench. */
export type CpuUse = Record<string, number>;

/** The processes to measure, by name. */
export type Processes = Record<string, { pid: number; children?: boolean }>;

/**
 * `children`: the child processes of a pid count as it (PostgreSQL works in them), except those with a name. null where
 * there is no /proc.
 */
export async function readCpu(processes: Processes): Promise<CpuReading | null> {
  try {
    const machine = await machineSeconds();
    const everyone = Object.values(processes).some(({ children }) => children) ? await allTimes() : [];
    const named = new Set(Object.values(processes).map(({ pid }) => pid));
    const seconds: Record<string, number> = {};
    for (const [name, { pid, children }] of Object.entries(processes)) {
      const times = await timesOf(pid);
      const offspring = children ? everyone.filter((one) => one.parent === pid && !named.has(one.pid)) : [];
      seconds[name] = offspring.reduce((sum, { own }) => sum + own, times.own + (children ? times.reaped : 0));
    }
    return { atMs: performance.now(), seconds, machine };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export function cpuBetween(before: CpuReading | null, after: CpuReading | null): CpuUse | null {
  if (!before || !after) return null;
  const wallSeconds = (after.atMs - before.atMs) / 1000;
  const use: CpuUse = {};
  let ours = 0;
  for (const [name, seconds] of Object.entries(after.seconds)) {
    const used = seconds - (before.seconds[name] ?? 0);
    ours += used;
    use[name] = used / wallSeconds;
  }
  use['others'] = Math.max(0, (after.machine - before.machine - ours) / wallSeconds);
  return use;
}

async function timesOf(pid: number): Promise<Times> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold anything, so the fields count from the last bracket.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, reapedUser = 0, reapedSystem = 0] = fields.slice(11, 15);
  return {
    pid,
    parent,
    own: (user + system) / TICKS_PER_SECOND,
    reaped: (reapedUser + reapedSystem) / TICKS_PER_SECOND,
  };
}

async function allTimes(): Promise<Times[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  // The time of one that has ended is included in its parent's.
  const found = await Promise.all(pids.map((pid) => timesOf(pid).catch(() => null)));
  return found.filter((times) => times !== null);
}

async function machineSeconds(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line.split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq + steal) / TICKS_PER_SECOND;
}
