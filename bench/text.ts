/** Formatting of figures: the rows from which all benches build their reports. */
import type { CpuUse } from './cpu.ts';
import type { Latency } from './figures.ts';
import type { Machine } from './machine.ts';
import type { ForwardRound, ReplyRound, SendRound } from './rounds.ts';

/** Blocks of lines, with an empty line between them. */
export const textOf = (blocks: readonly string[][]) => `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;

export const whole = (value: number) => Math.round(value).toLocaleString('en-US');
export const fixed = (value: number | null | undefined) => (value == null ? '–' : value.toFixed(1));
export const ratios = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(', ');
export const met = (isMet: boolean) => (isMet ? 'met' : 'MISSED');

export function machineLines(machine: Machine, loadAverageAfter: number): string[] {
  const { cores, processor, memoryGiB, system, loadAverage, node, postgres } = machine;
  return [
    `machine    ${cores} cores (${processor}), ${memoryGiB} GiB, ${system}; load average ${loadAverage} before, ${loadAverageAfter} after`,
    `software   Node ${node}; PostgreSQL ${postgres}, embedded, fsync on`,
  ];
}

const NAME_WIDTH = 24;
const CORES_WIDTH = 11;

export const SEND_HEAD =
  'sends                   accepted/s  end to end/s    accept p50     p99   end to end p50      p99  (ms)';

export function sendRow(name: string, { acceptedPerSecond, endToEndPerSecond, accept, endToEnd }: SendRound): string {
  return `${name.padEnd(NAME_WIDTH)}${whole(acceptedPerSecond).padStart(10)}${whole(endToEndPerSecond).padStart(14)}${pair(accept, 14, 8)}${pair(endToEnd, 17, 9)}`;
}

export const REPLY_HEAD = 'user message → reply     replies/s                        p50      p99  (ms)';

export function replyRow(name: string, { repliesPerSecond, reply }: ReplyRound): string {
  return `${name.padEnd(NAME_WIDTH)}${whole(repliesPerSecond).padStart(10)}${pair(reply, 28, 9)}`;
}

export const FORWARD_HEAD = 'user message → webhook                                    p50      p99  (ms)';

export function forwardRow(name: string, { forward }: ForwardRound): string {
  return `${name.padEnd(NAME_WIDTH)}${pair(forward, 38, 9)}`;
}

const pair = (latency: Latency | null, first: number, second: number) =>
  `${fixed(latency?.p50).padStart(first)}${fixed(latency?.p99).padStart(second)}`;

/** Of rounds with the same processes. */
export function coresLines(rounds: [string, { cpu: CpuUse | null; lagP99Ms: number | null }][]): string[] {
  const names = Object.keys(rounds[0]?.[1].cpu ?? {});
  if (names.length === 0) return ['cores in use: not known here, there is no /proc'];
  const row = (cpu: CpuUse | null) => names.map((name) => (cpu?.[name] ?? 0).toFixed(2).padStart(CORES_WIDTH)).join('');
  return [
    `${'cores in use'.padEnd(NAME_WIDTH)}${names.map((name) => name.padStart(CORES_WIDTH)).join('')}   late p99 (ms)`,
    ...rounds.map(
      ([name, { cpu, lagP99Ms }]) => `${name.padEnd(NAME_WIDTH)}${row(cpu)}${fixed(lagP99Ms).padStart(16)}`,
    ),
    '(others: what ran on this machine beside the bench; late: how far the load generator fell behind its own pace)',
  ];
}

export function verdictLines(breaches: readonly string[]): string[] {
  return breaches.length === 0
    ? ['Nothing was lost or doubled: every request was accepted once by the platform, and every event arrived once.']
    : ['LOST, DOUBLED OR REFUSED:', ...breaches.map((breach) => `  ${breach}`)];
}
