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

type Tested = AnswerOf<'/agents/{agentId}/events/test', 'post'>;

const CLASSES: EventClass[] = ['UserMessage', 'UserEvent', 'ServerEvent'];

const OUTCOMES: Record<Tested['outcome'], { color: string; title: string }> = {
  accepted: { color: 'petrol', title: 'The webhook accepted it' },
  refused: { color: 'red', title: 'The webhook refused it: a real event would go to the failure queue' },
  retry: { color: 'yellow', title: 'The webhook did not accept it: a real event would be retried' },
};

export function TestWebhook({ agent: { agentId, config } }: { agent: Agent }) {
  const [eventClass, setEventClass] = useState<EventClass>('UserMessage');
  const test = useChange(
    () => api.POST('/agents/{agentId}/events/test', { params: { path: { agentId } }, body: { class: eventClass } }),
    { refreshes: [], quiet: true },
  );
  return (
    <Paper withBorder p="md" bg="var(--console-surface)">
      <Stack gap="sm">
        <Title order={2}>Webhook</Title>
        {config.eventForwardUrl === undefined ? (
          <Text size="sm" c="dimmed">
            The agent has no webhook: its events are recorded and shown under{' '}
            <LinkText underline="always" size="sm" to="/agents/$agentId/events" params={{ agentId }}>
              Events
            </LinkText>
            .
          </Text>
        ) : (
          <>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <Code>{config.eventForwardUrl}</Code>
            </Text>
            <Group align="flex-end" gap="sm">
              <Select
                label="Class of the test event"
                data={CLASSES}
                value={eventClass}
                onChange={(value) => value && setEventClass(value)}
                allowDeselect={false}
              />
              <Button variant="default" loading={test.isPending} onClick={() => test.mutate(undefined)}>
                Send a test event
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
      <Alert color={OUTCOMES[outcome].color} title={OUTCOMES[outcome].title}>
        {[status, error, `${Math.round(durationMs)} ms`].filter((part) => part !== null).join(' · ')}
      </Alert>
      {response !== null && (
        <Text size="sm">
          Response: <Code>{response}</Code>
        </Text>
      )}
      <Text size="sm" fw={600}>
        What was sent
      </Text>
      <Json value={requestHeaders} label="Headers" />
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {requestBody}
      </Code>
    </Stack>
  );
}
