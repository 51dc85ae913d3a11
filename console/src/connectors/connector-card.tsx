/** A connector: its operations, each to be run now, its credentials, and its end. */
import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '#client';
import { api } from '../api.ts';
import { Allowed, Offered } from '../pieces/allowed.tsx';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { ConnectorCredentials } from './connector-credentials.tsx';
import { RunOperation } from './run-operation.tsx';

export function ConnectorCard({ accountId, connector }: { accountId: string; connector: Schemas['Connector'] }) {
  const { connectorId, baseUrl, operations } = connector;
  const params = { path: { connectorId }, query: { accountId } };
  const remove = useChange(() => api.DELETE('/connectors/{connectorId}', { params }), { refreshes: ['/connectors'] });
  return (
    <Paper withBorder p="md" bg="var(--console-surface)" component="section" aria-label={connectorId}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{connectorId}</Title>
          <Group gap="xs">
            <Badge variant="light" tt="none">
              {texts.connectors.operations(Object.keys(operations).length)}
            </Badge>
            <Offered to="deleteConnector">
              <ConfirmButton
                size="compact-xs"
                title={texts.access.askRemoveConnector(connectorId)}
                consequence={texts.access.removeConnectorMeans}
                confirm={texts.pieces.delete}
                onConfirm={() => remove.mutateAsync(undefined)}
              >
                {texts.access.removeConnector(connectorId)}
              </ConfirmButton>
            </Offered>
          </Group>
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {baseUrl}
        </Text>
        <Allowed to="runOperation">
          <Stack gap="sm">
            {Object.entries(operations).map(([name, operation]) => (
              <RunOperation key={name} {...{ accountId, connector, name, operation }} />
            ))}
          </Stack>
        </Allowed>
        <Allowed to="createAuthentication">
          <ConnectorCredentials {...{ accountId, connectorId }} />
        </Allowed>
      </Stack>
    </Paper>
  );
}
