/** The report of `bench -- isolate-templates`. */
import { KINDS, medianTurn, ratioOf, SIDES, type TemplatesResult } from './templates.ts';
import {
  coresLines,
  fixed,
  machineLines,
  met,
  ratios,
  SEND_HEAD,
  sendRow,
  textOf,
  verdictLines,
  whole,
} from './text.ts';

/** Source: the project's targets. Of the p99 end to end, beside ÷ alone. */
const MAX_RATIO = 1.5;
const MAX_HEALTHZ_MS = 100;

export function templatesReport(result: TemplatesResult): string {
  const { machine, settings, turns, asked } = result;
  const rows = KINDS.flatMap((kind) => {
    const turn = medianTurn(turns[kind]);
    return SIDES.map((side) => [`${kind.padEnd(12)}${side}`, turn[side]] as const);
  });
  const longestMs = Math.max(...KINDS.flatMap((kind) => turns[kind].map(({ beside }) => beside.healthzMs)));
  return textOf([
    [
      ...machineLines(machine, result.loadAverageAfter),
      `settings   ${whole(settings.rate)} requests a second of the account that is measured; ${settings.seconds} s a round`,
    ],
    [SEND_HEAD, ...rows.map(([name, round]) => sendRow(name, round))],
    coresLines(rows.map(([name, round]) => [name, round])),
    [
      'what the hostile account asked for',
      ...Object.entries(asked).map(([what, count]) => `  ${what.padEnd(40)}${whole(count).padStart(8)}`),
    ],
    [
      'targets',
      ...KINDS.map((kind) => {
        const ratio = ratioOf(medianTurn(turns[kind]));
        return `  ${`${kind}: p99 end to end, beside ÷ alone`.padEnd(44)}${ratio.toFixed(2)}      at most ${MAX_RATIO}      ${met(ratio <= MAX_RATIO)}   (measured: ${ratios(turns[kind].map(ratioOf))})`;
      }),
      `  ${'the longest that /healthz took beside it'.padEnd(44)}${fixed(longestMs)} ms   at most ${MAX_HEALTHZ_MS} ms   ${met(longestMs <= MAX_HEALTHZ_MS)}`,
    ],
    NOTES,
    verdictLines(result.breaches),
  ]);
}

const NOTES = [
  'how        The hostile account sends loops without end, comparisons and searches of all that a send may carry, and turns',
  '           of 4,851 templates, more than there is time for, and asks for previews of half a megabyte. None of its messages',
  '           can be sent. The other account’s text is rendered on the main thread, its loop on another one.',
  '           /healthz is asked every 10 ms.',
];
