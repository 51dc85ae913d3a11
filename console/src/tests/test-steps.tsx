/** The steps of a flow test in order, with what was expected and what happened at the one that failed. */
import { Stack, Text } from '@mantine/core';
import type { FlowTest } from '@model/flow-test.ts';
import { useEffect, useRef } from 'react';
import type { Schemas } from '#client';
import { NamedJson } from '../pieces/named-json.tsx';
import { texts } from '../texts/texts.ts';
import { stepInWords } from './step-words.ts';

type Failure = NonNullable<Schemas['SuiteResult']['tests'][number]['failure']>;

/** Before and after the failed one: a test may have a thousand. */
const NEAR = 10;

export function TestSteps({ test, failure }: { test: FlowTest; failure?: Failure | undefined }) {
  const failed = useRef<HTMLLIElement>(null);
  useEffect(() => failed.current?.focus(), []);
  const at = failure ? failure.step - 1 : 0;
  const first = Math.max(0, at - NEAR);
  const shown = test.steps.slice(first, at + NEAR + 1);
  const more = test.steps.length - first - shown.length;
  return (
    <Stack gap="xs">
      {first > 0 && (
        <Text size="sm" c="dimmed">
          {texts.tests.stepsBefore(first)}
        </Text>
      )}
      <ol start={first + 1} style={{ margin: 0, fontSize: 'var(--mantine-font-size-sm)' }}>
        {shown.map((step, index) => {
          const isFailed = failure !== undefined && first + index === at;
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is nothing but its place
              key={index}
              {...(isFailed && { ref: failed, tabIndex: -1, 'aria-current': 'step' as const })}
              style={{ overflowWrap: 'anywhere', fontWeight: isFailed ? 600 : undefined }}
            >
              {stepInWords(step)}
              {isFailed && <Failed failure={failure} />}
            </li>
          );
        })}
      </ol>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {texts.tests.stepsAfter(more)}
        </Text>
      )}
    </Stack>
  );
}

function Failed({ failure: { faults, happened } }: { failure: Failure }) {
  return (
    <Stack gap="xs" fw={400} my="xs">
      {faults.map(({ path, message, expected, actual }) => (
        <Stack gap={4} key={`${path} ${message}`}>
          <Text size="sm" c="var(--mantine-color-error)">
            {message} <code>{path}</code>
          </Text>
          {expected !== undefined && <NamedJson name={texts.tests.expected} value={expected} />}
          {actual !== undefined && <NamedJson name={texts.tests.butWas} value={actual} />}
        </Stack>
      ))}
      <Text size="sm" fw={600}>
        {texts.tests.happened}
      </Text>
      <ul style={{ margin: 0, paddingInlineStart: '1.2rem' }}>
        {happened.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Stack>
  );
}
