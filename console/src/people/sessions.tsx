/** Sessions of the console: one's own, for an owner everybody's. */
import { Stack, Table, Text, Title } from '@mantine/core';
import type { ConsoleSession } from '@model/console-session.ts';
import { api } from '../api.ts';
import { ActionTable } from '../pieces/action-table.tsx';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { Time } from '../pieces/time.tsx';
import { useChange, useList } from '../queries.ts';
import { texts } from '../texts/texts.ts';

export function Sessions() {
  const sessions = useList('/sessions', 'sessions');
  return (
    <Stack component="section" gap="md" aria-labelledby="sessions">
      <div>
        <Title order={2} id="sessions">
          {texts.people.sessions}
        </Title>
        <Text c="dimmed" size="sm">
          {texts.people.whatSessions}
        </Text>
      </div>
      <Loaded of={sessions}>{(rows) => <Rows rows={rows} />}</Loaded>
      <MoreButton of={sessions} />
    </Stack>
  );
}

function Rows({ rows }: { rows: ConsoleSession[] }) {
  const ending = useChange(
    (sessionId: string) => api.DELETE('/sessions/{sessionId}', { params: { path: { sessionId } } }),
    { refreshes: ['/sessions'] },
  );
  return (
    <ActionTable minWidth={640} heads={[texts.people.who, texts.people.browser, texts.people.from, texts.people.since]}>
      {rows.map(({ sessionId, person, userAgent, address, createdAt }) => (
        <Table.Tr key={sessionId}>
          <Table.Td>{person?.name ?? texts.shell.operatorKey}</Table.Td>
          <Table.Td maw={280}>
            <Text size="sm" lineClamp={2}>
              {userAgent ?? texts.people.unknownBrowser}
            </Text>
          </Table.Td>
          <Table.Td>{address}</Table.Td>
          <Table.Td>
            <Time at={createdAt} />
          </Table.Td>
          <Table.Td ta="right">
            <ConfirmButton
              size="xs"
              title={texts.people.askEnd}
              consequence={texts.people.endEffect}
              confirm={texts.people.end}
              onConfirm={() => ending.mutateAsync(sessionId)}
            >
              {texts.people.end}
            </ConfirmButton>
          </Table.Td>
        </Table.Tr>
      ))}
    </ActionTable>
  );
}
