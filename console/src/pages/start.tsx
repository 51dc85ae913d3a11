/** The first page: what runs, what needs attention or waits, the traffic; for an empty service, the first flow. */

import { Card, Group, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { Agent } from '@model/agent.ts';
import type { Overview, Span } from '@model/overview.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { LinkText } from '../links.tsx';
import { Offered } from '../pieces/allowed.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { ModeBadge } from '../pieces/mode-badge.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { Page } from '../pieces/page.tsx';
import { Time } from '../pieces/time.tsx';
import { useGet, useList } from '../queries.ts';
import { Attention } from '../start/attention.tsx';
import { Backlogs } from '../start/backlogs.tsx';
import { FirstFlow } from '../start/first-flow.tsx';
import { TrafficChart } from '../start/traffic-chart.tsx';
import { parts } from '../texts/parts.tsx';
import { language, texts } from '../texts/texts.ts';

const LOOK_EVERY_MS = 5_000;
const SPANS = Object.keys(texts.start.spans) as Span[];

export default function StartPage() {
  const agents = useList('/agents', 'agents');
  const { span = 'day' } = useSearch({ from: '/' });
  const overview = useGet('/overview', { params: { query: { span } }, everyMs: LOOK_EVERY_MS });
  const isEmpty = agents.data?.length === 0;
  return (
    <Page title={texts.shell.start} description={overview.data && <WhatRuns overview={overview.data} />}>
      {isEmpty && (
        <Offered to="createAgent">
          <FirstFlow />
        </Offered>
      )}
      <Loaded of={overview}>
        {(found) => (
          <Stack gap="lg">
            {!isEmpty && <Attention overview={found} />}
            <Traffic overview={found} />
            {!isEmpty && <Backlogs rows={found.backlogs} />}
          </Stack>
        )}
      </Loaded>
      {!isEmpty && (
        <Loaded of={agents}>
          {(rows) => (
            <Stack>
              <Title order={2}>{texts.start.agents}</Title>
              <Agents rows={rows} />
              <MoreButton of={agents} />
            </Stack>
          )}
        </Loaded>
      )}
    </Page>
  );
}

function WhatRuns({ overview }: { overview: Overview }) {
  const { version, platform, startedAt, processes } = overview;
  return (
    <>
      {parts(texts.start.whatRuns(platform === 'emulator', processes.length), {
        version,
        when: <Time at={startedAt} />,
      })}
    </>
  );
}

const GOOD = 'light-dark(#0c6d70, #4fadac)';
const BAD = 'light-dark(#c92a2a, #ff8787)';
const OTHER = 'light-dark(#3b5bdb, #91a7ff)';

function Traffic({ overview: { span, at, traffic } }: { overview: Overview }) {
  const navigate = useNavigate({ from: '/' });
  const from = traffic.map((step) => step.from);
  const values = (kind: 'sent' | 'failed' | 'received' | 'forwarded' | 'refused') => traffic.map((step) => step[kind]);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <SegmentedControl
          aria-label={texts.start.span}
          data={SPANS.map((value) => ({ value, label: texts.start.spans[value] }))}
          value={span}
          onChange={(value) => void navigate({ search: { span: value as Span }, replace: true })}
        />
        <Text size="sm" c="dimmed">
          {parts(texts.start.asOf, { time: new Date(at).toLocaleTimeString(language) })}
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <TrafficChart
          title={texts.pieces.messages}
          span={span}
          from={from}
          series={[
            { name: texts.start.sent, color: GOOD, values: values('sent') },
            { name: texts.start.received, color: OTHER, values: values('received') },
            { name: texts.start.failed, color: BAD, values: values('failed') },
          ]}
        />
        <TrafficChart
          title={texts.shell.events}
          span={span}
          from={from}
          series={[
            { name: texts.start.forwarded, color: GOOD, values: values('forwarded') },
            { name: texts.start.failed, color: BAD, values: values('refused') },
          ]}
        />
      </SimpleGrid>
    </Stack>
  );
}

function Agents({ rows }: { rows: Agent[] }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {rows.map(({ agentId, name, mode, useCase }) => (
        <Card key={agentId} withBorder bg="var(--console-surface)">
          <Group justify="space-between" wrap="nowrap">
            <LinkText to="/agents/$agentId" params={{ agentId }} fw={600}>
              {name}
            </LinkText>
            <ModeBadge mode={mode} />
          </Group>
          <Text size="sm" c="dimmed">
            {texts.start.useCase[useCase]}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}
