/** What programs need to call this service: credentials, and the signing tokens of the webhooks. */

import { Table, Text } from '@mantine/core';
import type { Credential } from '@model/credential.ts';
import { IconKey } from '@tabler/icons-react';
import { api, pathOf } from '../api.ts';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { Copyable } from '../pieces/copyable.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { Page } from '../pieces/page.tsx';
import { Time } from '../pieces/time.tsx';
import { useChange, useList } from '../queries.ts';

export default function DeveloperPage() {
  const credentials = useList<Credential>('/credentials', 'credentials');
  return (
    <Page title="Developer" description="Credentials with which programs get access tokens.">
      <Loaded of={credentials}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<IconKey />} title="No credentials yet">
              A program logs in with a client id and a secret. Create them with <code>parley credentials create</code>.
            </EmptyState>
          ) : (
            <Credentials rows={rows} />
          )
        }
      </Loaded>
      <MoreButton of={credentials} />
    </Page>
  );
}

function Credentials({ rows }: { rows: Credential[] }) {
  const removing = useChange((clientId: string) => api.delete(pathOf`/credentials/${clientId}`), {
    refreshes: ['/credentials'],
  });
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Client id</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ clientId, name, lastUsedAt }) => (
            <Table.Tr key={clientId}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>
                <Copyable value={clientId} label="client id" />
              </Table.Td>
              <Table.Td>{lastUsedAt ? <Time at={lastUsedAt} /> : <Text c="dimmed">never</Text>}</Table.Td>
              <Table.Td ta="right">
                <ConfirmButton
                  size="xs"
                  title={`Delete the credentials “${name}”?`}
                  consequence="Programs that use them are turned away within 30 seconds."
                  confirm="Delete"
                  onConfirm={() => removing.mutateAsync(clientId)}
                >
                  Delete
                </ConfirmButton>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
