/** Leads to the versions, and says which is live and whether the draft differs from it. */
import type { Agent } from '@model/agent.ts';
import { IconVersions } from '@tabler/icons-react';
import { LinkButton } from '../links.tsx';
import { distance, isExplicit, mainVersion, useDiff, useFreshDraft } from './use-versions.ts';

export function VersionsButton({ agent }: { agent: Agent }) {
  const { agentId, rollout } = agent;
  const main = isExplicit(agent) ? mainVersion(agent) : undefined;
  const { data: diff } = useDiff(agentId, main, undefined);
  useFreshDraft(agentId, diff);
  const others = (rollout?.shares.length ?? 0) > 1 ? ' and another' : '';
  const live = main === undefined ? 'Versions' : `Version ${main}${others} live`;
  const changes = diff ? distance(diff) : 0;
  const told = changes > 0 ? `, ${changes} ${changes === 1 ? 'change' : 'changes'} unpublished` : '';
  return (
    <LinkButton
      variant="default"
      leftSection={<IconVersions size={16} />}
      to="/agents/$agentId/flow/{-$stateId}"
      params={{ agentId, stateId: undefined }}
      search={{ panel: 'versions' }}
      resetScroll={false}
    >
      {live}
      {told}
    </LinkButton>
  );
}
