/** From test mode to everybody: confirmed twice, because it cannot be undone. Below it, deleting the agent. */
import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { Agent } from '@model/agent.ts';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';

export function Launch({ agent: { agentId, name, mode } }: { agent: Agent }) {
  const navigate = useNavigate();
  const params = { path: { agentId } };
  const launch = useChange(() => api.POST('/agents/{agentId}/launch', { params }), { refreshes: ['/agents'] });
  const remove = useChange(() => api.DELETE('/agents/{agentId}', { params }), { refreshes: [] });
  return (
    <Paper withBorder p="md" bg="var(--console-surface)">
      <Stack gap="sm">
        <Title order={2}>{mode === 'TEST' ? texts.agents.launch : texts.pieces.mode.LAUNCHED}</Title>
        <Text size="sm" c="dimmed">
          {mode === 'TEST' ? texts.agents.testMode : texts.agents.launchedMode}
        </Text>
        <Group gap="xs">
          {mode === 'TEST' && (
            <ConfirmButton
              variant="filled"
              color="petrol"
              title={texts.agents.askLaunch(name)}
              consequence={texts.agents.launchIsFinal}
              confirm={texts.agents.launch}
              onConfirm={async () => {
                await launch.mutateAsync(undefined);
                notifyDone(texts.agents.wasLaunched(name));
              }}
            >
              {texts.agents.launchAgent}
            </ConfirmButton>
          )}
          <ConfirmButton
            title={texts.agents.askDelete(name)}
            consequence={texts.agents.deletedToo}
            confirm={texts.pieces.delete}
            onConfirm={async () => {
              await remove.mutateAsync(undefined);
              await navigate({ to: '/brands' });
            }}
          >
            {texts.agents.deleteAgent}
          </ConfirmButton>
        </Group>
      </Stack>
    </Paper>
  );
}
