/** What one does with a whole flow now and then: its tests, its counts, a replay. */
import { Button, Menu } from '@mantine/core';
import { IconChartDots, IconDots, IconHistory, IconTestPipe } from '@tabler/icons-react';
import { LinkMenuItem } from '../links.tsx';
import { texts } from '../texts/texts.ts';

export function MoreLinks({ agentId }: { agentId: string }) {
  const to = '/agents/$agentId/flow/{-$stateId}';
  const flow = { to, params: { agentId, stateId: undefined }, resetScroll: false } as const;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDots size={16} />}>
          {texts.state.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <LinkMenuItem {...flow} leftSection={<IconTestPipe size={16} />} search={{ panel: 'tests' }}>
          {texts.state.tests}
        </LinkMenuItem>
        <LinkMenuItem {...flow} leftSection={<IconChartDots size={16} />} search={{ panel: 'funnel' }}>
          {texts.funnel.counts}
        </LinkMenuItem>
        <LinkMenuItem
          leftSection={<IconHistory size={16} />}
          to="/agents/$agentId/replay/{-$replayId}"
          params={{ agentId, replayId: undefined }}
        >
          {texts.state.replay}
        </LinkMenuItem>
      </Menu.Dropdown>
    </Menu>
  );
}
