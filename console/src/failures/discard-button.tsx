/** Takes events out of the failure queue, with a reason that is kept. */
import { type ButtonProps, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { api, pathOf } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { useChange } from '../queries.ts';
import type { FailureSearch } from '../search.ts';
import { texts } from '../texts/texts.ts';

type Props = ButtonProps & {
  agentId: string;
  which: FailureSearch & { eventIds?: string[] };
  count: number;
  children: ReactNode;
  onDone?: () => void;
};

export function DiscardButton({ agentId, which, count, children, onDone, ...button }: Props) {
  const [why, setWhy] = useState('');
  const discard = useChange(
    async () => {
      let discarded = 0;
      for (let more = true; more; ) {
        const answer = await api.POST('/agents/{agentId}/events/discard', {
          params: { path: { agentId } },
          body: { ...which, why },
        });
        discarded += answer.discarded;
        more = answer.more;
      }
      return discarded;
    },
    { refreshes: queueOf(agentId) },
  );
  return (
    <ConfirmButton
      title={texts.failures.askDiscard(count)}
      consequence={
        <TextInput
          label={texts.failures.why}
          description={texts.failures.whyKept}
          maxLength={500}
          value={why}
          onChange={(event) => setWhy(event.currentTarget.value)}
        />
      }
      confirm={texts.pieces.discard}
      size="compact-sm"
      {...button}
      onConfirm={async () => {
        notifyDone(texts.failures.discarded(await discard.mutateAsync(undefined)));
        onDone?.();
      }}
    >
      {children}
    </ConfirmButton>
  );
}

/** What is read again when events leave the queue. */
export const queueOf = (agentId: string) => [pathOf`/agents/${agentId}/events`, pathOf`/agents/${agentId}/failures`];
