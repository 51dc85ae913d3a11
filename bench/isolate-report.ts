/** The report of `bench -- isolate`. */
import { type IsolateResult, KINDS, ratioOf, TROUBLES } from './isolate.ts';
import { coresLines, machineLines, met, ratios, SEND_HEAD, sendRow, textOf, verdictLines, whole } from './text.ts';
import { FURTHER } from './two-endpoints.ts';

/** Source: the project's targets. Of the others' p99, in trouble ÷ answering. */
const MAX_RATIO = 1.2;

export function isolateReport(result: IsolateResult): string {
  const { machine, settings, rounds, held, unanswered, two } = result;
  const { agents, rate, seconds } = settings;
  const name = (kind: (typeof KINDS)[number]) => `busy one    ${kind}`;
  return textOf([
    [
      ...machineLines(machine, result.loadAverageAfter),
      `settings   ${agents} agents, ${whole(rate)} requests a second, half of them for one agent; ${seconds} s a round`,
    ],
    [
      `the other ${agents - 1}`,
      SEND_HEAD,
      ...KINDS.map((kind) => sendRow(name(kind), rounds[kind])),
      `(in all rounds the hanging endpoint was tried ${whole(held)} times, the hanging system asked ${whole(unanswered)} times)`,
    ],
    coresLines(KINDS.map((kind) => [name(kind), rounds[kind]])),
    [
      'targets, the others’ p99 end to end',
      ...TROUBLES.map((trouble) => {
        const ratio = ratioOf(rounds, trouble);
        const name = `  ${trouble} ÷ answering`.padEnd(27);
        return `${name}${ratio.toFixed(2)}      at most ${MAX_RATIO}      ${met(ratio <= MAX_RATIO)}   (measured: ${ratios(result.ratios[trouble])})`;
      }),
    ],
    [
      'an agent with two endpoints, its webhook',
      SEND_HEAD,
      ...FURTHER.map((further) => sendRow(`further one ${further}`, two.rounds[further])),
      ...FURTHER.map(
        (further) => `  ${further}, end to end/s`.padEnd(30) + two.perSecond[further].map(whole).join(', '),
      ),
      `  dead ÷ absent`.padEnd(30) + ratios(two.ratios.absent),
      `  dead ÷ answering`.padEnd(30) + ratios(two.ratios.answering),
    ],
    NOTES,
    verdictLines(result.breaches),
  ]);
}

const NOTES = [
  'how        Every agent has an endpoint of its own, all at one webhook sink. The others get half of the requests a second,',
  '           evenly paced, in every row; the busy one nothing, or as much as all of them together. Its flow asks a system;',
  '           that and its endpoint answer at once, or one of them never does (given up after 10 s): hanging is the endpoint,',
  '           unanswered the system. Throttled: the platform answers its messages with 429. The five in turn; the turn whose',
  '           worst ratio is the median is shown. End to end: from the start of the request until the sink has acknowledged SENT.',
  '           Two endpoints: as many requests as 64 connections make, each event also to a further endpoint that answers, or never',
  '           does. The order within each conversation is checked in every row.',
  'left out   What waits for the busy one is let through between the rounds and checked to be whole, but not timed.',
];
