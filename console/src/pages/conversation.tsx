/** One conversation: where the user is, what was captured, and its turns, each with the reason of its reply. */
import { Grid, Paper, Stack, Text, Title } from '@mantine/core';
import { useLocation, useParams } from '@tanstack/react-router';
import type { Schemas } from '#client';
import { LinkButton, LinkText } from '../links.tsx';
import { AgentPage } from '../pieces/agent-page.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { NamedJson } from '../pieces/named-json.tsx';
import { Time } from '../pieces/time.tsx';
import { useGet } from '../queries.ts';
import { MakeTest } from '../tests/make-test.tsx';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';
import { TurnList } from '../trace/turn-list.tsx';
import { useTurns } from '../trace/use-turns.ts';

const LOOK_EVERY_MS = 2_000;

export default function ConversationPage() {
  const { agentId, phoneNumber } = useParams({ from: '/agents/$agentId/conversations/$phoneNumber' });
  const { hash } = useLocation();
  const path = { agentId, phoneNumber };
  const conversation = useGet('/agents/{agentId}/conversations/{phoneNumber}', {
    params: { path, query: { limit: 1 } },
    everyMs: LOOK_EVERY_MS,
  });
  const newest = conversation.data && (conversation.data.turns[0]?.number ?? 0);
  const turns = useTurns(path, newest);
  const breadcrumb = (
    <LinkText key="conversations" to="/agents/$agentId/conversations" params={{ agentId }}>
      {texts.shell.conversations}
    </LinkText>
  );
  const actions = (
    <>
      <MakeTest agentId={agentId} phoneNumber={phoneNumber} />
      <LinkButton variant="default" to="/agents/$agentId/phone/{-$phoneNumber}" params={{ agentId, phoneNumber }}>
        {texts.trace.openPhone}
      </LinkButton>
    </>
  );
  return (
    <AgentPage title={phoneNumber} breadcrumbs={[breadcrumb]} actions={actions}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Loaded of={turns}>
            {(rows) => <TurnList key={phoneNumber} agentId={agentId} turns={rows} meant={hash} older={turns} />}
          </Loaded>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Loaded of={conversation}>{(found) => <Where conversation={found} />}</Loaded>
        </Grid.Col>
      </Grid>
    </AgentPage>
  );
}

function Where({ conversation }: { conversation: Schemas['Conversation'] }) {
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
