/** The keys of `X-Service-Signature`, and their rotation: next → current → previous. */
import { Alert, Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { SigningStage, SigningToken, SigningTokenWithSecret } from '@model/signing-token.ts';
import { useState } from 'react';
import { api } from '../api.ts';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { Copyable } from '../pieces/copyable.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { Time } from '../pieces/time.tsx';
import { useChange, useList } from '../queries.ts';

const STAGES: Record<SigningStage, { color: string; means: string }> = {
  next: { color: 'blue', means: 'signs alongside the current one, so that receivers can prepare' },
  current: { color: 'petrol', means: 'signs X-Service-Signature' },
  previous: { color: 'yellow', means: 'still signs alongside it, for receivers that have not switched yet' },
  retired: { color: 'gray', means: 'signs nothing' },
};

export function SigningTokens() {
  const tokens = useList('/signing-tokens', 'signingTokens');
  const [issued, setIssued] = useState<SigningTokenWithSecret | null>(null);
  const issue = useChange(() => api.POST('/signing-tokens', { body: {} }), {
    refreshes: ['/signing-tokens'],
  });
  return (
    <Stack component="section" gap="md" aria-labelledby="signing-tokens">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} id="signing-tokens">
            Signing tokens
          </Title>
          <Text c="dimmed" size="sm">
            They let a webhook verify that an event is genuine. To rotate without a gap: issue the next, give it to the
            receivers, promote it, retire the previous.
          </Text>
        </div>
        <Button loading={issue.isPending} onClick={() => issue.mutate(undefined, { onSuccess: setIssued })}>
          Issue a token
        </Button>
      </Group>
      {issued && (
        <Alert
          color="petrol"
          title="The token is shown only once"
          withCloseButton
          onClose={() => setIssued(null)}
          closeButtonLabel="I have copied it"
        >
          <Copyable value={issued.signingToken} label="signing token" />
        </Alert>
      )}
      <Loaded of={tokens}>
        {(rows) =>
          rows.length === 0 ? (
            <Text c="dimmed">No token yet: events are forwarded without a signature.</Text>
          ) : (
            <Rows rows={rows} />
          )
        }
      </Loaded>
      <MoreButton of={tokens} />
    </Stack>
  );
}

function Rows({ rows }: { rows: SigningToken[] }) {
  const refreshes = ['/signing-tokens'];
  const which = (signingTokenId: string) => ({ params: { path: { signingTokenId } } });
  const promote = useChange((id: string) => api.POST('/signing-tokens/{signingTokenId}/promote', which(id)), {
    refreshes,
  });
  const retire = useChange((id: string) => api.DELETE('/signing-tokens/{signingTokenId}', which(id)), { refreshes });
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Stage</Table.Th>
            <Table.Th>Purpose</Table.Th>
            <Table.Th>Issued</Table.Th>
            <Table.Th>
              <span className="visually-hidden">Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ signingTokenId, stage, createdAt }) => (
            <Table.Tr key={signingTokenId}>
              <Table.Td>
                <Badge color={STAGES[stage].color} variant="light">
                  {stage}
                </Badge>
              </Table.Td>
              <Table.Td>{STAGES[stage].means}</Table.Td>
              <Table.Td>
                <Time at={createdAt} />
              </Table.Td>
              <Table.Td>
                <Group gap="xs" justify="flex-end" wrap="nowrap">
                  {stage === 'next' && (
                    <ConfirmButton
                      size="xs"
                      color="petrol"
                      title="Promote this token?"
                      consequence="It signs X-Service-Signature from now on; the current one becomes the previous."
                      confirm="Promote"
                      onConfirm={() => promote.mutateAsync(signingTokenId)}
                    >
                      Promote
                    </ConfirmButton>
                  )}
                  {stage !== 'retired' && (
                    <ConfirmButton
                      size="xs"
                      title="Retire this token?"
                      consequence="It no longer signs anything. Receivers that have only this one will refuse events."
                      confirm="Retire"
                      onConfirm={() => retire.mutateAsync(signingTokenId)}
                    >
                      Retire
                    </ConfirmButton>
                  )}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
