/** What one can do about failed events that failed alike, or about all: send them again, or discard them with a reason. */

import { Group } from '@mantine/core';
import { api, pathOf } from '../api.ts';
import { Offered } from '../pieces/allowed.tsx';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { useChange } from '../queries.ts';
import type { FailureSearch } from '../search.ts';
import { texts } from '../texts/texts.ts';
import { DiscardButton, queueOf } from './discard-button.tsx';

/** Without a `reason` in `which`: whatever failed in its time. */
type Props = { agentId: string; which: FailureSearch; count: number; isBusy: boolean };

export function GroupActions({ agentId, which, count, isBusy }: Props) {
  const { reason } = which;
  const params = { path: { agentId } };
  const refreshes = [...queueOf(agentId), pathOf`/agents/${agentId}/redeliveries`];
  const send = useChange(() => api.POST('/agents/{agentId}/redeliveries', { params, body: which }), { refreshes });
  return (
    // Buttons of many groups have the same text: each says which group it means.
    <Offered to="createRedelivery">
      <Group gap="xs">
        <ConfirmButton
          title={texts.failures.askSend(count)}
          consequence={texts.failures.sendEffect}
          confirm={texts.pieces.sendAgain}
          color="petrol"
          size="compact-sm"
          disabled={isBusy}
          {...(reason !== undefined && { 'aria-label': texts.failures.sendReason(reason) })}
          onConfirm={() => send.mutateAsync(undefined)}
        >
          {reason === undefined ? texts.failures.sendAll : texts.pieces.sendAgain}
        </ConfirmButton>
        <DiscardButton
          agentId={agentId}
          which={which}
          count={count}
          {...(reason !== undefined && { 'aria-label': texts.failures.discardReason(reason) })}
        >
          {reason === undefined ? texts.failures.discardAll : texts.pieces.discard}
        </DiscardButton>
      </Group>
    </Offered>
  );
}
