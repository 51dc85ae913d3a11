/** The events of an agent as they happen, filtered by the address's query. */
import { Group, Select } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { EventList } from '../events/event-list.tsx';
import { useEvents } from '../events/use-events.ts';
import { AgentPage } from '../pieces/agent-page.tsx';
import { CommittedInput } from '../pieces/committed-input.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import type { EventSearch } from '../search.ts';

const from = '/agents/$agentId/events';

const STATUSES = [
  { value: 'PENDING', label: 'on its way' },
  { value: 'FORWARDED', label: 'forwarded' },
  { value: 'FAILED', label: 'failed' },
  { value: 'DISCARDED', label: 'discarded' },
  { value: 'RECORDED', label: 'recorded' },
];
const CLASSES = ['UserMessage', 'UserEvent', 'ServerEvent'];

export default function EventsPage() {
  const { agentId } = useParams({ from });
  const search = useSearch({ from });
  const events = useEvents(agentId, search);
  const isFiltered = Object.keys(search).length > 0;
  return (
    <AgentPage
      title="Events"
      guide="webhooks"
      description="Events are forwarded to the webhook. This list updates itself."
    >
      <Filters search={search} />
      <Loaded of={events}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<IconListDetails />} title={isFiltered ? 'No matching events' : 'No events yet'}>
              {isFiltered
                ? 'Remove a filter to see more.'
                : 'Messages, receipts and failures appear here as they happen. Send a state to a phone to see the first.'}
            </EmptyState>
          ) : (
            <EventList agentId={agentId} events={rows} more={events} />
          )
        }
      </Loaded>
    </AgentPage>
  );
}

function Filters({ search }: { search: EventSearch }) {
  const navigate = useNavigate({ from });
  const set = (field: keyof EventSearch, value: string | null) => {
    const { [field]: _before, ...rest } = search;
    void navigate({ search: value ? { ...rest, [field]: value } : rest, replace: true });
  };
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label="Status"
        placeholder="All"
        w={150}
        clearable
        data={STATUSES}
        value={search.status ?? null}
        onChange={(value) => set('status', value)}
      />
      <Select
        label="Class"
        placeholder="All"
        w={160}
        clearable
        data={CLASSES}
        value={search.class ?? null}
        onChange={(value) => set('class', value)}
      />
      <CommittedInput
        key={`type ${search.type}`}
        label="Type"
        placeholder="DELIVERED"
        value={search.type}
        onCommit={(value) => set('type', value)}
      />
      <CommittedInput
        key={`number ${search.phoneNumber}`}
        label="Phone number"
        placeholder="+15550100001"
        value={search.phoneNumber}
        onCommit={(value) => set('phoneNumber', value)}
      />
    </Group>
  );
}
