/** The numbers that an agent may write to before it is launched. */
import { ActionIcon, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { api, fieldError, pathOf } from '../api.ts';
import { LinkText } from '../links.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { useChange, useList } from '../queries.ts';
import { texts } from '../texts/texts.ts';

/** `onAdded` receives the number as stored. */
export function AddDevice({ agentId, onAdded }: { agentId: string; onAdded?: (phoneNumber: string) => void }) {
  const [phoneNumber, setPhoneNumber] = useState('');
  const add = useChange(
    () =>
      api.POST('/agents/{agentId}/devices', {
        params: { path: { agentId } },
        body: { phoneNumber: phoneNumber.trim() },
      }),
    {
      refreshes: [pathOf`/agents/${agentId}/devices`],
      quiet: true,
    },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    add.mutate(undefined, {
      onSuccess: (device) => {
        setPhoneNumber('');
        onAdded?.(device.phoneNumber);
      },
    });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <TextInput
          label={texts.agents.addDevice}
          placeholder="+15550100001"
          inputMode="tel"
          value={phoneNumber}
          onChange={(event) => setPhoneNumber(event.currentTarget.value)}
          error={add.error ? (fieldError(add.error, '/phoneNumber') ?? add.error.message) : undefined}
        />
        <Button type="submit" variant="default" loading={add.isPending} disabled={phoneNumber.trim() === ''}>
          {texts.pieces.add}
        </Button>
      </Stack>
    </form>
  );
}

export function Devices({ agentId }: { agentId: string }) {
  const devices = useList('/agents/{agentId}/devices', 'devices', { params: { path: { agentId } } });
  const remove = useChange(
    (phoneNumber: string) =>
      api.DELETE('/agents/{agentId}/devices/{phoneNumber}', { params: { path: { agentId, phoneNumber } } }),
    { refreshes: [pathOf`/agents/${agentId}/devices`] },
  );
  return (
    <Paper withBorder p="md" bg="var(--console-surface)">
      <Stack gap="sm">
        <Title order={2}>{texts.agents.devices}</Title>
        <AddDevice agentId={agentId} />
        <Loaded of={devices}>
          {(rows) =>
            rows.length === 0 ? (
              <Text size="sm" c="dimmed">
                {texts.agents.noDevices}
              </Text>
            ) : (
              rows.map(({ phoneNumber }) => (
                <Group key={phoneNumber} justify="space-between">
                  <LinkText to="/agents/$agentId/phone/{-$phoneNumber}" params={{ agentId, phoneNumber }}>
                    {phoneNumber}
                  </LinkText>
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={texts.agents.removeDevice(phoneNumber)}
                    onClick={() => remove.mutate(phoneNumber)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </Group>
              ))
            )
          }
        </Loaded>
        <MoreButton of={devices} />
      </Stack>
    </Paper>
  );
}
