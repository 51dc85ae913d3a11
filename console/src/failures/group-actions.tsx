/** What one can do about failed events that failed alike, or about all: send them again, or discard them with a reason. */
import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, pathOf } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { useChange } from '../queries.ts';

/** Without `reason`: the whole queue. */
type Props = { agentId: string; reason?: string; count: number; isBusy: boolean };

export function GroupActions({ agentId, reason, count, isBusy }: Props) {
  const [why, setWhy] = useState('');
  const which = reason === undefined ? {} : { reason };
  const params = { path: { agentId } };
  const refreshes = ['events', 'failures', 'redeliveries'].map((part) => `${pathOf`/agents/${agentId}`}/${part}`);
  const send = useChange(() => api.POST('/agents/{agentId}/redeliveries', { params, body: which }), { refreshes });
  const discard = useChange(
    async () => {
      let discarded = 0;
      for (let more = true; more; ) {
        const answer = await api.POST('/agents/{agentId}/events/discard', { params, body: { ...which, why } });
        discarded += answer.discarded;
        more = answer.more;
      }
      return discarded;
    },
    { refreshes },
  );
  const events = `${count.toLocaleString('en')} ${count === 1 ? 'event' : 'events'}`;
  return (
    <Group gap="xs">
      <ConfirmButton
        title={`Send ${events} again?`}
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
      <ConfirmButton
        title={`Discard ${events}?`}
        consequence={
          <TextInput
            label="Why"
            description="Kept with your decision. The events leave the queue and keep their history."
            maxLength={500}
            value={why}
            onChange={(event) => setWhy(event.currentTarget.value)}
          />
        }
        confirm="Discard"
        size="compact-sm"
        {...labelled('Discard', reason)}
        onConfirm={async () =>
          notifyDone(`${(await discard.mutateAsync(undefined)).toLocaleString('en')} events were discarded.`)
        }
      >
        {reason === undefined ? 'Discard all' : 'Discard'}
      </ConfirmButton>
    </Group>
  );
}

/** Buttons of many groups have the same text: each says which group it means. */
const labelled = (verb: string, reason: string | undefined) =>
  reason === undefined ? {} : { 'aria-label': `${verb}: ${reason}` };
