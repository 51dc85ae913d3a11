/** From test mode to everybody: confirmed twice, because it cannot be undone. Below it, deleting the agent. */
import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { Agent } from '@model/agent.ts';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { useChange } from '../queries.ts';

export function Launch({ agent: { agentId, name, mode } }: { agent: Agent }) {
  const navigate = useNavigate();
  const params = { path: { agentId } };
  const launch = useChange(() => api.POST('/agents/{agentId}/launch', { params }), { refreshes: ['/agents'] });
  const remove = useChange(() => api.DELETE('/agents/{agentId}', { params }), { refreshes: [] });
  return (
    <Paper withBorder p="md" bg="var(--console-surface)">
      <Stack gap="sm">
        <Title order={2}>{mode === 'TEST' ? 'Launch' : 'Launched'}</Title>
        <Text size="sm" c="dimmed">
          {mode === 'TEST'
            ? 'In test mode the agent messages only its registered test devices.'
            : 'The agent may message any number.'}
        </Text>
        <Group gap="xs">
          {mode === 'TEST' && (
            <ConfirmButton
              variant="filled"
              color="petrol"
              title={`Launch ${name}?`}
              consequence="From then on it may message any number. This cannot be undone."
              confirm="Launch"
              onConfirm={async () => {
                await launch.mutateAsync(undefined);
                notifyDone(`${name} was launched.`);
              }}
            >
              Launch the agent
            </ConfirmButton>
          )}
          <ConfirmButton
            title={`Delete ${name}?`}
            consequence="Its states, devices and conversations are deleted too, and messages to it are no longer answered."
            confirm="Delete"
            onConfirm={async () => {
              await remove.mutateAsync(undefined);
              await navigate({ to: '/brands' });
            }}
          >
            Delete the agent
          </ConfirmButton>
        </Group>
      </Stack>
    </Paper>
  );
}
