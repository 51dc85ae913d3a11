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
import { number, texts } from '../texts/texts.ts';

export default function ConversationsPage() {
  const { agentId } = useParams({ from: '/agents/$agentId/conversations' });
  const conversations = useList('/agents/{agentId}/conversations', 'conversations', { params: { path: { agentId } } });
  return (
    <AgentPage title={texts.shell.conversations}>
      <Loaded of={conversations}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<IconMessages />} title={texts.trace.none}>
              {texts.trace.noneReason}
            </EmptyState>
          ) : (
            <Table.ScrollContainer minWidth={480}>
              <Table verticalSpacing="sm">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{texts.pieces.phoneNumber}</Table.Th>
                    <Table.Th>{texts.pieces.state}</Table.Th>
                    <Table.Th>{texts.trace.turns}</Table.Th>
                    <Table.Th>{texts.trace.lastActive}</Table.Th>
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
                      <Table.Td>{number(turnCount)}</Table.Td>
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
