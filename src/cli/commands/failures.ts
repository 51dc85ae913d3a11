/** `parley failures`: what is in the failure queue and why, and taking events out of it: sent again, or discarded. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Schemas } from '#client';
import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { CommandFailure, UsageError } from '../failure.ts';
import { readLimit } from '../limit.ts';
import { bad, bold, good, short, table, time } from '../output.ts';
import { type Given, meantFailures } from './failure-selection.ts';

const REASON_WIDTH = 60;
/** How often the progress of a redelivery is read. */
const LOOK_MS = 500;

type Failed = Schemas['ForwardedEvent'] & { agentId: string };
type Summary = Schemas['FailureSummary'];
const NOTHING_NARROWED: Given = {
  reason: undefined,
  since: undefined,
  until: undefined,
  class: undefined,
  type: undefined,
  endpoint: undefined,
};
type Redelivery = Schemas['Redelivery'];

export async function summarizeFailures(
  { api, out }: Cli,
  { agentId, endpoint }: { agentId: string | undefined; endpoint: string | undefined },
): Promise<void> {
  const { selection: _, ...summary } = await meantFailures(api, agentId, { ...NOTHING_NARROWED, endpoint });
  out.show(summary, () => textOf(summary));
  const [first] = summary.groups;
  if (!first) return;
  out.note(
    `\nTo send a group again, one event first: ${PROGRAM} failures redeliver ${first.agentId}${first.endpointId === null ? '' : ` --endpoint ${first.endpointId}`} --reason '${first.reason}'`,
  );
}

function textOf({ total, groups, endpoints }: Summary): string {
  const events = `${total.toLocaleString('en')} ${total === 1 ? 'event' : 'events'} in the failure queue`;
  const lines = [total === 0 ? 'The failure queue is empty.' : bold(events)];
  if (groups.length > 0) {
    const rows = groups.map(({ count, reason, since, until, agentId, endpointId }) => [
      count.toLocaleString('en'),
      short(reason, REASON_WIDTH),
      time(since),
      time(until),
      named({ agentId, endpointId }),
    ]);
    lines.push(table(['EVENTS', 'REASON', 'SINCE', 'UNTIL', 'AGENT'], rows));
    const advice = new Map(groups.map(({ reason, usually, check }) => [`${usually} ${check}`, reason]));
    lines.push('', ...[...advice].map(([says, reason]) => `${short(reason, REASON_WIDTH)}: ${says}`));
  }
  if (endpoints.length > 0)
    lines.push('', table(['ENDPOINT', 'IS', 'LAST ACCEPTED', 'LAST FAILED', 'AGENT'], endpoints.map(endpointRow)));
  return lines.join('\n');
}

function endpointRow({
  url,
  breaker,
  refusingSince,
  lastAcceptedAt,
  lastFailedAt,
  agentId,
  endpointId,
}: Summary['endpoints'][number]) {
  const is = breaker === 'open' ? 'down' : refusingSince === null ? 'answering' : 'refusing everything';
  return [url ?? '–', is, time(lastAcceptedAt), time(lastFailedAt), named({ agentId, endpointId })];
}

const named = ({ agentId, endpointId }: { agentId: string; endpointId: string | null }) =>
  endpointId === null ? agentId : `${agentId} ${endpointId}`;

export async function listFailures(
  cli: Cli,
  { agentId, limit, ...given }: Given & { agentId: string | undefined; limit: string | undefined },
): Promise<void> {
  const { api, out } = cli;
  const atMost = readLimit(limit);
  const { total, groups, selection } = await meantFailures(api, agentId, given);
  const failures: Failed[] = [];
  for (const { agentId: id, endpointId } of new Map(groups.map((group) => [named(group), group])).values()) {
    const query = { ...selection, ...(endpointId !== null && { endpointId }), status: 'FAILED' } as const;
    const params = { path: { agentId: id }, query };
    const events = await api.list('/agents/{agentId}/events', 'events', { params, atMost });
    for (const event of events) failures.push({ agentId: named({ agentId: id, endpointId }), ...event });
  }
  out.show({ total, events: failures }, () => {
    if (failures.length === 0) return 'The failure queue is empty, or nothing in it fits.';
    const rows = failures.map(({ eventId, class: eventClass, type, phoneNumber, failure, ...event }) => [
      eventId,
      `${eventClass} ${type}`,
      phoneNumber,
      time(failure?.failedAt),
      short(failure?.group ?? '', REASON_WIDTH),
      event.agentId,
    ]);
    const shown = table(['EVENT', 'WHAT', 'PHONE NUMBER', 'FAILED', 'REASON', 'AGENT'], rows);
    return `${shown}\n${failures.length.toLocaleString('en')} of ${total.toLocaleString('en')} shown.`;
  });
  if (failures[0]) out.note(`\nBy reason, with what it usually means: ${PROGRAM} failures summary`);
}

export async function redeliver(
  cli: Cli,
  {
    agentId,
    eventId,
    all,
    'no-probe': noProbe,
    ...given
  }: Given & {
    agentId: string;
    eventId: string | undefined;
    all: boolean | undefined;
    'no-probe': boolean | undefined;
  },
): Promise<void> {
  const { api, out } = cli;
  const which = oneWay(given, { agentId, eventId, all, verb: 'redeliver' });
  if (which === 'event') {
    const path = { agentId, eventId: eventId! };
    const query = given.endpoint === undefined ? {} : { endpointId: given.endpoint };
    await api.POST('/agents/{agentId}/events/{eventId}/redeliver', { params: { path, query } });
    return out.show({ accepted: 1 }, () => '1 event will be forwarded again.');
  }
  const { selection } = await meantFailures(api, agentId, given);
  const body = { ...selection, probe: noProbe !== true };
  let redelivery: Redelivery = await api.POST('/agents/{agentId}/redeliveries', {
    params: { path: { agentId } },
    body,
  });
  while (redelivery.finishedAt === null) {
    await delay(LOOK_MS);
    const path = { agentId, redeliveryId: redelivery.redeliveryId };
    redelivery = await api.GET('/agents/{agentId}/redeliveries/{redeliveryId}', { params: { path } });
  }
  const { accepted, state, matched, reason } = redelivery;
  if (state === 'STOPPED') {
    throw new CommandFailure(
      'The failed events were not sent again',
      `${reason}\n${accepted} of ${matched} were sent; the others are still in the queue.`,
    );
  }
  out.show(redelivery, () => good(`${accepted === 1 ? '1 event' : `${accepted} events`} will be forwarded again.`));
}

export async function discard(
  { api, out }: Cli,
  {
    agentId,
    eventId,
    all,
    why,
    ...given
  }: Given & { agentId: string; eventId: string | undefined; all: boolean | undefined; why: string },
): Promise<void> {
  const which = oneWay(given, { agentId, eventId, all, verb: 'discard' });
  const { endpoint: endpointId } = given;
  const one = { eventIds: [eventId!], ...(endpointId !== undefined && { endpointId }) };
  const meant = which === 'event' ? one : (await meantFailures(api, agentId, given)).selection;
  let discarded = 0;
  for (let more = true; more; ) {
    const body = { ...meant, why };
    const answer = await api.POST('/agents/{agentId}/events/discard', { params: { path: { agentId } }, body });
    discarded += answer.discarded;
    more = answer.more;
  }
  out.show({ discarded }, () => bad(`${discarded === 1 ? '1 event was' : `${discarded} events were`} discarded.`));
}

/** One event, a selection, or all: never all by forgetting to say which. @throws UsageError */
function oneWay(
  given: Given,
  {
    agentId,
    eventId,
    all,
    verb,
  }: { agentId: string; eventId: string | undefined; all: boolean | undefined; verb: string },
): 'event' | 'selection' {
  const { endpoint: _, ...narrowed } = given;
  const isSelected = Object.values(narrowed).some((value) => typeof value === 'string');
  const ways = [eventId !== undefined, isSelected, all === true].filter(Boolean).length;
  if (ways !== 1) {
    const hint = `${PROGRAM} failures ${verb} ${agentId} --reason '401'`;
    throw new UsageError('Name one event, or pass --all, or select some with --reason and the like.', hint);
  }
  return eventId === undefined ? 'selection' : 'event';
}
