/** Credentials: created, with the secret shown once, and removed. */

import { Alert, Button, Code, Group, MultiSelect, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import type { Credential, CredentialWithSecret } from '@model/credential.ts';
import type { Scope } from '@model/scope.ts';
import { type FormEvent, useState } from 'react';
import { api, fieldError } from '../api.ts';
import { AccountField, DEFAULT_ACCOUNT } from '../pieces/account-field.tsx';
import { ActionTable } from '../pieces/action-table.tsx';
import { Allowed, Offered } from '../pieces/allowed.tsx';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { Copyable } from '../pieces/copyable.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { Time } from '../pieces/time.tsx';
import { useChange, useList } from '../queries.ts';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';
import { SCOPE_CHOICES, ScopeList } from './scopes.tsx';

export function Credentials() {
  const credentials = useList('/credentials', 'credentials');
  const [made, setMade] = useState<CredentialWithSecret | null>(null);
  return (
    <Stack component="section" gap="md" aria-labelledby="credentials">
      <div>
        <Title order={2} id="credentials">
          {texts.pieces.credentials}
        </Title>
        <Text c="dimmed" size="sm">
          {texts.developer.whatCredentials}
        </Text>
      </div>
      <Allowed to="createCredential">
        <NewCredential onMade={setMade} />
      </Allowed>
      {made && <Secret made={made} onClose={() => setMade(null)} />}
      <Loaded of={credentials}>
        {(rows) => (rows.length === 0 ? <Text c="dimmed">{texts.developer.noCredentials}</Text> : <Rows rows={rows} />)}
      </Loaded>
      <MoreButton of={credentials} />
    </Stack>
  );
}

function NewCredential({ onMade }: { onMade: (made: CredentialWithSecret) => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [accountId, setAccountId] = useState(DEFAULT_ACCOUNT);
  const body = { name, accountId, ...(scopes.length > 0 && { scopes }) };
  const create = useChange(() => api.POST('/credentials', { body }), {
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
      <AccountField value={accountId} onChange={setAccountId} />
      <TextInput
        label={texts.pieces.name}
        placeholder={texts.developer.nameExample}
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fieldError(create.error, '/name')}
      />
      <MultiSelect
        label={texts.developer.mayDo}
        placeholder={scopes.length === 0 ? texts.pieces.everything : undefined}
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
        {texts.developer.createCredentials}
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
      title={texts.developer.secretOnce}
      withCloseButton
      onClose={onClose}
      closeButtonLabel={texts.developer.iCopiedIt}
    >
      <Stack gap="xs">
        <Text size="sm">{texts.developer.copyNow}</Text>
        <Group gap="xs">
          <Text size="sm" w={90}>
            {texts.pieces.clientId}
          </Text>
          <Copyable value={clientId} label={texts.developer.value.clientId} />
        </Group>
        <Group gap="xs">
          <Text size="sm" w={90}>
            {texts.pieces.clientSecret}
          </Text>
          <Copyable value={clientSecret} label={texts.developer.value.clientSecret} />
        </Group>
        <Text size="sm">{texts.developer.getToken}</Text>
        <Copyable value={curl} label={texts.developer.value.command} />
        <Text size="sm">{parts(texts.developer.callWith, { header: <Code>Authorization: Bearer …</Code> })}</Text>
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
    <ActionTable
      minWidth={640}
      heads={[
        texts.pieces.name,
        texts.pieces.clientId,
        texts.developer.mayDo,
        texts.developer.created,
        texts.developer.lastUsed,
      ]}
    >
      {rows.map(({ clientId, name, scopes, createdAt, lastUsedAt }) => (
        <Table.Tr key={clientId}>
          <Table.Td>{name}</Table.Td>
          <Table.Td>
            <Copyable value={clientId} label={texts.developer.value.clientId} />
          </Table.Td>
          <Table.Td maw={260}>{scopes ? <ScopeList scopes={scopes} /> : texts.pieces.everything}</Table.Td>
          <Table.Td>
            <Time at={createdAt} />
          </Table.Td>
          <Table.Td>
            {lastUsedAt ? (
              <Time at={lastUsedAt} />
            ) : (
              <Text size="sm" c="dimmed">
                {texts.developer.never}
              </Text>
            )}
          </Table.Td>
          <Table.Td ta="right">
            <Offered to="deleteCredential">
              <ConfirmButton
                size="xs"
                title={texts.developer.askDelete(name)}
                consequence={texts.developer.deleteEffect}
                confirm={texts.pieces.delete}
                onConfirm={() => remove.mutateAsync(clientId)}
              >
                {texts.pieces.delete}
              </ConfirmButton>
            </Offered>
          </Table.Td>
        </Table.Tr>
      ))}
    </ActionTable>
  );
}
