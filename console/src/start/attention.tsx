/** What needs attention: each with the page on which something can be done about it. */
import { Alert, Code, List, Paper, Stack, Text, Title } from '@mantine/core';
import type { Overview } from '@model/overview.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { LinkText } from '../links.tsx';
import { Time } from '../pieces/time.tsx';

export function Attention({ overview }: { overview: Overview }) {
  const { failures, breakers, refusing, stopped, deadLetters, lanes, processes } = overview;
  const unowned = lanes - processes.reduce((sum, process) => sum + process.lanes, 0);
  const isCalm =
    failures.length + breakers.length + refusing.length + stopped.length + deadLetters + Math.max(0, unowned) === 0;
  if (isCalm) {
    return (
      <Alert color="petrol" icon={<IconCircleCheck aria-hidden />} title="All is well">
        No webhook is failing, no failure queue has events, and no turn has stopped in the last day.
      </Alert>
    );
  }
  return (
    <Paper withBorder p="md" bg="var(--console-surface)">
      <Stack gap="sm">
        <Title order={2}>Needs attention</Title>
        <List spacing="xs">
          {unowned > 0 && (
            <List.Item>{unowned} lanes have no owner at the moment; their conversations are waiting.</List.Item>
          )}
          {breakers.map(({ agentId, name, since }) => (
            <List.Item key={`breaker ${agentId}`}>
              The webhook of{' '}
              <LinkText underline="always" to="/agents/$agentId" params={{ agentId }}>
                {name}
              </LinkText>{' '}
              keeps failing; its events have been waiting since <Time at={since} />.
            </List.Item>
          ))}
          {refusing.map(({ agentId, name, since }) => (
            <List.Item key={`refusing ${agentId}`}>
              The webhook of{' '}
              <LinkText underline="always" to="/agents/$agentId/failures" params={{ agentId }}>
                {name}
              </LinkText>{' '}
              has answered nothing but 4xx since <Time at={since} />.
            </List.Item>
          ))}
          {failures.map(({ agentId, name, count }) => (
            <List.Item key={`failures ${agentId}`}>
              <LinkText underline="always" to="/agents/$agentId/failures" params={{ agentId }}>
                {count.toLocaleString('en')} {count === 1 ? 'event' : 'events'}
              </LinkText>{' '}
              of {name} in the failure queue.
            </List.Item>
          ))}
          {deadLetters > 0 && (
            <List.Item>
              {deadLetters} {deadLetters === 1 ? 'dead letter' : 'dead letters'}: a turn kept failing, and the
              conversation went on without it. See <Code>parley dead-letters list</Code>
            </List.Item>
          )}
          {stopped.slice(0, 5).map(({ agentId, name, phoneNumber, reason, at }) => (
            <List.Item key={`${at} ${phoneNumber}`}>
              A turn of {name} with{' '}
              <LinkText
                underline="always"
                to="/agents/$agentId/conversations/$phoneNumber"
                params={{ agentId, phoneNumber }}
              >
                {phoneNumber}
              </LinkText>{' '}
              stopped (<Time at={at} />
              ): {reason.replaceAll('_', ' ')}.
            </List.Item>
          ))}
        </List>
        {stopped.length > 5 && (
          <Text size="sm" c="dimmed">
            {stopped.length === 20 ? '20 or more' : stopped.length} turns stopped in the last day; these are the latest.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
