/** Sends a signed example event of a class to the webhook, and shows the endpoint's response. */
import { Alert, Button, Code, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import type { Agent } from '@model/agent.ts';
import type { EventClass } from '@model/event.ts';
import { useState } from 'react';
import type { Answer as AnswerOf } from '#client';
import { api } from '../api.ts';
import { LinkText } from '../links.tsx';
import { Json } from '../pieces/json.tsx';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange } from '../queries.ts';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';

type Tested = AnswerOf<'/agents/{agentId}/events/test', 'post'>;

const CLASSES: EventClass[] = ['UserMessage', 'UserEvent', 'ServerEvent'];

const COLORS: Record<Tested['outcome'], string> = { accepted: 'petrol', refused: 'red', retry: 'yellow' };

export function TestWebhook({ agent: { agentId, config } }: { agent: Agent }) {
  const [eventClass, setEventClass] = useState<EventClass>('UserMessage');
  const test = useChange(
    () => api.POST('/agents/{agentId}/events/test', { params: { path: { agentId } }, body: { class: eventClass } }),
    { refreshes: [], quiet: true },
  );
  return (
    <Paper withBorder p="md" bg="var(--console-surface)">
      <Stack gap="sm">
        <Title order={2}>{texts.pieces.webhook}</Title>
        {config.eventForwardUrl === undefined ? (
          <Text size="sm" c="dimmed">
            {parts(texts.agents.noWebhook, {
              events: (
                <LinkText underline="always" size="sm" to="/agents/$agentId/events" params={{ agentId }}>
                  {texts.shell.events}
                </LinkText>
              ),
            })}
          </Text>
        ) : (
          <>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <Code>{config.eventForwardUrl}</Code>
            </Text>
            <Group align="flex-end" gap="sm">
              <Select
                label={texts.agents.testedClass}
                data={CLASSES}
                value={eventClass}
                onChange={(value) => value && setEventClass(value)}
                allowDeselect={false}
              />
              <Button variant="default" loading={test.isPending} onClick={() => test.mutate(undefined)}>
                {texts.agents.sendTest}
              </Button>
            </Group>
          </>
        )}
        <ProblemAlert error={test.error} />
        {test.data && <Answer tested={test.data} />}
      </Stack>
    </Paper>
  );
}

function Answer({ tested }: { tested: Tested }) {
  const { outcome, status, durationMs, error, response, requestHeaders, requestBody } = tested;
  return (
    <Stack gap="xs" role="status">
      <Alert color={COLORS[outcome]} title={texts.agents.outcome[outcome]}>
        {[status, error, texts.pieces.milliseconds(Math.round(durationMs))].filter((part) => part !== null).join(' · ')}
      </Alert>
      {response !== null && <Text size="sm">{parts(texts.agents.response, { body: <Code>{response}</Code> })}</Text>}
      <Text size="sm" fw={600}>
        {texts.agents.whatWasSent}
      </Text>
      <Json value={requestHeaders} label={texts.agents.headers} />
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {requestBody}
      </Code>
    </Stack>
  );
}
