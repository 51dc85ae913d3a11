/** The failure queue of an agent: why events failed, the events themselves, and sending them again or discarding them. */
import { Button, Group, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { EventList } from '../events/event-list.tsx';
import { useEvents } from '../events/use-events.ts';
import { ChosenActions } from '../failures/chosen-actions.tsx';
import { DeadLetters } from '../failures/dead-letters.tsx';
import { GroupActions } from '../failures/group-actions.tsx';
import { RedeliveryNote } from '../failures/redelivery-note.tsx';
import { Summary } from '../failures/summary.tsx';
import { TimeRange } from '../failures/time-range.tsx';
import { LinkText } from '../links.tsx';
import { AgentPage } from '../pieces/agent-page.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { useGet } from '../queries.ts';
import type { FailureSearch } from '../search.ts';
import { texts } from '../texts/texts.ts';

const from = '/agents/$agentId/failures';
const LOOK_EVERY_MS = 2_000;
/** How long the outcome of a redelivery is shown. */
const SHOWN_FOR_MS = 3_600_000;
/** As many as one request may name. */
const MAX_CHOSEN = 500;

export default function FailuresPage() {
  const { agentId } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  const { reason: _, ...time } = search;
  const path = { agentId };
  const summary = useGet('/agents/{agentId}/failures/summary', {
    params: { path, query: time },
    everyMs: LOOK_EVERY_MS,
  });
  const redeliveries = useGet('/agents/{agentId}/redeliveries', {
    params: { path, query: { limit: 1 } },
    everyMs: LOOK_EVERY_MS,
  });
  const [latest] = redeliveries.data?.redeliveries ?? [];
  const isBusy = latest !== undefined && latest.finishedAt === null;
  const total = summary.data?.total ?? 0;
  const isNarrowed = Object.keys(time).length > 0;
  return (
    <AgentPage
      title={texts.shell.failures}
      guide="webhooks"
      description={texts.failures.whatFailed}
      actions={total > 0 && <GroupActions agentId={agentId} which={time} count={total} isBusy={isBusy} />}
    >
      {latest && isRecent(latest.finishedAt) && <RedeliveryNote redelivery={latest} />}
      <Loaded of={summary}>
        {(found) =>
          found.total === 0 && !isNarrowed ? (
            <>
              <EmptyState icon={<IconCircleCheck />} title={texts.failures.nothing}>
                {texts.failures.whatWaitsHere}
              </EmptyState>
              <DeadLetters agentId={agentId} />
            </>
          ) : (
            <>
              <TimeRange search={search} onChange={(next) => void navigate({ search: next, replace: true })} />
              <Summary agentId={agentId} summary={found} search={search} isBusy={isBusy} />
              <DeadLetters agentId={agentId} />
              <Queue key={JSON.stringify(search)} agentId={agentId} search={search} />
            </>
          )
        }
      </Loaded>
    </AgentPage>
  );
}

/** A redelivery of long ago explains nothing that is here now. */
function isRecent(finishedAt: string | null): boolean {
  return finishedAt === null || Date.now() - Date.parse(finishedAt) < SHOWN_FOR_MS;
}

function Queue({ agentId, search }: { agentId: string; search: FailureSearch }) {
  const { reason, ...time } = search;
  const { endpointId } = search;
  const failed = useEvents(agentId, { status: 'FAILED', ...search });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const shown = failed.data?.map(({ eventId }) => eventId) ?? [];
  // What has left the queue is no longer chosen.
  const eventIds = shown.filter((eventId) => chosen.has(eventId));
  const toggle = (eventId: string) => setChosen(chosen.symmetricDifference(new Set([eventId])));
  return (
    <>
      <Group gap="sm" align="baseline">
        <Title order={2}>{reason === undefined ? texts.failures.allFailed : texts.failures.failedWith(reason)}</Title>
        {reason !== undefined && (
          <LinkText to={from} params={{ agentId }} search={time}>
            {texts.failures.showAll}
          </LinkText>
        )}
        {shown.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => setChosen(new Set(shown.slice(0, MAX_CHOSEN)))}>
            {shown.length > MAX_CHOSEN ? texts.failures.chooseFirst(MAX_CHOSEN) : texts.failures.chooseShown}
          </Button>
        )}
      </Group>
      {eventIds.length > 0 && (
        <ChosenActions
          agentId={agentId}
          which={{ eventIds: eventIds.slice(0, MAX_CHOSEN), ...(endpointId !== undefined && { endpointId }) }}
          clear={() => setChosen(new Set())}
        />
      )}
      <Loaded of={failed}>
        {(rows) =>
          rows.length === 0 ? (
            <Text c="dimmed">{texts.failures.noneLikeThis}</Text>
          ) : (
            <EventList
              agentId={agentId}
              events={rows}
              more={failed}
              endpointId={endpointId}
              choice={{ chosen, toggle }}
            />
          )
        }
      </Loaded>
    </>
  );
}
