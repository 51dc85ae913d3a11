/** What one can do with a whole flow besides editing it: its tests, its counts, a replay; and its states as a list. */
import { IconChartDots, IconHistory, IconList, IconPlayerPlay, IconSchema, IconTestPipe } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import { LinkButton } from '../links.tsx';

export function FlowLinks({ agentId }: { agentId: string }) {
  const to = '/agents/$agentId/flow/{-$stateId}';
  const flow = { variant: 'default', to, params: { agentId, stateId: undefined }, resetScroll: false } as const;
  const { stateId } = useParams({ from: to });
  const { view, ...graph } = useSearch({ from: to });
  const isList = view === 'list';
  return (
    <>
      <LinkButton
        {...flow}
        params={{ agentId, stateId }}
        leftSection={isList ? <IconSchema size={16} /> : <IconList size={16} />}
        search={isList ? graph : { ...graph, view: 'list' }}
      >
        {isList ? 'Graph' : 'List'}
      </LinkButton>
      <LinkButton {...flow} leftSection={<IconPlayerPlay size={16} />} search={{ panel: 'play' }}>
        Play
      </LinkButton>
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
