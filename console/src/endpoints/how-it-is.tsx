/** An endpoint's address, what it gets, and its numbers; they lead to what they count. */
import { Badge, Code, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { Endpoint } from '@model/endpoint.ts';
import type { ReactNode } from 'react';
import type { Schemas } from '#client';
import { LinkText } from '../links.tsx';
import { counted } from '../pieces/counted.ts';
import { Figure } from '../pieces/figure.tsx';
import { Time } from '../pieces/time.tsx';
import { parts } from '../texts/parts.tsx';
import { number, texts } from '../texts/texts.ts';
import { troubleOf } from './trouble.ts';

type Statistics = Schemas['EndpointStatistics'];

export function HowItIs(props: {
  title: string;
  /** Without a filter: the agent's own webhook. */
  endpoint: Pick<Endpoint, 'agentId' | 'url'> & Partial<Endpoint>;
  statistics: Statistics | undefined;
  children: ReactNode;
}) {
  const { title, endpoint, statistics, children } = props;
  return (
    <Paper withBorder p="md" bg="var(--console-surface)" component="section" aria-label={title}>
      <Stack gap="sm">
        <Group gap="sm">
          <Title order={2} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {statistics && <State of={statistics} />}
        </Group>
        {title !== endpoint.url && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <Code>{endpoint.url}</Code>
          </Text>
        )}
        <Text size="sm">{texts.endpoints.gets(wantedBy(endpoint), endpoint.perSecond)}</Text>
        {endpoint.headers && (
          <Text size="sm">{texts.endpoints.sentWith(Object.keys(endpoint.headers).join(', '))}</Text>
        )}
        {statistics && <Numbers of={statistics} agentId={endpoint.agentId} />}
        {children}
      </Stack>
    </Paper>
  );
}

function wantedBy({ classes = [], types = [] }: Partial<Endpoint>): string {
  const lists = [classes, types].filter((list) => list.length > 0);
  return lists.length === 0 ? texts.endpoints.everything : lists.map((list) => list.join(', ')).join('; ');
}

function State({ of }: { of: Statistics }) {
  const trouble = troubleOf(of);
  const [color, words, since] =
    of.pausedSince !== null
      ? (['gray', texts.endpoints.isPaused, of.pausedSince] as const)
      : trouble
        ? (['red', texts.endpoints[trouble.kind], trouble.since] as const)
        : (['petrol', texts.endpoints.isWell, null] as const);
  return (
    <Group gap="xs">
      <Badge color={color} variant="light">
        {words}
      </Badge>
      {since !== null && (
        <Text size="sm" c="dimmed">
          {parts(texts.endpoints.since, { since: <Time at={since} /> })}
        </Text>
      )}
    </Group>
  );
}

function Numbers({ of, agentId }: { of: Statistics; agentId: string }) {
  const { waiting, oldestAt, failed, accepted, answerMs, lastAcceptedAt, endpointId } = of;
  const failures = (
    <LinkText
      to="/agents/$agentId/failures"
      params={{ agentId }}
      search={endpointId === null ? {} : { endpointId }}
      underline="always"
    >
      {number(failed)}
    </LinkText>
  );
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} spacing="sm" m={0}>
      <Figure name={texts.endpoints.accepted} note={lastAcceptedAt && <Time at={lastAcceptedAt} />}>
        {number(accepted)}
      </Figure>
      <Figure name={texts.endpoints.waiting} note={oldestAt && <Oldest at={oldestAt} />}>
        {counted(waiting, MAX_COUNTED)}
      </Figure>
      <Figure name={texts.endpoints.failed}>{failures}</Figure>
      <Figure name={texts.endpoints.answerTime}>{answerMs === null ? '–' : texts.pieces.milliseconds(answerMs)}</Figure>
    </SimpleGrid>
  );
}

/** The service counts no further. */
const MAX_COUNTED = 10_000;

function Oldest({ at }: { at: string }) {
  return parts(texts.endpoints.oldest, { when: <Time at={at} /> });
}
