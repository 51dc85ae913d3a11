/** A further endpoint of an agent: what it gets, how it is, and what one can do about it. */
import { Button, Group } from '@mantine/core';
import type { Endpoint } from '@model/endpoint.ts';
import { useState } from 'react';
import type { Schemas } from '#client';
import { api, pathOf } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { Offered } from '../pieces/allowed.tsx';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { HowItIs } from './how-it-is.tsx';

/** What is read again after a change of one. */
export function endpointsOf(agentId: string): string[] {
  return [pathOf`/agents/${agentId}/endpoints`, pathOf`/agents/${agentId}/endpoint-statistics`];
}

type Props = { endpoint: Endpoint; statistics: Schemas['EndpointStatistics'] | undefined };

export function EndpointCard({ endpoint, statistics }: Props) {
  const { agentId, endpointId, url, pausedAt } = endpoint;
  const name = endpoint.description ?? url;
  const [isEdited, setIsEdited] = useState(false);
  const params = { path: { agentId, endpointId } };
  const refreshes = endpointsOf(agentId);
  const change = useChange((body: object) => api.PATCH('/agents/{agentId}/endpoints/{endpointId}', { params, body }), {
    refreshes,
    quiet: isEdited,
  });
  const remove = useChange(() => api.DELETE('/agents/{agentId}/endpoints/{endpointId}', { params }), { refreshes });
  const isPaused = pausedAt !== undefined;

  return (
    <HowItIs title={name} endpoint={endpoint} statistics={statistics}>
      {isEdited ? (
        <EndpointForm
          endpoint={endpoint}
          action={texts.pieces.save}
          isBusy={change.isPending}
          error={change.error}
          onSubmit={(sent) => change.mutate(sent, { onSuccess: () => setIsEdited(false) })}
          onCancel={() => setIsEdited(false)}
        />
      ) : (
        <Group gap="xs">
          <Offered to="updateEndpoint">
            <Button
              size="xs"
              variant="default"
              aria-label={(isPaused ? texts.endpoints.resumeNamed : texts.endpoints.pauseNamed)(name)}
              loading={change.isPending}
              onClick={() =>
                change.mutate(
                  { paused: !isPaused },
                  { onSuccess: () => notifyDone(isPaused ? texts.endpoints.resumed : texts.endpoints.paused) },
                )
              }
            >
              {isPaused ? texts.endpoints.resume : texts.endpoints.pause}
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={texts.endpoints.changeNamed(name)}
              onClick={() => {
                change.reset();
                setIsEdited(true);
              }}
            >
              {texts.endpoints.change}
            </Button>
            <ConfirmButton
              size="xs"
              color="red"
              variant="subtle"
              aria-label={texts.endpoints.deleteNamed(name)}
              title={texts.endpoints.deleteTitle(name)}
              consequence={texts.endpoints.deleteEffect(statistics?.waiting ?? 0, statistics?.failed ?? 0)}
              confirm={texts.pieces.delete}
              onConfirm={() => remove.mutateAsync(undefined)}
            >
              {texts.pieces.delete}
            </ConfirmButton>
          </Offered>
        </Group>
      )}
    </HowItIs>
  );
}
