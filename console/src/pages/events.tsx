/** The events of an agent with their forwarding, filtered by what the address says. */

import { Select, Stack } from '@mantine/core';
import type { ForwardedEvent } from '@model/forwarded-event.ts';
import { IconListDetails } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { pathOf } from '../api.ts';
import { AgentPage } from '../pieces/agent-page.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { EventRow } from '../pieces/event-row.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { useList } from '../queries.ts';

const from = '/agents/$agentId/events';

export default function EventsPage() {
  const { agentId } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  const path = `${pathOf`/agents/${agentId}/events`}?${new URLSearchParams(search)}`;
  const events = useList<ForwardedEvent>(path, 'events', { everyMs: 5000 });
  return (
    <AgentPage title="Events">
      <Select
        label="Status"
        w={200}
        clearable
        placeholder="All"
        data={['PENDING', 'FORWARDED', 'FAILED', 'RECORDED'] as const}
        value={search.status ?? null}
        onChange={(status) => {
          const { status: _before, ...rest } = search;
          navigate({ search: status ? { ...rest, status } : rest });
        }}
      />
      <Loaded of={events}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<IconListDetails />} title="No events">
              Messages, receipts and failures appear here as they happen.
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
      <MoreButton of={events} />
    </AgentPage>
  );
}
