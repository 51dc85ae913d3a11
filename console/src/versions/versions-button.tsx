/** Leads to the versions, and says which is live and whether the draft differs from it. */
import { Badge, VisuallyHidden } from '@mantine/core';
import type { Agent } from '@model/agent.ts';
import { IconVersions } from '@tabler/icons-react';
import { LinkButton } from '../links.tsx';
import { texts } from '../texts/texts.ts';
import { distance, isExplicit, mainVersion, useDiff, useFreshDraft } from './use-versions.ts';

export function VersionsButton({ agent }: { agent: Agent }) {
  const { agentId, rollout } = agent;
  const main = isExplicit(agent) ? mainVersion(agent) : undefined;
  const { data: diff } = useDiff(agentId, main, undefined);
  useFreshDraft(agentId, diff);
  const { title, live, liveWithAnother, unpublished } = texts.versions;
  const hasOthers = (rollout?.shares.length ?? 0) > 1;
  const where = main === undefined ? title : hasOthers ? liveWithAnother(main) : live(main);
  const changes = diff ? distance(diff) : 0;
  return (
    // A number alone is seen: it comes while somebody types, and words would break the line and move the page.
    <LinkButton
      title={changes > 0 ? unpublished(changes) : undefined}
      variant="default"
      leftSection={<IconVersions size={16} />}
      to="/agents/$agentId/flow/{-$stateId}"
      params={{ agentId, stateId: undefined }}
      search={{ panel: 'versions' }}
      resetScroll={false}
    >
      {where}
      {changes > 0 && (
        <>
          <Badge ml={6} size="sm" circle={changes < 10} variant="light" aria-hidden>
            {changes}
          </Badge>
          <VisuallyHidden>{unpublished(changes)}</VisuallyHidden>
        </>
      )}
    </LinkButton>
  );
}
