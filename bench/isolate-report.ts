/** What `bench -- isolate` has found, for a person to read. */
import { type IsolateResult, KINDS } from './isolate.ts';
import { coresLines, machineLines, met, ratios, SEND_HEAD, sendRow, textOf, verdictLines, whole } from './text.ts';

/** Source: the project's targets. Of the others' p99, hanging ÷ answering. */
const MAX_RATIO = 1.2;

export function isolateReport(result: IsolateResult): string {
  const { machine, settings, rounds, held } = result;
  const { agents, rate, seconds } = settings;
  const name = (kind: (typeof KINDS)[number]) => `busy one    ${kind}`;
  const ratio = (rounds.hanging.endToEnd?.p99 ?? Number.NaN) / (rounds.answering.endToEnd?.p99 ?? Number.NaN);
  return textOf([
    [
      ...machineLines(machine, result.loadAverageAfter),
      `settings   ${agents} agents, ${whole(rate)} requests a second, half of them for one agent; ${seconds} s a round`,
    ],
    [
      `the other ${agents - 1}`,
      SEND_HEAD,
      ...KINDS.map((kind) => sendRow(name(kind), rounds[kind])),
      `(the hanging endpoint was tried ${whole(held)} times in all its rounds)`,
    ],
    coresLines(KINDS.map((kind) => [name(kind), rounds[kind]])),
    [
      'target',
      `  the others’ p99 end to end, hanging ÷ answering   ${ratio.toFixed(2)}      at most ${MAX_RATIO}      ${met(ratio <= MAX_RATIO)}   (measured: ${ratios(result.ratios)})`,
    ],
    NOTES,
    verdictLines(result.breaches),
  ]);
}

const NOTES = [
  'how        Every agent has an endpoint of its own, all at one webhook sink. The others get half of the requests a second,',
  '           evenly paced, in every row; the busy one nothing, or as much as all of them together, with an endpoint that',
  '           answers or that takes each event and never answers (given up after 10 s). The three in turn; the turn with the',
  '           median ratio is shown. End to end: from the start of the request until the sink has acknowledged SENT.',
  'left out   What waits for the busy one is let through between the rounds and checked to be whole, but not timed.',
];
