/** `parley connectors push` and `run`: the APIs that flows may call, from a file, and one call of them. */
import type { Schemas } from '#client';
import type { Api } from '../api.ts';
import type { Cli } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { readJsonFile, readJsonOption } from '../json.ts';
import { fields } from '../output.ts';

export async function pushConnector(
  { api, out }: Cli,
  { connectorId, file }: { connectorId: string; file: string },
): Promise<void> {
  const body = (await readJsonFile(file)) as Omit<Schemas['NewConnector'], 'connectorId'>;
  const known = await api.list('/connectors', 'connectors');
  const exists = known.some((connector) => connector.connectorId === connectorId);
  await saveConnector(api, { ...body, connectorId }, exists);
  out.show({ connectorId, done: exists ? 'replaced' : 'created' }, () => {
    return `${exists ? 'Replaced' : 'Created'} ${connectorId}.`;
  });
}

export async function saveConnector(
  api: Api,
  { connectorId, ...body }: Schemas['NewConnector'],
  exists: boolean,
): Promise<void> {
  if (exists) await api.PUT('/connectors/{connectorId}', { params: { path: { connectorId } }, body });
  else await api.POST('/connectors', { body: { connectorId, ...body } });
}

type Run = { connectorId: string; operation: string; data: string | undefined; credential: string | undefined };

/** @throws CommandFailure when a state would have no result */
export async function runOperation(
  { api, out }: Cli,
  { connectorId, operation, data, credential }: Run,
): Promise<void> {
  const ran = await api.POST('/connectors/{connectorId}/operations/{operation}/runs', {
    params: { path: { connectorId, operation } },
    body: {
      ...(data !== undefined && { data: readJsonOption('data', data, '{"order":"12345"}') }),
      ...(credential !== undefined && { authenticationId: credential }),
    },
  });
  if (ran.error) throw new CommandFailure('A state would have no result', `${ran.error.code}: ${ran.error.message}`);
  out.show(ran, () => `${JSON.stringify(ran.result, null, 2)}\n${fields({ took: `${ran.durationMs} ms` })}`);
}
