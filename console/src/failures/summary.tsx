/** The failure queue by reason: what it usually means, where to look, and a link that narrows the list below to it. */
import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import type { EndpointHealth, FailureGroup, FailureSummary } from '@model/failure-summary.ts';
import type { ReactNode } from 'react';
import { troubleOf } from '../endpoints/trouble.ts';
import { LinkText } from '../links.tsx';
import { Time } from '../pieces/time.tsx';
import type { FailureSearch } from '../search.ts';
import { parts } from '../texts/parts.tsx';
import { number, texts } from '../texts/texts.ts';
import { GroupActions } from './group-actions.tsx';

type Props = { agentId: string; summary: FailureSummary; search: FailureSearch; isBusy: boolean };

export function Summary({ agentId, summary, search, isBusy }: Props) {
  const { groups, endpoints } = summary;
  return (
    <Stack gap="sm">
      {endpoints.map((endpoint) => (
        <Endpoint key={endpoint.endpointId} endpoint={endpoint} isOne={endpoints.length === 1} search={search} />
      ))}
      <Stack component="ul" aria-label={texts.failures.reasons} gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
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
          {number(count)}
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
          {parts(texts.failures.span, { since: <Time at={since} />, until: <Time at={until} /> })}
        </Text>
      </Group>
      <Text size="sm">
        {usually} <b>{texts.failures.checkThis}</b> {check}
      </Text>
    </Stack>
  );
}

/** Where there are several, each leads to its own failures. */
function Endpoint(props: { endpoint: EndpointHealth; isOne: boolean; search: FailureSearch }) {
  const { endpoint, isOne, search } = props;
  const { agentId, endpointId, url, lastAcceptedAt } = endpoint;
  const { endpointId: shown = null, reason: _of, ...time } = search;
  const isShown = shown === endpointId;
  const webhook = isOne ? (
    <b>{url}</b>
  ) : (
    <LinkText
      to="/agents/$agentId/failures"
      params={{ agentId }}
      search={endpointId === null ? time : { ...time, endpointId }}
      underline="always"
      aria-current={isShown ? 'true' : undefined}
      fw={isShown ? 700 : undefined}
    >
      {url}
    </LinkText>
  );
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {url === null ? texts.failures.noWebhook : <Health endpoint={endpoint} webhook={webhook} />}{' '}
      {lastAcceptedAt !== null && parts(texts.failures.lastAccepted, { when: <Time at={lastAcceptedAt} /> })}
    </Text>
  );
}

function Health({ endpoint, webhook }: { endpoint: EndpointHealth; webhook: ReactNode }) {
  const trouble = troubleOf(endpoint);
  if (trouble) return parts(texts.failures[trouble.kind], { webhook, since: <Time at={trouble.since} /> });
  return webhook;
}
