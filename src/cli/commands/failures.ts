/** `parley failures`: events that a webhook refused or did not accept in time, and sending them again. */
import type { Schemas } from '#client';
import type { Cli } from '../command.ts';
import { UsageError } from '../failure.ts';
import { PROGRAM, short, table, time } from '../output.ts';

const DEFAULT_LIMIT = 100;
const REASON_WIDTH = 60;

type Failed = Schemas['ForwardedEvent'] & { agentId: string };

export async function listFailures(
  { api, out }: Cli,
  { agentId, limit }: { agentId: string | undefined; limit: string | undefined },
): Promise<void> {
  const atMost = readLimit(limit);
  const agentIds =
    agentId !== undefined ? [agentId] : (await api.list('/agents', 'agents')).map((agent) => agent.agentId);
  const failures: Failed[] = [];
  for (const id of agentIds) {
    const params = { path: { agentId: id }, query: { status: 'FAILED' } } as const;
    const events = await api.list('/agents/{agentId}/events', 'events', { params, atMost });
    for (const event of events) failures.push({ agentId: id, ...event });
  }
  out.show({ events: failures }, () => {
    if (failures.length === 0) return 'The failure queue is empty.';
    const rows = failures.map(({ eventId, class: eventClass, type, phoneNumber, failure, ...event }) => [
      eventId,
      `${eventClass} ${type}`,
      phoneNumber,
      time(failure?.failedAt),
      short(failure?.reason ?? '', REASON_WIDTH),
      event.agentId,
    ]);
    return table(['EVENT', 'WHAT', 'PHONE NUMBER', 'FAILED', 'WHY', 'AGENT'], rows);
  });
  if (failures[0])
    out.note(
      `\nTo forward them again, once the webhook is fixed: ${PROGRAM} failures redeliver ${failures[0].agentId} --all`,
    );
}

export async function redeliver(
  { api, out }: Cli,
  { agentId, eventId, all }: { agentId: string; eventId: string | undefined; all: boolean | undefined },
): Promise<void> {
  if ((eventId === undefined) !== (all === true)) {
    throw new UsageError('Name one event, or pass --all.', `${PROGRAM} failures redeliver ${agentId} --all`);
  }
  let accepted = 0;
  if (eventId !== undefined) {
    await api.POST('/agents/{agentId}/events/{eventId}/redeliver', { params: { path: { agentId, eventId } } });
    accepted = 1;
  } else {
    // One call resends only the newest of a great many; the cursor leads to the others.
    let cursor: string | undefined;
    do {
      const body = cursor === undefined ? {} : { cursor };
      const answer = await api.POST('/agents/{agentId}/events/redeliver', { params: { path: { agentId } }, body });
      accepted += answer.accepted;
      cursor = answer.nextCursor;
    } while (cursor !== undefined);
  }
  out.show({ accepted }, () => `${accepted === 1 ? '1 event' : `${accepted} events`} will be forwarded again.`);
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError('--limit must be a whole number, at least 1.');
}
