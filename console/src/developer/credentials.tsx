/** Credentials: created, with the secret shown once, and removed. */
import { Alert, Button, Code, Group, MultiSelect, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import type { Credential, CredentialWithSecret } from '@model/credential.ts';
import type { Scope } from '@model/scope.ts';
import { type FormEvent, useState } from 'react';
import { api, fieldError } from '../api.ts';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { Copyable } from '../pieces/copyable.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { Time } from '../pieces/time.tsx';
import { useChange, useList } from '../queries.ts';
import { SCOPE_CHOICES, ScopeList } from './scopes.tsx';

export function Credentials() {
  const credentials = useList('/credentials', 'credentials');
  const [made, setMade] = useState<CredentialWithSecret | null>(null);
  return (
    <Stack component="section" gap="md" aria-labelledby="credentials">
      <div>
        <Title order={2} id="credentials">
          Credentials
        </Title>
        <Text c="dimmed" size="sm">
          A program exchanges a client id and a secret for an access token, and calls the API with it.
        </Text>
      </div>
      <NewCredential onMade={setMade} />
      {made && <Secret made={made} onClose={() => setMade(null)} />}
      <Loaded of={credentials}>
        {(rows) =>
          rows.length === 0 ? (
            <Text c="dimmed">No credentials yet: name the first ones after the program that will use them.</Text>
          ) : (
            <Rows rows={rows} />
          )
        }
      </Loaded>
      <MoreButton of={credentials} />
    </Stack>
  );
}

function NewCredential({ onMade }: { onMade: (made: CredentialWithSecret) => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>([]);
  const create = useChange(() => api.POST('/credentials', { body: { name, ...(scopes.length > 0 && { scopes }) } }), {
    refreshes: ['/credentials'],
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    create.mutate(undefined, {
      onSuccess: (made) => {
        setName('');
        setScopes([]);
        onMade(made);
      },
    });
  }

  return (
    <Group component="form" align="flex-end" onSubmit={submit}>
      <TextInput
        label="Name"
        placeholder="backend"
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fieldError(create.error, '/name')}
      />
      <MultiSelect
        label="May do"
        placeholder={scopes.length === 0 ? 'Everything' : undefined}
        data={SCOPE_CHOICES}
        value={scopes}
        onChange={(chosen) => setScopes(chosen as Scope[])}
        searchable
        clearable
        hidePickedOptions
        maw={480}
        miw={260}
      />
      <Button type="submit" loading={create.isPending}>
        Create credentials
      </Button>
    </Group>
  );
}

function Secret({ made, onClose }: { made: CredentialWithSecret; onClose: () => void }) {
  const { clientId, clientSecret } = made;
  const curl = `curl -u '${clientId}:${clientSecret}' -d grant_type=client_credentials ${window.location.origin}/oauth2/token`;
  return (
    <Alert
      color="petrol"
      title="The secret is shown only once"
      withCloseButton
      onClose={onClose}
      closeButtonLabel="I have copied it"
    >
      <Stack gap="xs">
        <Text size="sm">Copy it now: the service stores only a digest and cannot show it again.</Text>
        <Group gap="xs">
          <Text size="sm" w={90}>
            Client id
          </Text>
          <Copyable value={clientId} label="client id" />
        </Group>
        <Group gap="xs">
          <Text size="sm" w={90}>
            Client secret
          </Text>
          <Copyable value={clientSecret} label="client secret" />
        </Group>
        <Text size="sm">Get an access token:</Text>
        <Copyable value={curl} label="command" />
        <Text size="sm">
          Then call the API with <Code>Authorization: Bearer …</Code>
        </Text>
      </Stack>
    </Alert>
  );
}

function Rows({ rows }: { rows: Credential[] }) {
  const remove = useChange(
    (clientId: string) => api.DELETE('/credentials/{clientId}', { params: { path: { clientId } } }),
    {
      refreshes: ['/credentials'],
    },
  );
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Client id</Table.Th>
            <Table.Th>May do</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>
              <span className="visually-hidden">Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ clientId, name, scopes, createdAt, lastUsedAt }) => (
            <Table.Tr key={clientId}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>
                <Copyable value={clientId} label="client id" />
              </Table.Td>
              <Table.Td maw={260}>{scopes ? <ScopeList scopes={scopes} /> : 'Everything'}</Table.Td>
              <Table.Td>
                <Time at={createdAt} />
              </Table.Td>
              <Table.Td>{lastUsedAt ? <Time at={lastUsedAt} /> : <Text c="dimmed">never</Text>}</Table.Td>
              <Table.Td ta="right">
                <ConfirmButton
                  size="xs"
                  title={`Delete the credentials “${name}”?`}
                  consequence="Programs that use them are refused within 30 seconds."
                  confirm="Delete"
                  onConfirm={() => remove.mutateAsync(clientId)}
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
