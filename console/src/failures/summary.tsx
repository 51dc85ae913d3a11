/** The failure queue by reason: what it usually means, where to look, and a link that narrows the list below to it. */
import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import type { EndpointHealth, FailureGroup, FailureSummary } from '@model/failure-summary.ts';
import { LinkText } from '../links.tsx';
import { Time } from '../pieces/time.tsx';
import type { FailureSearch } from '../search.ts';
import { GroupActions } from './group-actions.tsx';

type Props = { agentId: string; summary: FailureSummary; search: FailureSearch; isBusy: boolean };

export function Summary({ agentId, summary, search, isBusy }: Props) {
  const { groups, endpoints } = summary;
  return (
    <Stack gap="sm">
      {endpoints.map((endpoint) => (
        <Endpoint key={endpoint.agentId} endpoint={endpoint} />
      ))}
      <Stack component="ul" aria-label="Reasons" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {groups.map((group) => (
          <Paper component="li" key={group.reason} withBorder p="sm" bg="var(--console-surface)">
            <Group justify="space-between" align="flex-start" gap="sm">
              <Reason agentId={agentId} group={group} search={search} />
              <GroupActions
                agentId={agentId}
                which={{ ...search, reason: group.reason }}
                count={group.count}
                isBusy={isBusy}
              />
            </Group>
          </Paper>
        ))}
      </Stack>
    </Stack>
  );
}

function Reason({ agentId, group, search }: { agentId: string; group: FailureGroup; search: FailureSearch }) {
  const { reason: chosen, ...time } = search;
  const isChosen = group.reason === chosen;
  const { reason, count, since, until, usually, check } = group;
  return (
    <Stack gap={2} flex="1 1 16rem" miw={0}>
      <Group gap="xs">
        <Badge color="red" variant="light">
          {count.toLocaleString('en')}
        </Badge>
        <LinkText
          to="/agents/$agentId/failures"
          params={{ agentId }}
          search={isChosen ? time : { ...time, reason }}
          underline="always"
          aria-current={isChosen ? 'true' : undefined}
          style={{ overflowWrap: 'anywhere' }}
          fw={isChosen ? 700 : undefined}
        >
          {reason}
        </LinkText>
        <Text size="sm" c="dimmed">
          <Time at={since} /> to <Time at={until} />
        </Text>
      </Group>
      <Text size="sm">
        {usually} <b>Check:</b> {check}
      </Text>
    </Stack>
  );
}

function Endpoint({ endpoint }: { endpoint: EndpointHealth }) {
  const { url, breaker, openSince, refusingSince, lastAcceptedAt } = endpoint;
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {url === null ? 'The agent has no webhook.' : <b>{url}</b>}{' '}
      {breaker === 'open' && openSince !== null && (
        <>
          keeps failing since <Time at={openSince} />.{' '}
        </>
      )}
      {refusingSince !== null && (
        <>
          has answered nothing but 4xx since <Time at={refusingSince} />.{' '}
        </>
      )}
      {lastAcceptedAt !== null && (
        <>
          It last accepted an event <Time at={lastAcceptedAt} />.
        </>
      )}
    </Text>
  );
}
