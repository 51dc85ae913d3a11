/** What one can do with a whole flow besides editing it: look at it as a list, play it, and more. */
import { IconList, IconPlayerPlay, IconSchema } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import { LinkButton } from '../links.tsx';
import { texts } from '../texts/texts.ts';
import { MoreLinks } from './more-links.tsx';

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
        {isList ? texts.graph.asGraph : texts.graph.list}
      </LinkButton>
      <LinkButton {...flow} leftSection={<IconPlayerPlay size={16} />} search={{ panel: 'play' }}>
        {texts.play.title}
      </LinkButton>
      <MoreLinks agentId={agentId} />
    </>
  );
}
