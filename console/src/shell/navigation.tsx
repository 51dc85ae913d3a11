/** Navigation: everywhere, and within the agent whose pages are shown. */
import { AppShell, Badge, Divider, Group, NavLink, ScrollArea, Stack, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconApi,
  IconBook,
  IconBuildingStore,
  IconDeviceMobile,
  IconExternalLink,
  IconHistory,
  IconHome,
  IconKey,
  IconListDetails,
  IconMessages,
  IconPlug,
  IconSchema,
  IconSettings,
} from '@tabler/icons-react';
import { useAgent, useAgentId } from '../agent.ts';
import { LinkItem } from '../links.tsx';
import { ModeBadge } from '../pieces/mode-badge.tsx';
import { useGet } from '../queries.ts';

const GLOBAL = [
  { to: '/', label: 'Start', icon: IconHome },
  { to: '/brands', label: 'Brands & agents', icon: IconBuildingStore },
  { to: '/connectors', label: 'Connectors', icon: IconPlug },
  { to: '/developer', label: 'Developer', icon: IconKey },
  { to: '/audit-log', label: 'Audit log', icon: IconHistory },
] as const;

const AGENT = [
  { to: '/agents/$agentId', label: 'Overview', icon: IconSettings, exact: true },
  { to: '/agents/$agentId/flow/{-$stateId}', label: 'Flow', icon: IconSchema, exact: false },
  { to: '/agents/$agentId/phone/{-$phoneNumber}', label: 'Phone', icon: IconDeviceMobile, exact: false },
  { to: '/agents/$agentId/conversations', label: 'Conversations', icon: IconMessages, exact: false },
  { to: '/agents/$agentId/events', label: 'Events', icon: IconListDetails, exact: true },
  { to: '/agents/$agentId/failures', label: 'Failures', icon: IconAlertTriangle, exact: true },
] as const;

/** How often the failures are counted. */
const LOOK_EVERY_MS = 15_000;

const ICON = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

export function Navigation() {
  return (
    <AppShell.Section grow component={ScrollArea}>
      <Stack component="nav" gap={2} aria-label="Console">
        {GLOBAL.map(({ to, label, icon: Icon }) => (
          <LinkItem
            key={to}
            to={to}
            label={label}
            leftSection={<Icon {...ICON} />}
            activeOptions={{ exact: true }}
            activeProps={{ active: true }}
          />
        ))}
        <NavLink
          href="/docs/guides"
          target="_blank"
          rel="noreferrer"
          label="Guides"
          leftSection={<IconBook {...ICON} />}
          rightSection={<IconExternalLink {...ICON} size={14} />}
        />
        <NavLink
          href="/docs"
          target="_blank"
          rel="noreferrer"
          label="API reference"
          leftSection={<IconApi {...ICON} />}
          rightSection={<IconExternalLink {...ICON} size={14} />}
        />
      </Stack>
      <AgentNavigation />
    </AppShell.Section>
  );
}

function AgentNavigation() {
  const agentId = useAgentId();
  const { data: agent } = useAgent();
  const failed = useFailed(agentId);
  if (!agentId) return null;
  return (
    <>
      <Divider my="sm" />
      <Group px="sm" pb={6} justify="space-between" wrap="nowrap" gap="xs">
        <Text fw={600} size="sm" truncate>
          {agent?.name ?? agentId}
        </Text>
        {agent && <ModeBadge mode={agent.mode} />}
      </Group>
      <Stack component="nav" gap={2} aria-label="Agent">
        {AGENT.map(({ to, label, icon: Icon, exact }) => (
          <LinkItem
            key={to}
            to={to}
            params={{ agentId, phoneNumber: undefined, stateId: undefined }}
            label={label}
            leftSection={<Icon {...ICON} />}
            rightSection={label === 'Failures' && failed > 0 ? <Failed count={failed} /> : undefined}
            activeOptions={{ exact, includeSearch: false }}
            activeProps={{ active: true }}
          />
        ))}
      </Stack>
    </>
  );
}

/** Events in the failure queue of the agent. */
function useFailed(agentId: string | undefined): number {
  const params = { path: { agentId: agentId ?? '' } };
  const summary = useGet('/agents/{agentId}/failures/summary', {
    params,
    everyMs: LOOK_EVERY_MS,
    isAsked: Boolean(agentId),
  });
  return summary.data?.total ?? 0;
}

function Failed({ count }: { count: number }) {
  return (
    <Badge color="red" variant="light" size="sm">
      {count.toLocaleString('en')}
    </Badge>
  );
}
