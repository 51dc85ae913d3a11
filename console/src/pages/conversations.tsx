/** The conversations of an agent, the latest first. */

import { Table } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { LinkText } from '../links.tsx';
import { AgentPage } from '../pieces/agent-page.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { Time } from '../pieces/time.tsx';
import { useList } from '../queries.ts';

export default function ConversationsPage() {
  const { agentId } = useParams({ from: '/agents/$agentId/conversations' });
  const conversations = useList('/agents/{agentId}/conversations', 'conversations', { params: { path: { agentId } } });
  return (
    <AgentPage title="Conversations">
      <Loaded of={conversations}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<IconMessages />} title="No conversations yet">
              A conversation begins when a state is sent to a phone number, or when somebody messages the agent.
            </EmptyState>
          ) : (
            <Table.ScrollContainer minWidth={480}>
              <Table verticalSpacing="sm">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Phone number</Table.Th>
                    <Table.Th>State</Table.Th>
                    <Table.Th>Turns</Table.Th>
                    <Table.Th>Last active</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map(({ phoneNumber, stateId, turnCount, updatedAt }) => (
                    <Table.Tr key={phoneNumber}>
                      <Table.Td>
                        <LinkText to="/agents/$agentId/conversations/$phoneNumber" params={{ agentId, phoneNumber }}>
                          {phoneNumber}
                        </LinkText>
                      </Table.Td>
                      <Table.Td>{stateId ?? '–'}</Table.Td>
                      <Table.Td>{turnCount}</Table.Td>
                      <Table.Td>
                        <Time at={updatedAt} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </Loaded>
      <MoreButton of={conversations} />
    </AgentPage>
  );
}
