/** One's own passkeys: made in this browser, and deleted when the device that keeps one is gone. */
import { Button, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import type { Passkey } from '@model/passkey.ts';
import { type FormEvent, useState } from 'react';
import { api, fieldError } from '../api.ts';
import { hasPasskeys, makePasskey } from '../passkey.ts';
import { ActionTable } from '../pieces/action-table.tsx';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { Time } from '../pieces/time.tsx';
import { useChange, useGet } from '../queries.ts';
import type { Session } from '../session.ts';
import { texts } from '../texts/texts.ts';
import { CurrentPassword, isPasswordAsked } from './current-password.tsx';

export function Passkeys({ session }: { session: Session }) {
  const known = useGet('/session/passkeys');
  return (
    <Stack component="section" gap="md" aria-labelledby="passkeys">
      <div>
        <Title order={2} id="passkeys">
          {texts.people.passkeys}
        </Title>
        <Text c="dimmed" size="sm">
          {texts.people.whatPasskeys}
        </Text>
      </div>
      <Loaded of={known}>{({ passkeys }) => passkeys.length > 0 && <Rows passkeys={passkeys} />}</Loaded>
      {hasPasskeys() ? (
        <NewPasskey session={session} />
      ) : (
        <Text size="sm">{texts.people.passkeyFaults.SecurityError}</Text>
      )}
    </Stack>
  );
}

function NewPasskey({ session }: { session: Session }) {
  const [name, setName] = useState('');
  const [currentPassword, setCurrent] = useState('');
  const isAsked = isPasswordAsked(session);
  const making = useChange(
    async () => {
      const credential = await makePasskey(await api.GET('/session/passkeys/options'));
      return api.POST('/session/passkeys', { body: { name, credential, ...(isAsked && { currentPassword }) } });
    },
    { refreshes: ['/session/passkeys'] },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    making.mutate(undefined, {
      onSuccess: () => {
        setName('');
        setCurrent('');
      },
    });
  }

  return (
    <Stack component="form" onSubmit={submit} gap="md" maw={420} aria-labelledby="passkeys">
      <TextInput
        label={texts.people.passkeyName}
        placeholder={texts.people.passkeyExample}
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fieldError(making.error, '/name')}
      />
      {isAsked && (
        <CurrentPassword
          label={texts.people.passwordForPasskey}
          value={currentPassword}
          onChange={setCurrent}
          error={making.error}
        />
      )}
      <Button type="submit" variant="default" loading={making.isPending}>
        {texts.people.makePasskey}
      </Button>
    </Stack>
  );
}

function Rows({ passkeys }: { passkeys: Passkey[] }) {
  const deleting = useChange(
    (passkeyId: string) => api.DELETE('/session/passkeys/{passkeyId}', { params: { path: { passkeyId } } }),
    { refreshes: ['/session/passkeys'] },
  );
  return (
    <ActionTable minWidth={480} heads={[texts.people.passkey, texts.people.madeAt, texts.people.lastLogIn]}>
      {passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => (
        <Table.Tr key={passkeyId}>
          <Table.Td>{name}</Table.Td>
          <Table.Td>
            <Time at={createdAt} />
          </Table.Td>
          <Table.Td>{lastUsedAt ? <Time at={lastUsedAt} /> : texts.people.never}</Table.Td>
          <Table.Td ta="right">
            <ConfirmButton
              size="xs"
              title={texts.people.askDeletePasskey(name)}
              consequence={texts.people.deletePasskeyEffect}
              confirm={texts.pieces.delete}
              onConfirm={() => deleting.mutateAsync(passkeyId)}
            >
              {texts.pieces.delete}
            </ConfirmButton>
          </Table.Td>
        </Table.Tr>
      ))}
    </ActionTable>
  );
}
