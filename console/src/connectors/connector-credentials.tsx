/** The credentials that a connector sends: made of their kind's fields, never shown again, and deleted. */
import { Button, Group, List, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AuthenticationType, NewAuthentication } from '@model/authentication.ts';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { api, fieldError, pathOf } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange, useList } from '../queries.ts';
import { texts } from '../texts/texts.ts';

type Of = { accountId: string; connectorId: string };

type Name = keyof typeof texts.access.fields;
type FieldOf = { name: Name; isSecret?: true; isOptional?: true; isPlace?: true };

const FIELDS: Record<AuthenticationType, FieldOf[]> = {
  bearer: [{ name: 'token', isSecret: true }],
  basic: [{ name: 'username' }, { name: 'password', isSecret: true }],
  apiKey: [{ name: 'in', isPlace: true }, { name: 'parameter' }, { name: 'key', isSecret: true }],
  oauth2ClientCredentials: [
    { name: 'tokenUrl' },
    { name: 'clientId' },
    { name: 'clientSecret', isSecret: true },
    { name: 'scope', isOptional: true },
  ],
};

export function ConnectorCredentials({ accountId, connectorId }: Of) {
  const credentials = useList('/connectors/{connectorId}/authentications', 'authentications', {
    params: { path: { connectorId }, query: { accountId } },
  });
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <Stack gap="xs" component="section" aria-label={texts.access.credentialsOf(connectorId)}>
      <Title order={3} fz="md">
        {texts.pieces.credentials}
      </Title>
      <Loaded of={credentials}>
        {(rows) =>
          rows.length === 0 ? (
            <Text size="sm" c="dimmed">
              {texts.access.none}
            </Text>
          ) : (
            <List listStyleType="none" spacing="xs">
              {rows.map(({ authenticationId, name, type }) => (
                <List.Item key={authenticationId}>
                  <Group gap="xs">
                    <Text size="sm">
                      <b>{name}</b>: {texts.access.kinds[type]}
                    </Text>
                    <RemoveCredential {...{ accountId, connectorId, authenticationId, name }} />
                  </Group>
                </List.Item>
              ))}
            </List>
          )
        }
      </Loaded>
      {isOpen ? (
        <NewCredential {...{ accountId, connectorId }} onDone={close} />
      ) : (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={open}
        >
          {texts.access.add}
        </Button>
      )}
    </Stack>
  );
}

function RemoveCredential(props: Of & { authenticationId: string; name: string }) {
  const { accountId, connectorId, authenticationId, name } = props;
  const params = { path: { connectorId, authenticationId }, query: { accountId } };
  const remove = useChange(
    () => api.DELETE('/connectors/{connectorId}/authentications/{authenticationId}', { params }),
    {
      refreshes: [pathOf`/connectors/${connectorId}`],
    },
  );
  return (
    <ConfirmButton
      size="compact-xs"
      title={texts.access.askRemove(name)}
      consequence={texts.access.removeMeans}
      confirm={texts.pieces.delete}
      onConfirm={() => remove.mutateAsync(undefined)}
    >
      {texts.pieces.delete}
    </ConfirmButton>
  );
}

function NewCredential({ accountId, connectorId, onDone }: Of & { onDone: () => void }) {
  const [type, setType] = useState<AuthenticationType>('bearer');
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const fields = FIELDS[type];
  const enteredIn = ({ name: field, isPlace }: FieldOf) => typed[field] ?? (isPlace ? 'header' : '');
  const save = useChange(
    () => {
      const filled = fields.filter((field) => !(field.isOptional && enteredIn(field) === ''));
      const values = Object.fromEntries(filled.map((field) => [field.name, enteredIn(field)]));
      return api.POST('/connectors/{connectorId}/authentications', {
        params: { path: { connectorId }, query: { accountId } },
        // Its fields are those of its kind.
        body: { name, type, ...values } as NewAuthentication,
      });
    },
    { refreshes: [pathOf`/connectors/${connectorId}`], quiet: true },
  );

  function submit(event: FormEvent): void {
    event.preventDefault();
    save.mutate(undefined, {
      onSuccess: () => {
        notifyDone(texts.access.saved(name));
        onDone();
      },
    });
  }

  return (
    <Stack component="form" gap="xs" onSubmit={submit}>
      <Group gap="xs" align="flex-start">
        <NativeSelect
          size="xs"
          label={texts.access.kind}
          value={type}
          data={Object.entries(texts.access.kinds).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => setType(currentTarget.value as AuthenticationType)}
        />
        <TextInput
          size="xs"
          label={texts.access.name}
          required
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={fieldError(save.error, '/name')}
        />
        {fields.map((field) => (
          <Field
            key={field.name}
            {...field}
            value={enteredIn(field)}
            onChange={(value) => setTyped({ ...typed, [field.name]: value })}
            error={fieldError(save.error, `/${field.name}`)}
          />
        ))}
      </Group>
      <ProblemAlert error={save.error} />
      <Button type="submit" size="xs" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
        {texts.access.save}
      </Button>
    </Stack>
  );
}

type FieldProps = FieldOf & { value: string; onChange: (value: string) => void; error: string | undefined };

function Field({ name, isSecret, isOptional, isPlace, value, onChange, error }: FieldProps) {
  const label = texts.access.fields[name];
  if (isPlace) {
    return (
      <NativeSelect
        size="xs"
        label={label}
        value={value}
        data={Object.entries(texts.access.places).map(([place, said]) => ({ value: place, label: said }))}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      size="xs"
      label={label}
      required={!isOptional}
      {...(isOptional && { placeholder: texts.access.optional })}
      {...(isSecret && { type: 'password' })}
      autoComplete="off"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
    />
  );
}
