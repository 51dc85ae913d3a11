/** The events of an agent as they happen, filtered by the address's query, at rest while somebody reads. */
import { Group, Select } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { EventList } from '../events/event-list.tsx';
import { LiveBar } from '../events/live-bar.tsx';
import { useEvents } from '../events/use-events.ts';
import { useReading } from '../events/use-reading.ts';
import { AgentPage } from '../pieces/agent-page.tsx';
import { CommittedInput } from '../pieces/committed-input.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import type { EventSearch } from '../search.ts';
import { texts } from '../texts/texts.ts';

const from = '/agents/$agentId/events';

const STATUSES = Object.entries(texts.pieces.eventStatus).map(([value, label]) => ({ value, label }));
const CLASSES = ['UserMessage', 'UserEvent', 'ServerEvent'];

export default function EventsPage() {
  const { agentId } = useParams({ from });
  const search = useSearch({ from });
  return (
    <AgentPage title={texts.shell.events} guide="webhooks" description={texts.events.whatEvents}>
      <Filters search={search} />
      <LiveEvents key={JSON.stringify([agentId, search])} agentId={agentId} search={search} />
    </AgentPage>
  );
}

function LiveEvents({ agentId, search }: { agentId: string; search: EventSearch }) {
  const reading = useReading();
  const events = useEvents(agentId, search, { isHolding: reading.isReading, isTold: true });
  const isFiltered = Object.keys(search).length > 0;
  return (
    <>
      <LiveBar reading={reading} waiting={events.waiting} beganAnewAt={events.beganAnewAt} />
      <Loaded of={events}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<IconListDetails />} title={isFiltered ? texts.events.noMatch : texts.events.none}>
              {isFiltered ? texts.pieces.removeFilter : texts.events.firstEvents}
            </EmptyState>
          ) : (
            <EventList key={reading.round} agentId={agentId} events={rows} more={events} onOpen={reading.onOpen} />
          )
        }
      </Loaded>
    </>
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
        label={texts.events.status}
        placeholder={texts.events.any}
        w={150}
        clearable
        data={STATUSES}
        value={search.status ?? null}
        onChange={(value) => set('status', value)}
      />
      <Select
        label={texts.events.class}
        placeholder={texts.events.any}
        w={160}
        clearable
        data={CLASSES}
        value={search.class ?? null}
        onChange={(value) => set('class', value)}
      />
      <CommittedInput
        key={`type ${search.type}`}
        label={texts.events.type}
        placeholder="DELIVERED"
        value={search.type}
        onCommit={(value) => set('type', value)}
      />
      <CommittedInput
        key={`number ${search.phoneNumber}`}
        label={texts.pieces.phoneNumber}
        placeholder="+15550100001"
        value={search.phoneNumber}
        onCommit={(value) => set('phoneNumber', value)}
      />
    </Group>
  );
}
