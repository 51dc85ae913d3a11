/** What `bench -- versions` has found, for a person to read. */
import { machineLines, textOf } from './text.ts';
import { TESTS, type VersionsResult } from './versions.ts';

export function versionsReport(result: VersionsResult): string {
  const { machine, settings, publishMs, tables } = result;
  const sorted = publishMs.toSorted((a, b) => a - b);
  const ms = (value = 0) => `${value.toFixed(0).padStart(6)} ms`;
  return textOf([
    [
      ...machineLines(machine, result.loadAverageAfter),
      `settings   ${settings.states} states, ${settings.versions} versions that change one of them, ${TESTS} flow tests`,
    ],
    [
      `put the whole flow            ${ms(result.putMs)}`,
      `put it with one state changed ${ms(result.putOneMs)}`,
      `publish one changed state     ${ms(sorted[Math.floor(sorted.length / 2)])}   longest ${ms(sorted.at(-1))}`,
      `publish all states changed    ${ms(result.publishAllMs)}`,
      `compare first and last        ${ms(result.diffMs)}`,
    ],
    [
      'before all states changed',
      ...tables.map(
        ({ name, rows, kilobytes }) =>
          `${name.padEnd(16)}${String(rows).padStart(8)} rows${String(kilobytes).padStart(10)} KB`,
      ),
    ],
    result.breaches,
  ]);
}
