/** The last redelivery of an agent: what its probe showed, how far it is, and stopping it. */

import { Alert, Button, Group, Text } from '@mantine/core';
import type { Schemas } from '#client';
import { api, pathOf } from '../api.ts';
import { Offered } from '../pieces/allowed.tsx';
import { Time } from '../pieces/time.tsx';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';

type Redelivery = Schemas['Redelivery'];

export function RedeliveryNote({ redelivery }: { redelivery: Redelivery }) {
  const { agentId, redeliveryId, state, finishedAt, createdAt } = redelivery;
  const stop = useChange(
    () =>
      api.POST('/agents/{agentId}/redeliveries/{redeliveryId}/stop', { params: { path: { agentId, redeliveryId } } }),
    { refreshes: [pathOf`/agents/${agentId}/redeliveries`] },
  );
  return (
    <Alert color={state === 'STOPPED' ? 'red' : 'petrol'} title={texts.failures.redelivery[state]}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
          {told(redelivery)} (<Time at={finishedAt ?? createdAt} />)
        </Text>
        {finishedAt === null && (
          <Offered to="stopRedelivery">
            <Button size="compact-sm" variant="default" loading={stop.isPending} onClick={() => stop.mutate(undefined)}>
              {texts.failures.stop}
            </Button>
          </Offered>
        )}
      </Group>
    </Alert>
  );
}

function told({ state, accepted, matched, reason }: Redelivery): string {
  if (state === 'STOPPED') return texts.failures.stopped(reason ?? '', accepted, matched);
  if (state === 'PROBING') return texts.failures.othersFollow;
  return state === 'DONE' ? texts.failures.allSent(accepted, matched) : texts.failures.sentSoFar(accepted, matched);
}
