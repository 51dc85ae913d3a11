/** The report of `bench -- send`. Every figure comes with its meaning and its limits. */
import type { Collected } from './collector.ts';
import type { Profile, Share } from './profile.ts';
import type { SendResult } from './send.ts';
import {
  coresLines,
  fixed,
  machineLines,
  met,
  REPLY_HEAD,
  replyRow,
  SEND_HEAD,
  sendRow,
  textOf,
  verdictLines,
  whole,
} from './text.ts';

/** Source: the project's targets. The two latencies are medians at half load, in milliseconds; the costs are of one send. */
const TARGETS = { serviceToRelay: 0.5, acceptP50Ms: 15, replyP50Ms: 50, cpuMs: 0.22, walBytes: 3_500 };

export function sendReport(result: SendResult): string {
  const { machine, settings, service, relay, reply } = result;
  const blocks = [
    [
      ...machineLines(machine, result.loadAverageAfter),
      `settings   ${whole(settings.count)} requests a round, ${whole(settings.handsets)} handsets, ${settings.connections} connections, receipts ${settings.receipts ? 'on' : 'off'}, traces ${settings.traces ? 'on' : 'off'}${settings.profile ? '; the service was slowed by its profiler' : ''}`,
    ],
    [
      SEND_HEAD,
      sendRow('full load   service', service.full),
      sendRow('            relay', relay.full),
      sendRow('half load   service', service.half),
      sendRow('            relay', relay.half),
    ],
    [REPLY_HEAD, replyRow('full load   service', reply.full), replyRow('half load   service', reply.half)],
    cores(result),
    targets(result),
    NOTES,
  ];
  if (result.collected) blocks.push([collectedLine(result.collected)]);
  if (result.profile) blocks.push(profileBlock(result.profile));
  blocks.push(verdictLines(result.breaches));
  return textOf(blocks);
}

function collectedLine({ batches, bytes }: Collected): string {
  return `traces     ${whole(batches)} batches of spans, ${(bytes / 1e6).toFixed(1)} MB, from the start of the service to its end`;
}

const NOTES = [
  'how        Real processes over HTTP on one machine: the service (one Node process, with its PostgreSQL), the emulator,',
  '           the webhook sink, the relay and the load generator. A send is one POST with one parameter for its template.',
  '           End to end: from the start of the request until the sink has acknowledged the SENT event. Full load: each',
  '           connection asks again as soon as it is answered, so end to end includes the queue that builds up behind the',
  '           answers; service and relay in turn, the pair with the median ratio is shown. Half load: evenly paced at half',
  '           of the end to end/s above it, each side at half of its own. Reply: by the clock of the emulator, from the',
  '           user’s message to the acceptance of the reply.',
  'included   Bearer check, append with fsync, turn with Liquid and trace, commit with fsync, platform call, second',
  '           commit, signed webhook, attempt recorded. The relay: bearer lookup, platform call, signed webhook.',
  'left out   The capability check of a number is cached from the warm-up (once in 24 h per number). No receipts, unless',
  '           --receipts: they are two more exchanges that the relay does not have. No TLS, no network between machines.',
];

function cores({ service, relay, reply }: SendResult): string[] {
  return coresLines([
    ['full load   service', service.full],
    ['            relay', relay.full],
    ['            replies', reply.full],
    ['half load   service', service.half],
    ['            relay', relay.half],
    ['            replies', reply.half],
  ]);
}

function targets({ serviceToRelay, ratios, service, reply, walBytes }: SendResult): string[] {
  const accept = service.half.accept?.p50 ?? Number.POSITIVE_INFINITY;
  const replied = reply.half.reply?.p50 ?? Number.POSITIVE_INFINITY;
  const { cpu, endToEndPerSecond } = service.full;
  const msOf = (cores = 0) => (cores / endToEndPerSecond) * 1000;
  const cpuMs = cpu ? msOf(cpu['service']) + msOf(cpu['PostgreSQL']) : null;
  return [
    'targets',
    `  service ÷ relay, end to end at full load   ${serviceToRelay.toFixed(2)}      at least ${TARGETS.serviceToRelay}      ${met(serviceToRelay >= TARGETS.serviceToRelay)}   (measured: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`,
    `  accept p50 at half load                    ${fixed(accept)} ms   under ${TARGETS.acceptP50Ms} ms      ${met(accept < TARGETS.acceptP50Ms)}`,
    `  user message → reply p50 at half load      ${fixed(replied)} ms   under ${TARGETS.replyP50Ms} ms      ${met(replied < TARGETS.replyP50Ms)}`,
    `  CPU of a send, service and PostgreSQL      ${cpuMs === null ? 'not known' : `${cpuMs.toFixed(2)} ms   at most ${TARGETS.cpuMs} ms      ${met(cpuMs <= TARGETS.cpuMs)}`}`,
    `  write-ahead log of a send                  ${whole(walBytes)} bytes   at most ${whole(TARGETS.walBytes)}      ${met(walBytes <= TARGETS.walBytes)}`,
  ];
}

function profileBlock({ functions, groups, statements }: Profile): string[] {
  const rows = (shares: Share[], format: (share: number) => string) =>
    shares.map(({ name, share }) => `  ${format(share).padStart(7)}  ${name}`);
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  return [
    'profile of the full load: self time of the service’s main thread, by module',
    ...rows(groups, percent),
    'by function',
    ...rows(functions, percent),
    'PostgreSQL: how many backends were at it on average, and what they waited for',
    ...rows(statements, (share) => share.toFixed(2)),
  ];
}
