/** The failure queue of an agent: why events failed, the events themselves, and sending them again or discarding them. */
import { Group, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import { EventList } from '../events/event-list.tsx';
import { useEvents } from '../events/use-events.ts';
import { GroupActions } from '../failures/group-actions.tsx';
import { RedeliveryNote } from '../failures/redelivery-note.tsx';
import { Summary } from '../failures/summary.tsx';
import { LinkText } from '../links.tsx';
import { AgentPage } from '../pieces/agent-page.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { useGet } from '../queries.ts';

const from = '/agents/$agentId/failures';
const LOOK_EVERY_MS = 2_000;
/** How long the outcome of a redelivery is shown. */
const SHOWN_FOR_MS = 3_600_000;

export default function FailuresPage() {
  const { agentId } = useParams({ from });
  const { reason } = useSearch({ from });
  const path = { agentId };
  const summary = useGet('/agents/{agentId}/failures/summary', { params: { path }, everyMs: LOOK_EVERY_MS });
  const redeliveries = useGet('/agents/{agentId}/redeliveries', {
    params: { path, query: { limit: 1 } },
    everyMs: LOOK_EVERY_MS,
  });
  const [latest] = redeliveries.data?.redeliveries ?? [];
  const isBusy = latest !== undefined && latest.finishedAt === null;
  const total = summary.data?.total ?? 0;
  return (
    <AgentPage
      title="Failures"
      description="Events that the webhook refused with a 4xx, or did not accept at the last attempt."
      actions={total > 0 && <GroupActions agentId={agentId} count={total} isBusy={isBusy} />}
    >
      {latest && isRecent(latest.finishedAt) && <RedeliveryNote redelivery={latest} />}
      <Loaded of={summary}>
        {(found) =>
          found.total === 0 ? (
            <EmptyState icon={<IconCircleCheck />} title="Nothing has failed">
              Events that the webhook refuses, or does not accept at the last attempt, wait here to be sent again.
            </EmptyState>
          ) : (
            <>
              <Summary agentId={agentId} summary={found} chosen={reason} isBusy={isBusy} />
              <Queue agentId={agentId} reason={reason} />
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

function Queue({ agentId, reason }: { agentId: string; reason: string | undefined }) {
  const failed = useEvents(agentId, { status: 'FAILED', ...(reason !== undefined && { reason }) });
  return (
    <>
      <Group gap="sm" align="baseline">
        <Title order={2}>{reason === undefined ? 'All failed events' : `Failed with ${reason}`}</Title>
        {reason !== undefined && (
          <LinkText to={from} params={{ agentId }} search={{}}>
            Show all
          </LinkText>
        )}
      </Group>
      <Loaded of={failed}>
        {(rows) =>
          rows.length === 0 ? (
            <Text c="dimmed">No event failed with this reason, or they have left the queue.</Text>
          ) : (
            <EventList agentId={agentId} events={rows} more={failed} />
          )
        }
      </Loaded>
    </>
  );
}
