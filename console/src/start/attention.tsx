/** What needs attention: each with the page on which something can be done about it. */
import { Alert, Code, List, Paper, Stack, Text, Title } from '@mantine/core';
import type { Overview } from '@model/overview.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { LinkText } from '../links.tsx';
import { Time } from '../pieces/time.tsx';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';

export function Attention({ overview }: { overview: Overview }) {
  const { failures, breakers, refusing, throttled, stopped, deadLetters, lanes, processes } = overview;
  const unowned = lanes - processes.reduce((sum, process) => sum + process.lanes, 0);
  const isCalm =
    failures.length +
      breakers.length +
      refusing.length +
      throttled.length +
      stopped.length +
      deadLetters +
      Math.max(0, unowned) ===
    0;
  if (isCalm) {
    return (
      <Alert role="status" color="petrol" icon={<IconCircleCheck aria-hidden />} title={texts.start.calm}>
        {texts.start.calmBecause}
      </Alert>
    );
  }
  return (
    <Paper withBorder p="md" bg="var(--console-surface)">
      <Stack gap="sm">
        <Title order={2}>{texts.start.attention}</Title>
        <List spacing="xs">
          {unowned > 0 && <List.Item>{texts.start.unowned(unowned)}</List.Item>}
          {breakers.map((row) => (
            <Since key={`breaker ${row.agentId}`} says={texts.start.keepsFailing} row={row} to="/agents/$agentId" />
          ))}
          {refusing.map((row) => (
            <Since
              key={`refusing ${row.agentId}`}
              says={texts.start.refusing}
              row={row}
              to="/agents/$agentId/failures"
            />
          ))}
          {throttled.map((row) => (
            <Since key={`throttled ${row.agentId}`} says={texts.start.throttled} row={row} to="/agents/$agentId" />
          ))}
          {failures.map(({ agentId, name, count }) => (
            <List.Item key={`failures ${agentId}`}>
              {parts(texts.start.queued, {
                events: (
                  <LinkText underline="always" to="/agents/$agentId/failures" params={{ agentId }}>
                    {texts.pieces.events(count)}
                  </LinkText>
                ),
                agent: name,
              })}
            </List.Item>
          ))}
          {deadLetters > 0 && (
            <List.Item>
              {parts(texts.start.deadLetters(deadLetters), { command: <Code>parley dead-letters list</Code> })}
            </List.Item>
          )}
          {stopped.slice(0, 5).map(({ agentId, name, phoneNumber, reason, at }) => (
            <List.Item key={`${at} ${phoneNumber}`}>
              {parts(texts.start.stopped, {
                agent: name,
                phoneNumber: (
                  <LinkText
                    underline="always"
                    to="/agents/$agentId/conversations/{-$phoneNumber}"
                    params={{ agentId, phoneNumber }}
                  >
                    {phoneNumber}
                  </LinkText>
                ),
                when: <Time at={at} />,
                reason: reason.replaceAll('_', ' '),
              })}
            </List.Item>
          ))}
        </List>
        {stopped.length > 5 && (
          <Text size="sm" c="dimmed">
            {texts.start.latestStopped(stopped.length, stopped.length === 20)}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

/** What is the matter with an agent, and since when. */
function Since(props: {
  says: string;
  row: Overview['breakers'][number];
  to: '/agents/$agentId' | '/agents/$agentId/failures';
}) {
  const { says, row, to } = props;
  const agent = (
    <LinkText underline="always" to={to} params={{ agentId: row.agentId }}>
      {row.name}
    </LinkText>
  );
  return <List.Item>{parts(says, { agent, since: <Time at={row.since} /> })}</List.Item>;
}
