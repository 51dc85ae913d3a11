/** What one can do about events that were chosen one by one. */

import { Button, Group, Text } from '@mantine/core';
import { api } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { Offered } from '../pieces/allowed.tsx';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { DiscardButton, queueOf } from './discard-button.tsx';

type Props = { agentId: string; which: { eventIds: string[]; endpointId?: string }; clear: () => void };

export function ChosenActions({ agentId, which, clear }: Props) {
  const { eventIds } = which;
  const send = useChange(
    () => api.POST('/agents/{agentId}/events/redeliver', { params: { path: { agentId } }, body: which }),
    { refreshes: queueOf(agentId) },
  );
  const told = () => {
    notifyDone(texts.failures.sentChosen(eventIds.length));
    clear();
  };
  return (
    <Group gap="xs" role="group" aria-label={texts.failures.chosenEvents}>
      <Text size="sm" role="status">
        {texts.failures.chosen(eventIds.length)}
      </Text>
      <Offered to="redeliverEvents">
        <Button
          size="compact-sm"
          variant="default"
          loading={send.isPending}
          onClick={() => send.mutate(undefined, { onSuccess: told })}
        >
          {texts.failures.sendChosen}
        </Button>
        <DiscardButton agentId={agentId} which={which} count={eventIds.length} onDone={clear}>
          {texts.failures.discardChosen}
        </DiscardButton>
      </Offered>
      <Button size="compact-sm" variant="subtle" onClick={clear}>
        {texts.failures.chooseNone}
      </Button>
    </Group>
  );
}
