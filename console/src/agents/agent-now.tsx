/** How an agent is at the moment: what waits, what failed, what the platform or its webhooks refuse. */
import { Paper, SimpleGrid, Stack, Title } from '@mantine/core';
import type { Overview } from '@model/overview.ts';
import { LinkText } from '../links.tsx';
import { Figure } from '../pieces/figure.tsx';
import { useGet } from '../queries.ts';
import { Attention } from '../start/attention.tsx';
import { Pending, waiting } from '../start/backlogs.tsx';
import { number, texts } from '../texts/texts.ts';

const LOOK_EVERY_MS = 5_000;
const NOTHING = { inbox: 0, inboxOldestSeconds: 0, outbox: 0, forwarding: 0, retrying: 0 };

export function AgentNow({ agentId }: { agentId: string }) {
  const { data: overview } = useGet('/overview', { everyMs: LOOK_EVERY_MS });
  // The same request as that of the navigation: the two numbers agree.
  const params = { path: { agentId } };
  const failures = useGet('/agents/{agentId}/failures/summary', { params, everyMs: LOOK_EVERY_MS });
  if (!overview) return null;
  const own = onlyOf(overview, agentId);
  const { inbox, inboxOldestSeconds, outbox, forwarding, retrying } = own.backlogs[0] ?? NOTHING;
  const { backlog } = texts.start;
  return (
    <Stack gap="lg">
      <Attention overview={own} />
      <Paper withBorder p="md" bg="var(--console-surface)" component="section" aria-label={texts.start.waiting}>
        <Title order={2} mb="sm">
          {texts.start.waiting}
        </Title>
        <SimpleGrid component="dl" cols={{ base: 2, sm: 3 }} spacing="sm" m={0}>
          <Figure name={backlog.inbox} {...(inbox > 0 && { note: texts.start.oldest(inboxOldestSeconds) })}>
            {waiting(inbox)}
          </Figure>
          <Figure name={backlog.outbox}>{waiting(outbox)}</Figure>
          <Figure name={backlog.forwarding}>
            <Pending agentId={agentId} count={forwarding} />
          </Figure>
          <Figure name={backlog.retrying}>
            <Pending agentId={agentId} count={retrying} />
          </Figure>
          <Figure name={texts.endpoints.failed}>
            <LinkText underline="always" to="/agents/$agentId/failures" params={{ agentId }}>
              {number(failures.data?.total ?? 0)}
            </LinkText>
          </Figure>
        </SimpleGrid>
      </Paper>
    </Stack>
  );
}

/** The part of the overview that is about one agent. */
function onlyOf(overview: Overview, agentId: string): Overview {
  const own = <Row extends { agentId: string }>(rows: Row[]) => rows.filter((row) => row.agentId === agentId);
  const { backlogs, throttled, failures, breakers, refusing, stopped } = overview;
  return {
    ...overview,
    backlogs: own(backlogs),
    throttled: own(throttled),
    failures: own(failures),
    breakers: own(breakers),
    refusing: own(refusing),
    stopped: own(stopped),
    // What belongs to no agent is on the start page.
    deadLetters: 0,
    lanes: 0,
  };
}
