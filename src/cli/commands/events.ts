/** `parley events`: events, followed as they happen, and a test of the webhook. */
import type { Schemas } from '#client';
import { pause } from '../../pause.ts';
import type { Api } from '../api.ts';
import type { Cli } from '../command.ts';
import { UsageError } from '../failure.ts';
import { bad, dim, fields, good, short } from '../output.ts';
import { period } from '../period.ts';
import { eventLine } from './event-line.ts';

type ForwardedEvent = Schemas['ForwardedEvent'];

/** What is shown first: the newest, at most so many. */
type Backlog = { since?: string; count: number };

type Wanted = { class?: ForwardedEvent['class']; type?: string; phoneNumber?: string };

const LOOK_EVERY_MS = 1_000;
/** Transactions do not commit in the order they begin: an event written earlier may appear a little later. */
const OVERLAP_MS = 10_000;
const DEFAULT_LAST = 10;
const MAX_LAST = 100;
/** Of an agent, with --since: the newest. */
const MAX_SINCE = 10_000;

export async function tailEvents(
  { api, out }: Cli,
  {
    agentId,
    last,
    since,
    class: eventClass,
    type,
    phone: phoneNumber,
  }: Record<'agentId' | 'last' | 'since' | 'class' | 'type' | 'phone', string | undefined>,
): Promise<void> {
  // The service checks the values; it names the field of one that is wrong.
  const wanted = { class: eventClass, type, phoneNumber } as Wanted;
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const backlog = {
    ...period({ since }),
    count: last === undefined && since !== undefined ? MAX_SINCE : readLast(last),
  };
  const follow = new Map<string, () => Promise<ForwardedEvent[]>>();
  let isFirst = true;
  while (!stopping.signal.aborted) {
    const agentIds =
      agentId !== undefined ? [agentId] : (await api.list('/agents', 'agents')).map((agent) => agent.agentId);
    const found: ForwardedEvent[] = [];
    for (const id of agentIds) {
      // An agent that is created later is shown from its first event on.
      const next = follow.get(id) ?? createFollower(api, id, wanted, isFirst ? backlog : { count: MAX_LAST });
      follow.set(id, next);
      found.push(...(await next()));
    }
    const inOrder = found.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
    for (const event of isFirst ? inOrder.slice(-backlog.count || inOrder.length) : inOrder)
      out.line(event, () => eventLine(event));
    if (isFirst) out.note(dim(`Following ${agentId ?? 'every agent'}; Ctrl-C to stop.`));
    isFirst = false;
    await pause(LOOK_EVERY_MS, stopping.signal);
  }
}

/** Each call returns the events since the last one, oldest first. */
function createFollower(api: Api, agentId: string, wanted: Wanted, backlog: Backlog): () => Promise<ForwardedEvent[]> {
  const list = (query: { limit?: number; since?: string }, atMost?: number) =>
    api.list('/agents/{agentId}/events', 'events', {
      params: { path: { agentId }, query: { ...wanted, ...query } },
      ...(atMost !== undefined && { atMost }),
    });
  let known = new Map<string, number>();
  let since = backlog.since;
  let isFirst = true;
  return async () => {
    const query = since === undefined ? {} : { since };
    const newest = await (isFirst
      ? list({ limit: MAX_LAST, ...query }, Math.max(backlog.count, MAX_LAST))
      : list(query));
    const fresh = newest.filter(({ eventId }) => !known.has(eventId)).slice(0, isFirst ? backlog.count : undefined);
    for (const { eventId, createdAt } of newest) known.set(eventId, Date.parse(createdAt));
    const horizonMs = Math.max(...known.values()) - OVERLAP_MS;
    if (known.size > 0) since = new Date(horizonMs).toISOString();
    known = new Map([...known].filter(([, createdMs]) => createdMs >= horizonMs));
    isFirst = false;
    return fresh.reverse();
  };
}

function readLast(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LAST;
  if (/^\d{1,3}$/.test(text) && Number(text) <= MAX_LAST) return Number(text);
  throw new UsageError(`--last must be a whole number from 0 to ${MAX_LAST}.`);
}

export async function testWebhook(
  { api, out }: Cli,
  {
    agentId,
    class: eventClass,
    endpoint: endpointId,
  }: { agentId: string } & Record<'class' | 'endpoint', string | undefined>,
): Promise<void> {
  const tested = await api.POST('/agents/{agentId}/events/test', {
    params: { path: { agentId } },
    body: {
      // One that does not exist is refused by the service, which lists those that do.
      ...(eventClass !== undefined && { class: eventClass as ForwardedEvent['class'] }),
      ...(endpointId !== undefined && { endpointId }),
    },
  });
  const { outcome, status, error, response, durationMs } = tested;
  const answer = error ?? `answered ${status}${response === null ? '' : `: ${short(response, 200)}`}`;
  const meaning = {
    accepted: 'accepted',
    refused: 'refused: it would go to the failure queue',
    retry: 'not accepted: it would be retried',
  };
  out.show(
    tested,
    () =>
      `${fields({ endpoint: answer, took: `${durationMs} ms` })}\n${(outcome === 'accepted' ? good : bad)(meaning[outcome])}`,
  );
  if (outcome !== 'accepted') process.exitCode = 1;
}
