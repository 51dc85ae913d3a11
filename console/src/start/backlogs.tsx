/** What waits, by agent: turns to be taken, messages for the platform, events for webhooks. Numbers lead to what they count. */
import { Paper, Stack, Table, Text, Title } from '@mantine/core';
import { MAX_WAITING_COUNTED, type Overview } from '@model/overview.ts';
import { LinkText } from '../links.tsx';
import { number, texts } from '../texts/texts.ts';

export function Backlogs({ rows }: { rows: Overview['backlogs'] }) {
  return (
    <Paper withBorder p="md" bg="var(--console-surface)" component="section" aria-label={texts.start.waiting}>
      <Stack gap="xs">
        <Title order={2}>{texts.start.waiting}</Title>
        {rows.length === 0 ? (
          <Text c="dimmed">{texts.start.nothingWaits}</Text>
        ) : (
          <Table.ScrollContainer minWidth={560}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">{texts.shell.agent}</Table.Th>
                  {Object.values(texts.start.backlog).map((kind) => (
                    <Table.Th key={kind} scope="col">
                      {kind}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row) => (
                  <Row key={row.agentId} row={row} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Stack>
    </Paper>
  );
}

function Row({ row }: { row: Overview['backlogs'][number] }) {
  const { agentId, name, inbox, inboxOldestSeconds, outbox, forwarding, retrying } = row;
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <LinkText to="/agents/$agentId" params={{ agentId }}>
          {name}
        </LinkText>
      </Table.Th>
      <Table.Td>
        {counted(inbox)}
        {inbox > 0 && (
          <Text size="xs" c="dimmed">
            {texts.start.oldest(inboxOldestSeconds)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{counted(outbox)}</Table.Td>
      <Table.Td>
        <Pending agentId={agentId} count={forwarding} />
      </Table.Td>
      <Table.Td>
        <Pending agentId={agentId} count={retrying} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Of events that are still to be forwarded. */
export function Pending({ agentId, count }: { agentId: string; count: number }) {
  if (count === 0) return counted(count);
  return (
    <LinkText underline="always" to="/agents/$agentId/events" params={{ agentId }} search={{ status: 'PENDING' }}>
      {counted(count)}
    </LinkText>
  );
}

/** The service counts no further. */
export function counted(count: number): string {
  return count >= MAX_WAITING_COUNTED ? texts.endpoints.orMore(count) : number(count);
}
