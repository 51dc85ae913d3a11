/** Where a user is in the flow, and what was captured so far. */
import { Paper, Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '#client';
import { NamedJson } from '../pieces/named-json.tsx';
import { Time } from '../pieces/time.tsx';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';

export function Where({ conversation }: { conversation: Schemas['Conversation'] }) {
  const { stateId, awaitingStateId, consent, turnCount, updatedAt, sessionEndsAt, params, data, input } = conversation;
  const place = stateId === null ? texts.trace.notSent : texts.trace.lastSent(stateId);
  return (
    <Paper withBorder p="md" bg="var(--console-surface)">
      <Stack gap="sm">
        <Title order={2}>{texts.trace.whereUserIs}</Title>
        <Text size="sm">{awaitingStateId === null ? place : texts.trace.alsoWaiting(place, awaitingStateId)}</Text>
        {consent?.action === 'OPT_OUT' && (
          <Text size="sm">
            {parts(texts.trace.optedOut, {
              since: <Time at={consent.since} />,
              how: texts.trace.optedOutBy[consent.source],
            })}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {parts(texts.trace.turnCount(turnCount), {
            last: <Time at={updatedAt} />,
            sessionEnds: <Time at={sessionEndsAt} />,
          })}
        </Text>
        <Captured name="input" value={input} />
        <Captured name="params" value={params} />
        <Captured name="data" value={data} />
      </Stack>
    </Paper>
  );
}

function Captured({ name, value }: { name: string; value: object }) {
  if (Object.keys(value).length === 0) return null;
  return <NamedJson name={name} value={value} />;
}
