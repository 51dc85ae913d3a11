/** One event in a list: what happened and whether the client has it; opened, its payload and every attempt. */

import { Badge, Button, Checkbox, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ForwardedEvent, ForwardStatus } from '@model/forwarded-event.ts';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import { api, pathOf } from '../api.ts';
import { LinkText } from '../links.tsx';
import { notifyDone } from '../notify.ts';
import { useChange } from '../queries.ts';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';
import { Offered } from './allowed.tsx';
import { Attempts } from './attempts.tsx';
import { Copyable } from './copyable.tsx';
import { Json } from './json.tsx';
import { Time } from './time.tsx';

const COLORS: Record<ForwardStatus, string> = {
  PENDING: 'yellow',
  FORWARDED: 'petrol',
  FAILED: 'red',
  DISCARDED: 'gray',
  RECORDED: 'gray',
};

/** Rows that are chosen, by event id. */
export type Choice = { chosen: ReadonlySet<string>; toggle: (eventId: string) => void };
/**
 * `endpointId`: the further endpoint that its status and attempts are of. `onOpen`: what it returns is called once the row
 * is closed, or gone. `isOfMessage`: it stands below its message, so that the phone number is known and there is little room.
 */
type Props = {
  agentId: string;
  event: ForwardedEvent;
  endpointId?: string | undefined;
  choice?: Choice;
  onOpen?: () => () => void;
  isOfMessage?: boolean;
};

export function EventRow({ agentId, event, endpointId, choice, onOpen, isOfMessage = false }: Props) {
  const [isOpen, { toggle }] = useDisclosure();
  useEffect(() => (isOpen ? onOpen?.() : undefined), [isOpen, onOpen]);
  return (
    <Paper withBorder bg="var(--console-surface)">
      <Group gap={0} wrap="nowrap">
        {choice && (
          <Checkbox
            pl="sm"
            aria-label={texts.pieces.chooseEvent(event.type, event.phoneNumber)}
            checked={choice.chosen.has(event.eventId)}
            onChange={() => choice.toggle(event.eventId)}
          />
        )}
        <Headline event={event} isOfMessage={isOfMessage} isOpen={isOpen} toggle={toggle} />
      </Group>
      {isOpen && <Detail agentId={agentId} event={event} endpointId={endpointId} />}
    </Paper>
  );
}

type HeadlineProps = { event: ForwardedEvent; isOfMessage: boolean; isOpen: boolean; toggle: () => void };

function Headline({ event, isOfMessage, isOpen, toggle }: HeadlineProps) {
  const { class: kind, type, phoneNumber, createdAt, status } = event;
  return (
    <UnstyledButton onClick={toggle} aria-expanded={isOpen} flex={1} miw={0} p="sm">
      <Group gap="sm" wrap="nowrap">
        {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
        <Text size="sm" truncate flex={1}>
          <b>{type}</b>{' '}
          <Text span size="sm" c="dimmed">
            {kind}
          </Text>
        </Text>
        {event.failure && status === 'FAILED' && (
          <Text size="sm" c="var(--mantine-color-error)" truncate maw="45%">
            {event.failure.group}
          </Text>
        )}
        {!isOfMessage && (
          <Text size="sm" visibleFrom="xs">
            {phoneNumber}
          </Text>
        )}
        <Text size="sm" c="dimmed" visibleFrom="sm">
          <Time at={createdAt} />
        </Text>
        <Badge color={COLORS[status]} variant="light" style={{ flexShrink: 0 }}>
          {texts.pieces.eventStatus[status]}
        </Badge>
      </Group>
    </UnstyledButton>
  );
}

function Detail({ agentId, event, endpointId }: Pick<Props, 'agentId' | 'event' | 'endpointId'>) {
  const { eventId, phoneNumber, createdAt, failure, nextAttemptAt, payload, attempts, status } = event;
  const redeliver = useChange(
    () => api.POST('/agents/{agentId}/events/{eventId}/redeliver', { params: { path: { agentId, eventId } } }),
    { refreshes: [pathOf`/agents/${agentId}/events`] },
  );
  return (
    <Stack gap="sm" px="sm" pb="sm">
      {failure && (
        <Text size="sm" c="var(--mantine-color-error)">
          {parts(texts.pieces.eventFailed, { reason: failure.reason, when: <Time at={failure.failedAt} /> })}
        </Text>
      )}
      {nextAttemptAt !== undefined && (
        <Text size="sm">{parts(texts.pieces.nextAttempt, { when: <Time at={nextAttemptAt} /> })}</Text>
      )}
      <Group gap="md">
        <Copyable value={eventId} label={texts.pieces.eventId} />
        <LinkText size="sm" to="/agents/$agentId/conversations/{-$phoneNumber}" params={{ agentId, phoneNumber }}>
          {phoneNumber}
        </LinkText>
        <Text size="sm" c="dimmed">
          {new Date(createdAt).toISOString()}
        </Text>
        {status !== 'PENDING' && (
          <Offered to="redeliverEvent">
            <Button
              size="compact-sm"
              variant="default"
              loading={redeliver.isPending}
              onClick={() => redeliver.mutate(undefined, { onSuccess: () => notifyDone(texts.pieces.sentAgain) })}
            >
              {texts.pieces.sendAgain}
            </Button>
          </Offered>
        )}
      </Group>
      <Json value={payload} label={texts.pieces.payload} />
      <Attempts whose={{ agentId, eventId, endpointId }} attempts={attempts} />
    </Stack>
  );
}
