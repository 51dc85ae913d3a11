/** The report of `bench -- processes`. */
import { COUNTS, type ProcessesResult } from './processes.ts';
import { coresLines, machineLines, ratios, SEND_HEAD, sendRow, textOf, verdictLines, whole } from './text.ts';

/** Source: the project's targets; requires a machine that has cores to spare. */
const GAIN_OF_TWO = 1.6;
/** With less than this left of the machine, a second process had nothing to run on. */
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
  const gainOf = (count: 2 | 4) => rounds[count].endToEndPerSecond / rounds[1].endToEndPerSecond;
  const isMet = gainOf(2) >= GAIN_OF_TWO;
  const left = coresLeft[2];
  const hadNone = left != null && left < SPARE_CORES;
  const missed = hadNone ? `not met, with ${left.toFixed(2)} of ${machine.cores} cores left to run on` : 'MISSED';
  return [
    'targets, end to end',
    `  2 processes ÷ 1   ${gainOf(2).toFixed(2)}      at least ${GAIN_OF_TWO} with cores to spare      ${isMet ? 'met' : missed}   (measured: ${ratios(gains.two)})`,
    `  4 processes ÷ 1   ${gainOf(4).toFixed(2)}      no target   (measured: ${ratios(gains.four)})`,
  ];
}

const NOTES = [
  'how        Each row is a service and a database of its own, whose lanes the processes share. One, two and four are',
  '           measured in turn; the turn with the median gain of two is shown.',
  'left out   PostgreSQL, the emulator, the webhook sink and the load generator run on the same cores, one process each but',
  '           for PostgreSQL; what they use is not there for the service. The emulator and the sink have one core at most.',
];
