/** The first page: what there is, and the next step where there is nothing yet. */

import { Card, Group, SimpleGrid, Text } from '@mantine/core';
import type { Agent } from '@model/agent.ts';
import { IconMessageChatbot } from '@tabler/icons-react';
import { LinkButton, LinkText } from '../links.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { ModeBadge } from '../pieces/mode-badge.tsx';
import { Page } from '../pieces/page.tsx';
import { useList } from '../queries.ts';

export default function StartPage() {
  const agents = useList<Agent>('/agents', 'agents');
  return (
    <Page title="Start" description="The agents of this service, the newest first.">
      <Loaded of={agents}>{(rows) => (rows.length === 0 ? <FirstStep /> : <Agents rows={rows} />)}</Loaded>
    </Page>
  );
}

function FirstStep() {
  return (
    <EmptyState
      icon={<IconMessageChatbot />}
      title="No agent yet"
      action={<LinkButton to="/brands">To brands and agents</LinkButton>}
    >
      An agent speaks to people for a brand. Create a brand first, then an agent, then its flow.
    </EmptyState>
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
            {useCase.toLowerCase().replaceAll('_', ' ')}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}
