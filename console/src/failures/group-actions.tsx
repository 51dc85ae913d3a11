/** What one can do about failed events that failed alike, or about all: send them again, or discard them with a reason. */
import { Group } from '@mantine/core';
import { api, pathOf } from '../api.ts';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { useChange } from '../queries.ts';
import type { FailureSearch } from '../search.ts';
import { counted, DiscardButton, queueOf } from './discard-button.tsx';

/** Without a `reason` in `which`: whatever failed in its time. */
type Props = { agentId: string; which: FailureSearch; count: number; isBusy: boolean };

export function GroupActions({ agentId, which, count, isBusy }: Props) {
  const { reason } = which;
  const params = { path: { agentId } };
  const refreshes = [...queueOf(agentId), pathOf`/agents/${agentId}/redeliveries`];
  const send = useChange(() => api.POST('/agents/{agentId}/redeliveries', { params, body: which }), { refreshes });
  return (
    <Group gap="xs">
      <ConfirmButton
        title={`Send ${counted(count)} again?`}
        consequence="One event is sent first. If the webhook takes it, the others follow, with the same bytes and ids as before; if not, they stay here."
        confirm="Send again"
        color="petrol"
        size="compact-sm"
        disabled={isBusy}
        {...labelled('Send again', reason)}
        onConfirm={() => send.mutateAsync(undefined)}
      >
        {reason === undefined ? 'Send all again' : 'Send again'}
      </ConfirmButton>
      <DiscardButton agentId={agentId} which={which} count={count} {...labelled('Discard', reason)}>
        {reason === undefined ? 'Discard all' : 'Discard'}
      </DiscardButton>
    </Group>
  );
}

/** Buttons of many groups have the same text: each says which group it means. */
const labelled = (verb: string, reason: string | undefined) =>
  reason === undefined ? {} : { 'aria-label': `${verb}: ${reason}` };
