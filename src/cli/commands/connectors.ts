/** `parley connectors`: the APIs that flows may call. They are made by hand over the API, or by `connectors import`. */
import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { time, wholeTable } from '../output.ts';

export async function listConnectors({ api, out }: Cli): Promise<void> {
  const connectors = await api.list('/connectors', 'connectors');
  out.show(
    { connectors },
    () =>
      connectors.length === 0
        ? `There are no connectors yet: ${PROGRAM} connectors import <openapi.json>`
        : wholeTable(
            ['CONNECTOR', 'OPERATIONS', 'ADDRESS', 'CHANGED'],
            connectors.map(({ connectorId, operations, baseUrl, updatedAt }) => [
              connectorId,
              `${Object.keys(operations).length}`,
              baseUrl,
              time(updatedAt),
            ]),
          ),
    connectors.map(({ connectorId }) => connectorId),
  );
}

export async function deleteConnector({ api, out }: Cli, { connectorId }: { connectorId: string }): Promise<void> {
  await api.DELETE('/connectors/{connectorId}', { params: { path: { connectorId } } });
  out.show({ connectorId, deleted: true }, () => `Deleted ${connectorId} and its credentials.`);
}
