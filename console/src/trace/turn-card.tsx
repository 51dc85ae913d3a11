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
import { ContentMessageView, UserContentView } from '../rcs/content.tsx';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';
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
  const reply = turn.trace.findLast((step) => 'contentMessage' in step)?.contentMessage;
  const { number, item, trace, stopped, messageId, receivedAt, startedAt, committedAt } = turn;
  return (
    <Paper
      ref={card}
      withBorder
      p="md"
      component="article"
      aria-label={texts.trace.turn(number)}
      bg="var(--console-surface)"
    >
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Text fw={600}>{texts.trace.turn(number)}</Text>
            <Badge variant="light" color="gray" size="sm">
              {ARRIVED[item.kind] ?? item.kind}
            </Badge>
            {stopped !== undefined && (
              <Badge variant="light" color="red" size="sm">
                {texts.trace.stopped}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {parts(texts.trace.decided, {
              when: <Time at={receivedAt} />,
              took: texts.pieces.milliseconds(Date.parse(committedAt) - Date.parse(startedAt)),
            })}
          </Text>
        </Group>
        {item.kind === 'user-message' && (
          <div style={{ alignSelf: 'flex-start', maxWidth: '100%' }}>
            <UserContentView content={item.content} />
          </div>
        )}
        <Text>{whyThisState(turn, called)}</Text>
        {/* The steps have it too. */}
        {!isOpen && reply !== undefined && (
          <div style={{ alignSelf: 'flex-end', maxWidth: '85%' }}>
            <ContentMessageView content={reply} />
          </div>
        )}
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={toggle}
          aria-expanded={isOpen}
          style={{ alignSelf: 'flex-start' }}
        >
          {isOpen ? texts.trace.hideSteps : texts.trace.showSteps}
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

const ARRIVED: Record<string, string> = texts.trace.arrived;

/** The responses of the platform and the webhook. */
function Outcome({ agentId, messageId }: { agentId: string; messageId: string }) {
  const message = useGet('/agents/{agentId}/messages/{messageId}', {
    params: { path: { agentId, messageId } },
    everyMs: 3_000,
  });
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {texts.trace.afterwards}
      </Text>
      <Loaded of={message}>
        {({ status, events }) => (
          <>
            <Text size="sm">
              {parts(texts.trace.messageIs, {
                status: <b>{texts.trace.messageStatus[status]}</b>,
                events: told(events),
              })}
            </Text>
            {events.map((event) => (
              <EventRow key={event.eventId} agentId={agentId} event={event} isOfMessage />
            ))}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function told(events: readonly ForwardedEvent[]): string {
  if (events.length === 0) return texts.trace.noResponse;
  const failed = events.filter(({ status }) => status === 'FAILED').length;
  return failed > 0 ? texts.trace.eventsFailed(failed, events.length) : texts.trace.events;
}
