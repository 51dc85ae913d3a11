/** One turn: what arrived, why the agent replied as it did, its trace, and the status of its message and events. */
import { Anchor, Badge, Collapse, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { TurnRecord } from '@model/conversation.ts';
import type { ForwardedEvent } from '@model/forwarded-event.ts';
import { useEffect, useRef } from 'react';
import { EventRow } from '../pieces/event-row.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { Time } from '../pieces/time.tsx';
import { useGet } from '../queries.ts';
import { UserContentView } from '../rcs/content.tsx';
import { TraceSteps } from './trace-steps.tsx';
import { useCalled } from './use-called.ts';
import { whyThisState } from './why.ts';

export function TurnCard({ agentId, turn, isMeant }: { agentId: string; turn: TurnRecord; isMeant: boolean }) {
  const [isOpen, { toggle, open }] = useDisclosure(isMeant);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isMeant) return;
    open();
    card.current?.scrollIntoView({ block: 'center' });
  }, [isMeant, open]);
  const called = useCalled(agentId);
  const { number, item, trace, stopped, messageId, receivedAt, startedAt, committedAt } = turn;
  return (
    <Paper ref={card} withBorder p="md" component="article" aria-label={`Turn ${number}`} bg="var(--console-surface)">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Text fw={600}>Turn {number}</Text>
            <Badge variant="light" color="gray" size="sm">
              {ARRIVED[item.kind] ?? item.kind}
            </Badge>
            {stopped !== undefined && (
              <Badge variant="light" color="red" size="sm">
                stopped
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            <Time at={receivedAt} /> · decided in {milliseconds(startedAt, committedAt)}
          </Text>
        </Group>
        {item.kind === 'user-message' && (
          <div style={{ alignSelf: 'flex-start', maxWidth: '100%' }}>
            <UserContentView content={item.content} />
          </div>
        )}
        <Text>{whyThisState(turn, called)}</Text>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={toggle}
          aria-expanded={isOpen}
          style={{ alignSelf: 'flex-start' }}
        >
          {isOpen ? 'Hide the steps' : 'Show the steps'}
        </Anchor>
        <Collapse expanded={isOpen}>
          <Stack>
            <TraceSteps agentId={agentId} trace={trace} called={called} />
            {isOpen && messageId !== undefined && <Outcome agentId={agentId} messageId={messageId} />}
          </Stack>
        </Collapse>
      </Stack>
    </Paper>
  );
}

const ARRIVED: Record<string, string> = {
  send: 'a client sent a state',
  'user-message': 'the user wrote',
  'user-event': 'something happened on the phone',
  'server-event': 'the platform reported',
};

function milliseconds(from: string, to: string): string {
  return `${Date.parse(to) - Date.parse(from)} ms`;
}

/** The responses of the platform and the webhook. */
function Outcome({ agentId, messageId }: { agentId: string; messageId: string }) {
  const message = useGet('/agents/{agentId}/messages/{messageId}', {
    params: { path: { agentId, messageId } },
    everyMs: 3_000,
  });
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        Afterwards
      </Text>
      <Loaded of={message}>
        {({ status, events }) => (
          <>
            <Text size="sm">
              The message is <b>{status.toLowerCase().replace('_', ' ')}</b>. {told(events)}
            </Text>
            {events.map((event) => (
              <EventRow key={event.eventId} agentId={agentId} event={event} />
            ))}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function told(events: readonly ForwardedEvent[]): string {
  if (events.length === 0) return 'The platform has not responded yet.';
  const failed = events.filter(({ status }) => status === 'FAILED').length;
  return failed > 0
    ? `${failed} of its ${events.length} events did not reach the webhook.`
    : `Its events, and whether the webhook has them:`;
}
