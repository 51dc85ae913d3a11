/** Navigation: everywhere, and within the agent whose pages are shown. */
import { AppShell, Badge, Divider, Group, NavLink, ScrollArea, Stack, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconApi,
  IconBook,
  IconBuildingStore,
  IconDeviceMobile,
  IconExternalLink,
  IconGauge,
  IconHistory,
  IconHome,
  IconKey,
  IconListDetails,
  IconMessages,
  IconPlug,
  IconSchema,
  IconSettings,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { useAgent, useAgentId } from '../agent.ts';
import { LinkItem } from '../links.tsx';
import { ModeBadge } from '../pieces/mode-badge.tsx';
import { useGet } from '../queries.ts';
import { useMay } from '../session.ts';
import { number, texts } from '../texts/texts.ts';

const GLOBAL = [
  { to: '/', label: texts.shell.start, icon: IconHome },
  { to: '/brands', label: texts.shell.brands, icon: IconBuildingStore },
  { to: '/connectors', label: texts.shell.connectors, icon: IconPlug },
  { to: '/developer', label: texts.shell.developer, icon: IconKey },
  { to: '/people', label: texts.people.people, icon: IconUsers },
  { to: '/audit-log', label: texts.shell.auditLog, icon: IconHistory },
] as const;

const AGENT = [
  { to: '/agents/$agentId', label: texts.shell.overview, icon: IconGauge, exact: true },
  { to: '/agents/$agentId/flow/{-$stateId}', label: texts.shell.flow, icon: IconSchema, exact: false },
  { to: '/agents/$agentId/phone/{-$phoneNumber}', label: texts.shell.phone, icon: IconDeviceMobile, exact: false },
  {
    to: '/agents/$agentId/conversations/{-$phoneNumber}',
    label: texts.shell.conversations,
    icon: IconMessages,
    exact: false,
  },
  { to: '/agents/$agentId/events', label: texts.shell.events, icon: IconListDetails, exact: true },
  { to: '/agents/$agentId/endpoints', label: texts.endpoints.title, icon: IconWebhook, exact: true },
  { to: '/agents/$agentId/failures', label: texts.shell.failures, icon: IconAlertTriangle, exact: true },
  { to: '/agents/$agentId/settings', label: texts.agents.settings, icon: IconSettings, exact: true },
] as const;

/** How often the failures are counted: as often as on the pages that count them too. */
const LOOK_EVERY_MS = 5_000;

const ICON = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

export function Navigation() {
  const seesPeople = useMay('listPeople');
  return (
    <AppShell.Section grow component={ScrollArea}>
      <Stack component="nav" gap={2} aria-label={texts.shell.console}>
        {GLOBAL.filter(({ to }) => to !== '/people' || seesPeople).map(({ to, label, icon: Icon }) => (
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
          label={texts.shell.guides}
          leftSection={<IconBook {...ICON} />}
          rightSection={<IconExternalLink {...ICON} size={14} />}
        />
        <NavLink
          href="/docs"
          target="_blank"
          rel="noreferrer"
          label={texts.shell.reference}
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
      <Stack component="nav" gap={2} aria-label={texts.shell.agent}>
        {AGENT.map(({ to, label, icon: Icon, exact }) => (
          <LinkItem
            key={to}
            to={to}
            params={{ agentId, phoneNumber: undefined, stateId: undefined }}
            label={label}
            leftSection={<Icon {...ICON} />}
            rightSection={to === '/agents/$agentId/failures' && failed > 0 ? <Failed count={failed} /> : undefined}
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
      {number(count)}
    </Badge>
  );
}
