/** What one can do about events that were chosen one by one. */
import { Button, Group, Text } from '@mantine/core';
import { api } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { useChange } from '../queries.ts';
import { counted, DiscardButton, queueOf } from './discard-button.tsx';

type Props = { agentId: string; eventIds: string[]; clear: () => void };

export function ChosenActions({ agentId, eventIds, clear }: Props) {
  const send = useChange(
    () => api.POST('/agents/{agentId}/events/redeliver', { params: { path: { agentId } }, body: { eventIds } }),
    { refreshes: queueOf(agentId) },
  );
  const told = () => {
    notifyDone(`${counted(eventIds.length)} will be sent again.`);
    clear();
  };
  return (
    <Group gap="xs" role="group" aria-label="Chosen events">
      <Text size="sm" role="status">
        {counted(eventIds.length)} chosen
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={send.isPending}
        onClick={() => send.mutate(undefined, { onSuccess: told })}
      >
        Send the chosen again
      </Button>
      <DiscardButton agentId={agentId} which={{ eventIds }} count={eventIds.length} onDone={clear}>
        Discard the chosen
      </DiscardButton>
      <Button size="compact-sm" variant="subtle" onClick={clear}>
        Choose none
      </Button>
    </Group>
  );
}
