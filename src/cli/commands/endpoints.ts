/** `parley endpoints`: further webhooks of an agent, beside its own, which `agents configure` sets. */
import type { Schemas } from '#client';
import { PROGRAM } from '../../program.ts';
import { askSecrets } from '../ask-secrets.ts';
import type { Cli } from '../command.ts';
import { UsageError } from '../failure.ts';
import { fields, table, time } from '../output.ts';
import { whatItGets } from '../what-it-gets.ts';

type Which = { agentId: string; endpointId: string };
type Values = { [Name in 'classes' | 'types' | 'description' | 'per-second' | 'headers']: string | undefined };

export async function addEndpoint(
  { api, out }: Cli,
  { agentId, url, ...values }: Values & { agentId: string; url: string },
): Promise<void> {
  // The service checks the values.
  const body = { url, ...(await given(values)) } as Schemas['NewEndpoint'];
  const endpoint = await api.POST('/agents/{agentId}/endpoints', { params: { path: { agentId } }, body });
  out.show(endpoint, () => described(endpoint), endpoint.endpointId);
  out.note(`\nTo try it: ${PROGRAM} events test ${agentId} --endpoint ${endpoint.endpointId}`);
}

export async function changeEndpoint(
  { api, out }: Cli,
  {
    agentId,
    endpointId,
    to: url,
    'without-headers': without,
    ...values
  }: Which & Values & { to: string | undefined; 'without-headers': string | undefined },
): Promise<void> {
  const { headers, ...changed } = await given(values);
  const cleared = Object.fromEntries(listed(without ?? '').map((name) => [name, null]));
  const body = {
    ...{ ...(url !== undefined && { url }), ...changed },
    ...((headers || without !== undefined) && { headers: { ...headers, ...cleared } }),
    ...(headers === null && { headers }),
  } as Schemas['EndpointPatch'];
  if (Object.keys(body).length === 0) {
    const hint = `${PROGRAM} endpoints change ${agentId} ${endpointId} --types DELIVERED,READ`;
    throw new UsageError('There is nothing to change.', `For example: ${hint}`);
  }
  const path = { agentId, endpointId };
  const endpoint = await api.PATCH('/agents/{agentId}/endpoints/{endpointId}', { params: { path }, body });
  out.show(endpoint, () => described(endpoint));
}

export const pauseEndpoint = setPaused(true);
export const resumeEndpoint = setPaused(false);

function setPaused(paused: boolean) {
  return async ({ api, out }: Cli, { agentId, endpointId }: Which): Promise<void> => {
    const params = { path: { agentId, endpointId } };
    const endpoint = await api.PATCH('/agents/{agentId}/endpoints/{endpointId}', { params, body: { paused } });
    out.show(endpoint, () => `${endpointId} ${paused ? 'is paused: its events wait' : 'gets its events again'}.`);
  };
}

export async function showStatistics({ api, out }: Cli, { agentId }: { agentId: string }): Promise<void> {
  const { endpoints } = await api.GET('/agents/{agentId}/endpoint-statistics', { params: { path: { agentId } } });
  const rows = endpoints.map((one) => [
    one.endpointId ?? 'own webhook',
    stateOf(one),
    ...[one.accepted, one.failed, one.waiting].map((count) => count.toLocaleString('en')),
    one.oldestAt === null ? '–' : time(one.oldestAt),
    one.answerMs === null ? '–' : `${one.answerMs} ms`,
  ]);
  const heads = ['ENDPOINT', 'IS', 'ACCEPTED', 'FAILED', 'WAITING', 'OLDEST', 'ANSWERS IN'];
  out.show({ endpoints }, () => table(heads, rows));
}

function stateOf({ pausedSince, breaker, refusingSince, url }: Schemas['EndpointStatistics']): string {
  if (url === null) return 'not set';
  if (pausedSince !== null) return 'paused';
  if (breaker === 'open') return 'down';
  return refusingSince === null ? 'answering' : 'refusing everything';
}

/** Empty clears a field. */
async function given({ classes, types, description, 'per-second': perSecond, headers }: Values) {
  return {
    ...(headers !== undefined && {
      headers: headers === '' ? null : await askSecrets('The endpoint', listed(headers)),
    }),
    ...(classes !== undefined && { classes: classes === '' ? null : listed(classes) }),
    ...(types !== undefined && { types: types === '' ? null : listed(types) }),
    ...(perSecond !== undefined && { perSecond: perSecond === '' ? null : Number(perSecond) }),
    ...(description !== undefined && { description: description === '' ? null : description }),
  };
}

function listed(value: string): string[] {
  return value.split(',').map((one) => one.trim());
}

function described(endpoint: Schemas['Endpoint']): string {
  const { endpointId, url, description, perSecond, headers, pausedAt } = endpoint;
  return fields({
    ...{ endpointId, url, ...(description && { description }), gets: whatItGets(endpoint) },
    ...(headers && { headers: Object.keys(headers).join(', ') }),
    ...(perSecond && { 'a second': String(perSecond) }),
    ...(pausedAt && { paused: time(pausedAt) }),
  });
}
