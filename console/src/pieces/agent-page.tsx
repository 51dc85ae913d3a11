/** The frame of every page of an agent: `Page`, with the agent in its breadcrumbs. */
import type { ComponentProps } from 'react';
import { useAgent, useAgentId } from '../agent.ts';
import { LinkText } from '../links.tsx';
import { texts } from '../texts/texts.ts';
import { Page } from './page.tsx';

export function AgentPage({ breadcrumbs = [], ...props }: ComponentProps<typeof Page>) {
  const agentId = useAgentId();
  const { data: agent } = useAgent();
  const here = [
    <LinkText key="brands" to="/brands">
      {texts.shell.brands}
    </LinkText>,
    <LinkText key="agent" to="/agents/$agentId" params={{ agentId }}>
      {agent?.name ?? agentId}
    </LinkText>,
  ];
  return <Page breadcrumbs={[...here, ...breadcrumbs]} {...props} />;
}
