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
import { TestRow } from './test-row.tsx';

type SuiteResult = Schemas['SuiteResult'];

export function TestsPanel({ agent: { agentId }, search, onSearch, unsaved }: PanelProps) {
  const tests = useList('/agents/{agentId}/tests', 'tests', { params: { path: { agentId } } });
  const run = useChange(
    () => api.POST('/agents/{agentId}/test-runs', { params: { path: { agentId } }, body: { version: 'draft' } }),
    { refreshes: [], quiet: true },
  );
  return (
    <SidePanel title="Tests" onClose={() => onSearch({})}>
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
                  Run against the draft
                </Button>
                <Text size="sm" role="status">
                  {run.data && told(run.data)}
                </Text>
              </Group>
              <ProblemAlert error={run.error} />
              <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Tests">
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

function told({ passed, failed, skipped, steps }: SuiteResult): string {
  const rest = skipped > 0 ? `, ${skipped} skipped` : '';
  return `${passed} passed, ${failed} failed${rest}, ${steps.toLocaleString('en')} ${steps === 1 ? 'step' : 'steps'}`;
}

function failedFirst<Row extends { testId: string }>(rows: Row[], result: SuiteResult | undefined): Row[] {
  const failed = new Set(result?.tests.flatMap(({ testId, failure }) => (failure && testId ? testId : [])));
  return rows.toSorted((a, b) => Number(failed.has(b.testId)) - Number(failed.has(a.testId)));
}

function NoTests({ agentId }: { agentId: string }) {
  return (
    <Text size="sm">
      A test says what happens to the flow and what it must answer, and runs before each publication. The quickest way
      to one is a{' '}
      <LinkText underline="always" to="/agents/$agentId/conversations" params={{ agentId }}>
        conversation
      </LinkText>
      : open it and make a test of it.
    </Text>
  );
}

function Coverage(props: { agentId: string; search: FlowSearch; coverage: SuiteResult['coverage'] }) {
  const { agentId, search, coverage } = props;
  const { states, transitions, chips } = coverage;
  return (
    <Stack gap={4} component="section" aria-label="Reached">
      <Title order={3}>Reached</Title>
      <Text size="sm">
        {states.covered} of {states.of} states, {transitions.covered} of {transitions.of} transitions, {chips.covered}{' '}
        of {chips.of} chips
      </Text>
      {states.missing.length > 0 && (
        <Text size="sm">
          No test enters{' '}
          {states.missing.map((stateId, index) => (
            <span key={stateId}>
              {index > 0 && ', '}
              <StateLink {...{ agentId, search, stateId }} />
            </span>
          ))}
          .
        </Text>
      )}
    </Stack>
  );
}
