/** What one can do with a whole flow besides editing it: its tests, its counts, a replay. */
import { IconChartDots, IconHistory, IconTestPipe } from '@tabler/icons-react';
import { LinkButton } from '../links.tsx';

export function FlowLinks({ agentId }: { agentId: string }) {
  const to = '/agents/$agentId/flow/{-$stateId}';
  const flow = { variant: 'default', to, params: { agentId, stateId: undefined }, resetScroll: false } as const;
  return (
    <>
      <LinkButton {...flow} leftSection={<IconTestPipe size={16} />} search={{ panel: 'tests' }}>
        Tests
      </LinkButton>
      <LinkButton {...flow} leftSection={<IconChartDots size={16} />} search={{ panel: 'funnel' }}>
        Counts
      </LinkButton>
      <LinkButton
        variant="default"
        leftSection={<IconHistory size={16} />}
        to="/agents/$agentId/replay/{-$replayId}"
        params={{ agentId, replayId: undefined }}
      >
        Replay
      </LinkButton>
    </>
  );
}
