/** The report of `bench -- large`. */
import type { LargeResult } from './large.ts';
import { machineLines, textOf, verdictLines, whole } from './text.ts';

export function largeReport({ machine, loadAverageAfter, settings, phases, restMiB, breaches }: LargeResult): string {
  const { count, handsets, connections, seconds } = settings;
  const row = (name: string, peakMiB: number | null, time: string) =>
    `${name.padEnd(48)}${(peakMiB === null ? '–' : whole(peakMiB)).padStart(8)}${time.padStart(10)}`;
  return textOf([
    [
      ...machineLines(machine, loadAverageAfter),
      `settings   ${whole(count)} requests a round, ${whole(handsets)} handsets, ${connections} connections, ${seconds} s without the platform`,
    ],
    [
      `${'memory of the service, resident'.padEnd(48)}peak MiB   seconds`,
      ...phases.map(({ name, peakMiB, seconds: lasted }) => row(name, peakMiB, whole(lasted))),
      row('after a minute of rest', restMiB, ''),
    ],
    breaches.length === 0
      ? ['Nothing was refused, and the platform has accepted each message once.']
      : verdictLines(breaches),
  ]);
}
