/** The flow tests of an agent, run against the draft: which pass, where one fails, and what none of them reaches. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { Schemas } from '#client';
import { api } from '../api.ts';
import type { PanelProps } from '../flow/panel.ts';
import { StateLink } from '../flow/state-link.tsx';
import { UnsavedNote } from '../flow/unsaved-note.tsx';
import { LinkText } from '../links.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { SidePanel } from '../pieces/side-panel.tsx';
import { useChange, useList } from '../queries.ts';
import type { FlowSearch } from '../search.ts';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';
import { TestRow } from './test-row.tsx';

type SuiteResult = Schemas['SuiteResult'];

export function TestsPanel({ agent: { agentId }, search, onSearch, unsaved }: PanelProps) {
  const tests = useList('/agents/{agentId}/tests', 'tests', { params: { path: { agentId } } });
  const run = useChange(
    () => api.POST('/agents/{agentId}/test-runs', { params: { path: { agentId } }, body: { version: 'draft' } }),
    { refreshes: [], quiet: true },
  );
  return (
    <SidePanel title={texts.pieces.tests} onClose={() => onSearch({})}>
      <UnsavedNote count={unsaved} />
      <Loaded of={tests}>
        {(rows) =>
          rows.length === 0 ? (
            <NoTests agentId={agentId} />
          ) : (
            <>
              <Group gap="sm">
                <Button
                  size="xs"
                  leftSection={<IconPlayerPlay size={14} />}
                  loading={run.isPending}
                  onClick={() => run.mutate(undefined)}
                >
                  {texts.tests.run}
                </Button>
                <Text size="sm" role="status">
                  {run.data && texts.tests.told(run.data.passed, run.data.failed, run.data.skipped, run.data.steps)}
                </Text>
              </Group>
              <ProblemAlert error={run.error} />
              <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={texts.pieces.tests}>
                {failedFirst(rows, run.data).map(({ testId, title, steps }) => (
                  <TestRow
                    key={testId}
                    {...{ agentId, testId, title, steps }}
                    result={run.data?.tests.find((each) => each.testId === testId)}
                  />
                ))}
              </Stack>
              <MoreButton of={tests} />
              {run.data && <Coverage {...{ agentId, search }} coverage={run.data.coverage} />}
            </>
          )
        }
      </Loaded>
    </SidePanel>
  );
}

function failedFirst<Row extends { testId: string }>(rows: Row[], result: SuiteResult | undefined): Row[] {
  const failed = new Set(result?.tests.flatMap(({ testId, failure }) => (failure && testId ? testId : [])));
  return rows.toSorted((a, b) => Number(failed.has(b.testId)) - Number(failed.has(a.testId)));
}

function NoTests({ agentId }: { agentId: string }) {
  return (
    <Text size="sm">
      {parts(texts.tests.none, {
        conversation: (
          <LinkText
            underline="always"
            to="/agents/$agentId/conversations/{-$phoneNumber}"
            params={{ agentId, phoneNumber: undefined }}
          >
            {texts.tests.conversation}
          </LinkText>
        ),
      })}
    </Text>
  );
}

function Coverage(props: { agentId: string; search: FlowSearch; coverage: SuiteResult['coverage'] }) {
  const { agentId, search, coverage } = props;
  const { states, transitions, chips } = coverage;
  return (
    <Stack gap={4} component="section" aria-label={texts.tests.reached}>
      <Title order={3}>{texts.tests.reached}</Title>
      <Text size="sm">
        {texts.tests.reachedStates(states.covered, states.of)},{' '}
        {texts.tests.reachedTransitions(transitions.covered, transitions.of)},{' '}
        {texts.tests.reachedChips(chips.covered, chips.of)}
      </Text>
      {states.missing.length > 0 && (
        <Text size="sm">
          {parts(texts.tests.notEntered, {
            states: states.missing.map((stateId, index) => (
              <span key={stateId}>
                {index > 0 && ', '}
                <StateLink {...{ agentId, search, stateId }} />
              </span>
            )),
          })}
        </Text>
      )}
    </Stack>
  );
}
