/** One flow test: whether it passed, and opened, its steps; a failed one opens at the step that differs. */
import { Badge, Group, Paper, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { FlowTest } from '@model/flow-test.ts';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { Schemas } from '#client';
import { Loaded } from '../pieces/loaded.tsx';
import { useGet } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { TestSteps } from './test-steps.tsx';

type Result = Schemas['SuiteResult']['tests'][number];
type Props = { agentId: string; testId: string; title: string; steps: number; result: Result | undefined };

export function TestRow({ agentId, testId, title, steps, result }: Props) {
  const [isOpen, { toggle }] = useDisclosure();
  const { failure } = result ?? {};
  return (
    <Paper withBorder component="li" bg="var(--console-surface)">
      <UnstyledButton onClick={toggle} aria-expanded={isOpen} w="100%" p="sm">
        <Group gap="xs" wrap="nowrap">
          {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
          <Text size="sm" flex={1} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          {result && (
            <Badge variant="light" color={result.passed ? 'green' : 'red'} style={{ flexShrink: 0 }}>
              {result.passed ? texts.tests.passed : failure ? texts.tests.failedAt(failure.step) : texts.tests.skipped}
            </Badge>
          )}
          {!result && (
            <Text size="sm" c="dimmed" style={{ flexShrink: 0 }}>
              {texts.tests.steps(steps)}
            </Text>
          )}
        </Group>
      </UnstyledButton>
      {isOpen && <Opened {...{ agentId, testId }} failure={failure} />}
    </Paper>
  );
}

function Opened(props: { agentId: string; testId: string; failure: Result['failure'] }) {
  const { agentId, testId, failure } = props;
  const test = useGet('/agents/{agentId}/tests/{testId}', { params: { path: { agentId, testId } } });
  return (
    <div style={{ padding: '0 12px 12px' }}>
      <Loaded of={test}>{(found) => <TestSteps test={found as FlowTest} failure={failure} />}</Loaded>
    </div>
  );
}
