/** What waits, by agent: turns to be taken, messages for the platform, events for webhooks. Numbers lead to what they count. */
import { Paper, Stack, Text, Title } from '@mantine/core';
import type { Overview } from '@model/overview.ts';
import { LinkText } from '../links.tsx';
import { counted } from '../pieces/counted.ts';
import { texts } from '../texts/texts.ts';
import css from './backlogs.module.css';

export function Backlogs({ rows }: { rows: Overview['backlogs'] }) {
  return (
    <Paper withBorder p="md" bg="var(--console-surface)" component="section" aria-label={texts.start.waiting}>
      <Stack gap="xs">
        <Title order={2}>{texts.start.waiting}</Title>
        {rows.length === 0 ? (
          <Text c="dimmed">{texts.start.nothingWaits}</Text>
        ) : (
          <div className={css['scroll']}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{texts.shell.agent}</th>
                  {Object.values(texts.start.backlog).map((kind) => (
                    <th key={kind} scope="col">
                      {kind}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <Row key={row.agentId} row={row} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Stack>
    </Paper>
  );
}

function Row({ row }: { row: Overview['backlogs'][number] }) {
  const { agentId, name, inbox, inboxOldestSeconds, outbox, forwarding, retrying } = row;
  return (
    <tr>
      <th scope="row">
        <LinkText to="/agents/$agentId" params={{ agentId }}>
          {name}
        </LinkText>
      </th>
      <td>
        {waiting(inbox)}
        {inbox > 0 && (
          <Text size="xs" c="dimmed">
            {texts.start.oldest(inboxOldestSeconds)}
          </Text>
        )}
      </td>
      <td>{waiting(outbox)}</td>
      <td>
        <Pending agentId={agentId} count={forwarding} />
      </td>
      <td>
        <Pending agentId={agentId} count={retrying} />
      </td>
    </tr>
  );
}

/** Of events that are still to be forwarded. */
export function Pending({ agentId, count }: { agentId: string; count: number }) {
  if (count === 0) return waiting(count);
  return (
    <LinkText underline="always" to="/agents/$agentId/events" params={{ agentId }} search={{ status: 'PENDING' }}>
      {waiting(count)}
    </LinkText>
  );
}

/** The service counts no further. */
const MAX_COUNTED = 100_000;

export const waiting = (count: number) => counted(count, MAX_COUNTED);
