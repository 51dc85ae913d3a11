/** The keys of `X-Service-Signature`, and their rotation: next → current → previous. */

import { Alert, Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { SigningStage, SigningToken, SigningTokenWithSecret } from '@model/signing-token.ts';
import { useState } from 'react';
import { api } from '../api.ts';
import { AccountField, DEFAULT_ACCOUNT } from '../pieces/account-field.tsx';
import { ActionTable } from '../pieces/action-table.tsx';
import { Offered } from '../pieces/allowed.tsx';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { Copyable } from '../pieces/copyable.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { Time } from '../pieces/time.tsx';
import { useChange, useList } from '../queries.ts';
import { texts } from '../texts/texts.ts';

const COLORS: Record<SigningStage, string> = { next: 'blue', current: 'petrol', previous: 'yellow', retired: 'gray' };

export function SigningTokens() {
  const tokens = useList('/signing-tokens', 'signingTokens');
  const [issued, setIssued] = useState<SigningTokenWithSecret | null>(null);
  const [accountId, setAccountId] = useState(DEFAULT_ACCOUNT);
  const issue = useChange(() => api.POST('/signing-tokens', { body: { accountId } }), {
    refreshes: ['/signing-tokens'],
  });
  return (
    <Stack component="section" gap="md" aria-labelledby="signing-tokens">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} id="signing-tokens">
            {texts.developer.signingTokens}
          </Title>
          <Text c="dimmed" size="sm">
            {texts.developer.whatTokens}
          </Text>
        </div>
        <Offered to="issueSigningToken">
          <Group align="flex-end">
            <AccountField value={accountId} onChange={setAccountId} />
            <Button loading={issue.isPending} onClick={() => issue.mutate(undefined, { onSuccess: setIssued })}>
              {texts.developer.issueToken}
            </Button>
          </Group>
        </Offered>
      </Group>
      {issued && (
        <Alert
          color="petrol"
          title={texts.developer.tokenOnce}
          withCloseButton
          onClose={() => setIssued(null)}
          closeButtonLabel={texts.developer.iCopiedIt}
        >
          <Copyable value={issued.signingToken} label={texts.developer.value.signingToken} />
        </Alert>
      )}
      <Loaded of={tokens}>
        {(rows) => (rows.length === 0 ? <Text c="dimmed">{texts.developer.noTokens}</Text> : <Rows rows={rows} />)}
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
    <ActionTable minWidth={560} heads={[texts.developer.stage, texts.developer.purpose, texts.developer.issued]}>
      {rows.map(({ signingTokenId, stage, createdAt }) => (
        <Table.Tr key={signingTokenId}>
          <Table.Td>
            <Badge color={COLORS[stage]} variant="light" miw="max-content">
              {stage}
            </Badge>
          </Table.Td>
          <Table.Td>{texts.developer.stagePurpose[stage]}</Table.Td>
          <Table.Td>
            <Time at={createdAt} />
          </Table.Td>
          <Table.Td>
            <Offered to="retireSigningToken">
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                {stage === 'next' && (
                  <ConfirmButton
                    size="xs"
                    color="petrol"
                    title={texts.developer.askPromote}
                    consequence={texts.developer.promoteEffect}
                    confirm={texts.developer.promote}
                    onConfirm={() => promote.mutateAsync(signingTokenId)}
                  >
                    {texts.developer.promote}
                  </ConfirmButton>
                )}
                {stage !== 'retired' && (
                  <ConfirmButton
                    size="xs"
                    title={texts.developer.askRetire}
                    consequence={texts.developer.retireEffect}
                    confirm={texts.developer.retire}
                    onConfirm={() => retire.mutateAsync(signingTokenId)}
                  >
                    {texts.developer.retire}
                  </ConfirmButton>
                )}
              </Group>
            </Offered>
          </Table.Td>
        </Table.Tr>
      ))}
    </ActionTable>
  );
}
