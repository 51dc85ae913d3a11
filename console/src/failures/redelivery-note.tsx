/** The last redelivery of an agent: what its probe showed, how far it is, and stopping it. */
import { Alert, Button, Group, Text } from '@mantine/core';
import type { Schemas } from '#client';
import { api, pathOf } from '../api.ts';
import { Time } from '../pieces/time.tsx';
import { useChange } from '../queries.ts';

type Redelivery = Schemas['Redelivery'];

export function RedeliveryNote({ redelivery }: { redelivery: Redelivery }) {
  const { agentId, redeliveryId, state, finishedAt, createdAt } = redelivery;
  const stop = useChange(
    () =>
      api.POST('/agents/{agentId}/redeliveries/{redeliveryId}/stop', { params: { path: { agentId, redeliveryId } } }),
    { refreshes: [pathOf`/agents/${agentId}/redeliveries`] },
  );
  return (
    <Alert color={state === 'STOPPED' ? 'red' : 'petrol'} title={TITLES[state]}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
          {told(redelivery)} (<Time at={finishedAt ?? createdAt} />)
        </Text>
        {finishedAt === null && (
          <Button size="compact-sm" variant="default" loading={stop.isPending} onClick={() => stop.mutate(undefined)}>
            Stop
          </Button>
        )}
      </Group>
    </Alert>
  );
}

const TITLES: Record<Redelivery['state'], string> = {
  WAITING: 'Sending again',
  PROBING: 'One event is sent first',
  SENDING: 'Sending again',
  DONE: 'Sent again',
  STOPPED: 'Not sent again',
};

function told({ state, accepted, matched, reason }: Redelivery): string {
  const count = `${accepted.toLocaleString('en')} of ${matched.toLocaleString('en')} events`;
  if (state === 'STOPPED') return `${reason} ${count} were sent; the others are still here.`;
  if (state === 'PROBING') return 'The others follow when the webhook has taken it.';
  return state === 'DONE' ? `${count} were sent. Those that fail again return to this list.` : `${count} so far.`;
}
