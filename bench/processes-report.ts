/** The report of `bench -- processes`. */
import { COUNTS, MORE, type ProcessesResult } from './processes.ts';
import { coresLines, machineLines, ratios, SEND_HEAD, sendRow, textOf, verdictLines, whole } from './text.ts';

/** By number of processes. Source: the project's targets; they require a machine that has cores to spare. */
const TARGETS: Partial<Record<(typeof MORE)[number], number>> = { 2: 1.8, 8: 5 };
/** With less than this left of the machine, a further process had nothing to run on. */
const SPARE_CORES = 0.5;

export function processesReport(result: ProcessesResult): string {
  const { machine, settings, rounds, coresLeft } = result;
  const name = (count: number) => `full load   ${count} ${count === 1 ? 'process' : 'processes'}`;
  return textOf([
    [
      ...machineLines(machine, result.loadAverageAfter),
      `settings   ${whole(settings.count)} requests a round, ${whole(settings.handsets)} handsets, ${settings.connections} connections${settings.percent < 100 ? `; each process held to ${settings.percent} % of a core` : ''}`,
    ],
    [SEND_HEAD, ...COUNTS.map((count) => sendRow(name(count), rounds[count]))],
    [
      ...coresLines(COUNTS.map((count) => [name(count), rounds[count]])),
      `cores left, of ${machine.cores}: ${COUNTS.map((count) => `${coresLeft[count]?.toFixed(2) ?? 'not known'} with ${count}`).join(', ')}`,
    ],
    targetLines(result),
    NOTES,
    verdictLines(result.breaches),
  ]);
}

function targetLines({ rounds, gains, coresLeft, machine }: ProcessesResult): string[] {
  const line = (count: (typeof MORE)[number]) => {
    const gain = rounds[count].endToEndPerSecond / rounds[1].endToEndPerSecond;
    const target = TARGETS[count];
    const left = coresLeft[count];
    const hadNone = left != null && left < SPARE_CORES;
    const missed = hadNone ? `not met, with ${left.toFixed(2)} of ${machine.cores} cores left to run on` : 'MISSED';
    const said =
      target === undefined
        ? 'no target'
        : `at least ${target} with cores to spare      ${gain >= target ? 'met' : missed}`;
    return `  ${count} processes ÷ 1   ${gain.toFixed(2)}      ${said}   (measured: ${ratios(gains[count])})`;
  };
  return ['targets, end to end', ...MORE.map(line)];
}

const NOTES = [
  'how        Each row is a service and a database of its own, whose lanes the processes share. One, two, four and',
  '           eight are measured in turn; the turn with the median gain of two is shown.',
  'left out   PostgreSQL, the emulator, the webhook sink and the load generator run on the same cores, one process each but',
  '           for PostgreSQL; what they use is not there for the service. The emulator and the sink have one core at most.',
];
