/** What is beside the graph of a flow, unless a state is edited there. To add one: a line here and in `search.ts`. */
import { useNavigate } from '@tanstack/react-router';
import { FunnelPanel } from '../funnel/funnel-panel.tsx';
import { PlayPanel } from '../play/play-panel.tsx';
import type { FlowSearch } from '../search.ts';
import { TestsPanel } from '../tests/tests-panel.tsx';
import { VersionsPanel } from '../versions/versions-panel.tsx';
import type { PanelProps } from './panel.ts';

const PANELS = { play: PlayPanel, versions: VersionsPanel, tests: TestsPanel, funnel: FunnelPanel };

type Props = Omit<PanelProps, 'onSearch'> & { panel: keyof typeof PANELS };

export function FlowPanel({ panel, ...props }: Props) {
  const navigate = useNavigate();
  const { agentId } = props.agent;
  const Panel = PANELS[panel];
  const onSearch = (next: FlowSearch) =>
    navigate({
      to: '/agents/$agentId/flow/{-$stateId}',
      params: { agentId, stateId: undefined },
      search: next,
      resetScroll: false,
    });
  return <Panel {...props} onSearch={onSearch} />;
}
