/** The failure queue of an agent: events that its webhook refused or never took. */

import { Button, Stack } from '@mantine/core';
import type { ForwardedEvent } from '@model/forwarded-event.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { api, pathOf } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { AgentPage } from '../pieces/agent-page.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { EventRow } from '../pieces/event-row.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { useChange, useList } from '../queries.ts';

export default function FailuresPage() {
  const { agentId } = useParams({ from: '/agents/$agentId/failures' });
  const events = pathOf`/agents/${agentId}/events`;
  const failed = useList<ForwardedEvent>(`${events}?status=FAILED`, 'events', { everyMs: 5000 });
  const redelivering = useChange(() => api.post<{ accepted: number }>(`${events}/redeliver`), { refreshes: [events] });
  const redeliver = () =>
    redelivering.mutate(undefined, { onSuccess: ({ accepted }) => notifyDone(`${accepted} events are sent again.`) });
  const action = (
    <Button onClick={redeliver} loading={redelivering.isPending} disabled={!failed.data?.length}>
      Send all again
    </Button>
  );
  return (
    <AgentPage title="Failures" actions={action}>
      <Loaded of={failed}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<IconCircleCheck />} title="Nothing has failed">
              Events that the webhook refuses, or does not take after the last attempt, wait here to be sent again.
            </EmptyState>
          ) : (
            <Stack gap="xs">
              {rows.map((event) => (
                <EventRow key={event.eventId} event={event} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <MoreButton of={failed} />
    </AgentPage>
  );
}
