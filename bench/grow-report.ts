/** The report of `bench -- grow`. */
import { expectedBytes, gigabytes } from './fill.ts';
import { type GrowResult, ratioOf } from './grow.ts';
import {
  coresLines,
  machineLines,
  met,
  REPLY_HEAD,
  ratios,
  replyRow,
  SEND_HEAD,
  sendRow,
  textOf,
  verdictLines,
  whole,
} from './text.ts';

/** Source: the project's targets. End to end at full load, grown ÷ empty. */
const MIN_RATIO = 0.9;
/** "Memory flat": resident after the last round, grown ÷ empty; both had the same requests. */
const MAX_MEMORY_RATIO = 1.2;

export function growReport(result: GrowResult): string {
  const { machine, settings, fill, full, half, replyFull, replyHalf } = result;
  return textOf([
    [
      ...machineLines(machine, result.loadAverageAfter),
      `settings   ${whole(settings.count)} requests a round, ${whole(settings.handsets)} handsets, ${settings.connections} connections`,
      `grown      ${whole(settings.conversations)} conversations, ${whole(settings.events)} events, ${whole(settings.states)} states: ${gigabytes(fill.bytes)}`,
      `           (${gigabytes(fill.bytesBefore)} when new, ${gigabytes(expectedBytes(settings))} more expected), filled in ${whole(fill.seconds)} s`,
    ],
    [
      SEND_HEAD,
      sendRow('full load   empty', full.empty),
      sendRow('            grown', full.grown),
      sendRow('half load   empty', half.empty),
      sendRow('            grown', half.grown),
    ],
    [
      REPLY_HEAD,
      replyRow('full load   empty', replyFull.empty),
      replyRow('            grown', replyFull.grown),
      replyRow('half load   empty', replyHalf.empty),
      replyRow('            grown', replyHalf.grown),
    ],
    coresLines([
      ['full load   empty', full.empty],
      ['            grown', full.grown],
      ['half load   empty', half.empty],
      ['            grown', half.grown],
    ]),
    targetLines(result),
    NOTES,
    verdictLines(result.breaches),
  ]);
}

function targetLines({ full, ratios: measured, memoryMiB: { empty, grown } }: GrowResult): string[] {
  const ratio = ratioOf(full);
  const memory = (grown.after ?? Number.NaN) / (empty.after ?? Number.NaN);
  return [
    'targets',
    `  end to end at full load, grown ÷ empty   ${ratio.toFixed(2)}      at least ${MIN_RATIO}      ${met(ratio >= MIN_RATIO)}   (measured: ${ratios(measured)})`,
    `  memory of the service, grown ÷ empty     ${memory.toFixed(2)}      at most ${MAX_MEMORY_RATIO}      ${met(memory <= MAX_MEMORY_RATIO)}   (MiB when warm and at the end: grown ${grown.before}, ${grown.after}; empty ${empty.before}, ${empty.after})`,
  ];
}

const NOTES = [
  'how        Two services with a database each, side by side; one database was filled with bulk SQL, vacuumed and analyzed.',
  '           They are measured in turn, the pair with the median ratio is shown; half load is the same pace for both, half',
  '           of what the empty one did. The conversations that are measured lie scattered among the filled ones.',
  'left out   The filled rows are agents, states, conversations and events of 30 days; turns, messages and attempts, which the',
  '           hot path only adds to, were not filled in. “others” contains the service that waits for its turn.',
];
