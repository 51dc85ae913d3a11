/** Which failures a command means: its options, and the reason in full where only its beginning was typed. */
import type { Schemas } from '#client';
import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { period } from '../period.ts';

export const selectionOptions = {
  reason: { value: 'reason', says: 'only those that failed in this way, as in the summary; its beginning will do' },
  since: { value: 'time', says: 'only those that failed then or later: 2026-01-31T12:00:00Z, or 24h' },
  until: { value: 'time', says: 'only those that failed before this time' },
  class: { value: 'class', says: 'only UserMessage, UserEvent or ServerEvent' },
  type: { value: 'type', says: 'only this type: DELIVERED, text' },
  endpoint: { value: 'endpointId', says: "of this further endpoint; of the agent's own webhook if absent" },
} as const;

export type Given = { [Name in keyof typeof selectionOptions]: string | undefined };

export type Selection = {
  reason?: string;
  since?: string;
  until?: string;
  class?: Schemas['ForwardedEvent']['class'];
  type?: string;
  endpointId?: string;
};

/** The selection as the API takes it, and what it means at present. @throws CommandFailure when no reason fits, or several */
export async function meantFailures(
  api: Cli['api'],
  agentId: string | undefined,
  { reason, since, until, class: eventClass, type, endpoint }: Given,
): Promise<{ selection: Selection } & Schemas['FailureSummary']> {
  const others = { ...period({ since, until }), class: eventClass, type, endpointId: endpoint };
  // The service checks the values; it names the field of one that is wrong.
  const query = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)) as Selection;
  const summarize = (selection: Selection) =>
    agentId === undefined
      ? api.GET('/failures/summary', { params: { query: selection } })
      : api.GET('/agents/{agentId}/failures/summary', { params: { path: { agentId }, query: selection } });
  const summary = await summarize(query);
  if (reason === undefined) return { selection: query, ...summary };
  const selection = { ...query, reason: fullReason(reason, summary) };
  return { selection, ...(await summarize(selection)) };
}

function fullReason(reason: string, { groups }: Schemas['FailureSummary']): string {
  const known = [...new Set(groups.map((group) => group.reason))];
  const fits = known.includes(reason) ? [reason] : known.filter((one) => one.startsWith(reason));
  if (fits.length === 1) return fits[0]!;
  if (fits.length === 0) {
    throw new CommandFailure(`Nothing failed with the reason "${reason}"`, `The reasons: ${PROGRAM} failures summary`);
  }
  throw new CommandFailure(`Several reasons begin with "${reason}"`, fits.join('\n'));
}
