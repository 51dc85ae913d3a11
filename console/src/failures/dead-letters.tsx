/** What the service itself gave up for an agent: turns and messages that failed again and again, until somebody decides. */

import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '#client';
import { api, pathOf } from '../api.ts';
import { LinkText } from '../links.tsx';
import { notifyDone } from '../notify.ts';
import { Offered } from '../pieces/allowed.tsx';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { NamedJson } from '../pieces/named-json.tsx';
import { Time } from '../pieces/time.tsx';
import { useChange, useList } from '../queries.ts';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';

const LOOK_EVERY_MS = 5_000;

export function DeadLetters({ agentId }: { agentId: string }) {
  const found = useList('/dead-letters', 'deadLetters', {
    params: { query: { agentId } },
    everyMs: LOOK_EVERY_MS,
  });
  if (!found.data || found.data.length === 0) return null;
  return (
    <Stack gap="sm">
      <Title order={2}>{texts.failures.deadLetters}</Title>
      <Text size="sm">{texts.failures.whatDeadLetters}</Text>
      <Stack component="ul" aria-label={texts.failures.deadLetters} gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {found.data.map((letter) => (
          <Letter key={`${letter.lane} ${letter.seq}`} letter={letter} />
        ))}
      </Stack>
      <MoreButton of={found} />
    </Stack>
  );
}

function Letter({ letter }: { letter: Schemas['DeadLetter'] }) {
  const { agentId, phoneNumber, item, attempts, reason, failedAt } = letter;
  const kind = String(item['kind']);
  const params = { path: { lane: String(letter.lane), seq: String(letter.seq) } };
  const refreshes = [pathOf`/dead-letters`];
  const retry = useChange(() => api.POST('/dead-letters/{lane}/{seq}/retry', { params }), { refreshes });
  const remove = useChange(() => api.DELETE('/dead-letters/{lane}/{seq}', { params }), { refreshes });
  return (
    <Paper component="li" withBorder p="sm" bg="var(--console-surface)">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} flex="1 1 16rem" miw={0}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {parts(texts.failures.letter(attempts), {
              kind: <b>{kind}</b>,
              phoneNumber: (
                <LinkText to="/agents/$agentId/conversations/{-$phoneNumber}" params={{ agentId, phoneNumber }}>
                  {phoneNumber}
                </LinkText>
              ),
              when: <Time at={failedAt} />,
            })}
          </Text>
          <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
            {reason}
          </Text>
        </Stack>
        <Offered to="retryDeadLetter">
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={texts.failures.retryLetter(kind, phoneNumber)}
              loading={retry.isPending}
              onClick={() => retry.mutate(undefined, { onSuccess: () => notifyDone(texts.failures.retried) })}
            >
              {texts.failures.retry}
            </Button>
            <ConfirmButton
              title={texts.failures.askDelete}
              consequence={texts.failures.deleteEffect}
              confirm={texts.pieces.delete}
              size="compact-sm"
              aria-label={texts.failures.deleteLetter(kind, phoneNumber)}
              onConfirm={() => remove.mutateAsync(undefined)}
            >
              {texts.pieces.delete}
            </ConfirmButton>
          </Group>
        </Offered>
      </Group>
      <NamedJson name={texts.failures.whatArrived} value={item} />
    </Paper>
  );
}
