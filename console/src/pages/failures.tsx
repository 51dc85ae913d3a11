/** The failure queue of an agent: events that its webhook refused or never accepted, and sending them again. */
import { Alert, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api.ts';
import { EventList } from '../events/event-list.tsx';
import { useEvents } from '../events/use-events.ts';
import { AgentPage } from '../pieces/agent-page.tsx';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { ProblemAlert } from '../pieces/problem-alert.tsx';

type Progress = { accepted: number; isDone: boolean; error: unknown };

export default function FailuresPage() {
  const { agentId } = useParams({ from: '/agents/$agentId/failures' });
  const failed = useEvents(agentId, { status: 'FAILED' });
  const [progress, redeliver, forget] = useRedelivery(agentId);
  const isBusy = progress !== null && !progress.isDone;
  const action = (
    <ConfirmButton
      title="Send all of them again?"
      consequence="The webhook gets every event in the queue again, with the same bytes and ids, in order for each conversation. Events that fail again return here."
      confirm="Send again"
      color="petrol"
      disabled={!failed.data?.length}
      loading={isBusy}
      onConfirm={async () => void redeliver()}
    >
      Send all again
    </ConfirmButton>
  );
  return (
    <AgentPage
      title="Failures"
      description="Events that the webhook refused with a 4xx, or did not accept at the last attempt."
      actions={action}
    >
      {progress && <ProgressNote progress={progress} onClose={forget} />}
      <Loaded of={failed}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<IconCircleCheck />} title="Nothing has failed">
              Events that the webhook refuses, or does not accept at the last attempt, wait here to be sent again.
            </EmptyState>
          ) : (
            <EventList agentId={agentId} events={rows} more={failed} />
          )
        }
      </Loaded>
    </AgentPage>
  );
}

/** Resends the whole queue, call after call, and reports its progress. */
function useRedelivery(agentId: string): [Progress | null, () => Promise<void>, () => void] {
  const [progress, setProgress] = useState<Progress | null>(null);
  const queries = useQueryClient();

  async function redeliver(): Promise<void> {
    let accepted = 0;
    let cursor: string | undefined;
    setProgress({ accepted, isDone: false, error: null });
    try {
      do {
        const body = cursor ? { cursor } : {};
        const answer = await api.POST('/agents/{agentId}/events/redeliver', { params: { path: { agentId } }, body });
        accepted += answer.accepted;
        cursor = answer.more ? answer.nextCursor : undefined;
        setProgress({ accepted, isDone: cursor === undefined, error: null });
      } while (cursor !== undefined);
    } catch (error) {
      setProgress({ accepted, isDone: true, error });
    }
    await queries.invalidateQueries({ queryKey: ['agents', agentId, 'events'] });
  }

  return [progress, redeliver, () => setProgress(null)];
}

function ProgressNote({ progress, onClose }: { progress: Progress; onClose: () => void }) {
  const { accepted, isDone, error } = progress;
  if (error) return <ProblemAlert error={error} />;
  const count = accepted.toLocaleString('en');
  return (
    <Alert color="petrol" title={isDone ? 'Queued' : 'Queueing'} withCloseButton={isDone} onClose={onClose}>
      <Text size="sm" role="status">
        {isDone
          ? `${count} events will be sent again. Events that fail again return to this list.`
          : `${count} events so far…`}
      </Text>
    </Alert>
  );
}
