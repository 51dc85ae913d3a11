/** The flow of an agent: its states. */

import { List } from '@mantine/core';
import type { StateBody } from '@model/state.ts';
import { IconSchema } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { pathOf } from '../api.ts';
import { LinkText } from '../links.tsx';
import { AgentPage } from '../pieces/agent-page.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { useList } from '../queries.ts';

type State = StateBody & { stateId: string };

export default function FlowPage() {
  const { agentId } = useParams({ from: '/agents/$agentId/flow' });
  const states = useList<State>(pathOf`/agents/${agentId}/states`, 'states');
  return (
    <AgentPage title="Flow">
      <Loaded of={states}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<IconSchema />} title="No states yet">
              A state is one message of a flow. Push a folder of them with <code>parley states push</code>.
            </EmptyState>
          ) : (
            <List>
              {rows.map(({ stateId }) => (
                <List.Item key={stateId}>
                  <LinkText to="/agents/$agentId/flow/$stateId" params={{ agentId, stateId }}>
                    {stateId}
                  </LinkText>
                </List.Item>
              ))}
            </List>
          )
        }
      </Loaded>
      <MoreButton of={states} />
    </AgentPage>
  );
}
