/** What `bench -- calm` has found, for a person to read. */
import { type CalmResult, RATES } from './calm.ts';
import {
  coresLines,
  FORWARD_HEAD,
  fixed,
  forwardRow,
  machineLines,
  met,
  REPLY_HEAD,
  replyRow,
  SEND_HEAD,
  sendRow,
  textOf,
  verdictLines,
} from './text.ts';

/** Source: the project's targets, in milliseconds. */
const TARGETS = { acceptP50Ms: 2, sentP50Ms: 4, sentP99Ms: 25, forwardP50Ms: 3 };

export function calmReport(result: CalmResult): string {
  const { machine, settings, sends, replies, forwards } = result;
  const name = (rate: number) => `${rate} a second`;
  return textOf([
    [
      ...machineLines(machine, result.loadAverageAfter),
      `settings   ${settings.handsets} handsets; ${settings.seconds} s a round, the median of ${settings.repeat}`,
    ],
    [SEND_HEAD, ...RATES.map((rate) => sendRow(name(rate), sends[rate]!))],
    [REPLY_HEAD, ...RATES.map((rate) => replyRow(name(rate), replies[rate]!))],
    [FORWARD_HEAD, ...RATES.map((rate) => forwardRow(name(rate), forwards[rate]!))],
    coresLines([
      ...RATES.map((rate) => [`sends, ${name(rate)}`, sends[rate]!] as [string, (typeof sends)[number]]),
      ...RATES.map((rate) => [`replies, ${name(rate)}`, replies[rate]!] as [string, (typeof replies)[number]]),
    ]),
    [
      'targets, of sends and of forwarded messages',
      ...RATES.flatMap((rate) => {
        const { accept, endToEnd } = sends[rate]!;
        return [
          target(`${name(rate)}: accepted, p50`, accept?.p50, TARGETS.acceptP50Ms),
          target(`${name(rate)}: SENT at the webhook, p50`, endToEnd?.p50, TARGETS.sentP50Ms),
          target(`${name(rate)}: SENT at the webhook, p99`, endToEnd?.p99, TARGETS.sentP99Ms),
          target(`${name(rate)}: forwarded, p50`, forwards[rate]!.forward?.p50, TARGETS.forwardP50Ms),
        ];
      }),
    ],
    verdictLines(result.breaches),
  ]);
}

function target(what: string, ms: number | undefined, atMostMs: number): string {
  return `  ${what.padEnd(44)}${fixed(ms).padStart(6)} ms   at most ${atMostMs} ms   ${met((ms ?? Number.POSITIVE_INFINITY) <= atMostMs)}`;
}
