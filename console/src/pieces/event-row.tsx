/** One event in a list: what happened, whether the client has it, and its payload. */

import { Badge, Group, Paper, Text } from '@mantine/core';
import type { ForwardedEvent, ForwardStatus } from '@model/forwarded-event.ts';
import { Json } from './json.tsx';
import { Time } from './time.tsx';

const COLORS: Record<ForwardStatus, string> = {
  PENDING: 'yellow',
  FORWARDED: 'petrol',
  FAILED: 'red',
  RECORDED: 'gray',
};

export function EventRow({ event }: { event: ForwardedEvent }) {
  const { class: kind, type, phoneNumber, createdAt, status, payload } = event;
  return (
    <Paper withBorder p="sm" bg="var(--console-surface)">
      <Group justify="space-between" gap="xs" mb="xs">
        <Text fw={600}>
          {kind} · {type}
        </Text>
        <Badge color={COLORS[status]} variant="light">
          {status}
        </Badge>
        <Text size="sm" c="dimmed">
          {phoneNumber}, <Time at={createdAt} />
        </Text>
      </Group>
      <Json value={payload} label="The payload" />
    </Paper>
  );
}
