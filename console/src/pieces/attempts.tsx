/** The attempts to forward an event: how each ended and, unfolded, what it sent. */
import { Code, Group, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ForwardedEvent } from '@model/forwarded-event.ts';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useGet } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { Loaded } from './loaded.tsx';
import { Time } from './time.tsx';

const COLUMNS = 4;

type Attempt = ForwardedEvent['attempts'][number];
/** `endpointId`: of a further endpoint, whose attempts they are; without it, the agent's own webhook. */
export type Whose = { agentId: string; eventId: string; endpointId?: string | undefined };

export function Attempts({ whose, attempts }: { whose: Whose; attempts: Attempt[] }) {
  if (attempts.length === 0) return <Text size="sm">{texts.pieces.noAttempt}</Text>;
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.pieces.attempt}</Table.Th>
            <Table.Th>{texts.pieces.when}</Table.Th>
            <Table.Th>{texts.pieces.took}</Table.Th>
            <Table.Th>{texts.pieces.response}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {attempts.map((attempt, index) => (
            <AttemptRows key={attempt.startedAt} whose={whose} attempt={attempt} number={index + 1} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function AttemptRows({ whose, attempt, number }: { whose: Whose; attempt: Attempt; number: number }) {
  const { startedAt, durationMs, status, error, response } = attempt;
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <UnstyledButton fz="sm" onClick={toggle} aria-expanded={isOpen} aria-label={texts.pieces.whatWasSent(number)}>
            <Group gap={4} wrap="nowrap">
              {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
              {number}
            </Group>
          </UnstyledButton>
        </Table.Td>
        <Table.Td>
          <Time at={startedAt} />
        </Table.Td>
        <Table.Td>{texts.pieces.milliseconds(durationMs)}</Table.Td>
        <Table.Td style={{ overflowWrap: 'anywhere' }}>
          {status !== null && <b>{status} </b>}
          {error}
          {response !== null && <code>{response}</code>}
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={COLUMNS}>
            <Sent whose={whose} startedAt={startedAt} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function Sent({ whose, startedAt }: { whose: Whose; startedAt: string }) {
  const { endpointId, ...path } = whose;
  const event = useGet('/agents/{agentId}/events/{eventId}', {
    params: { path, query: { headers: true, ...(endpointId !== undefined && { endpointId }) } },
  });
  const { data, refetch } = event;
  const request = data?.attempts.find((attempt) => attempt.startedAt === startedAt)?.request;
  const isNewer = data !== undefined && request === undefined;
  useEffect(() => {
    if (isNewer) void refetch();
  }, [isNewer, refetch]);
  return (
    <Loaded of={{ ...event, data: request }}>
      {({ headers, signingTokensChanged }) => (
        <Stack gap={4}>
          <Code block aria-label={texts.pieces.headers}>
            {Object.entries(headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          </Code>
          {signingTokensChanged && (
            <Text size="sm" c="dimmed">
              {texts.pieces.signaturesUnknown}
            </Text>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
