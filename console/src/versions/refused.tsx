/** Why a flow is not published: each finding with a way to its state, each failed test with one to its step. */
import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiProblem } from '#client';
import { keysOf } from '../flow/pointer.ts';
import { StateLink } from '../flow/state-link.tsx';
import { LinkText } from '../links.tsx';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import type { FlowSearch } from '../search.ts';
import { texts } from '../texts/texts.ts';

const TITLES: Record<string, string> = {
  flow_invalid: texts.versions.flowInvalid,
  tests_failed: texts.versions.testsFailed,
};

/** Whether the checks refused it: then it can be forced. */
export const isRefused = (error: unknown): error is ApiProblem => error instanceof ApiProblem && error.code in TITLES;

export function Refused(props: { agentId: string; error: unknown; search?: FlowSearch }) {
  const { agentId, error, search = {} } = props;
  if (!isRefused(error)) return <ProblemAlert error={error} />;
  return (
    <Alert role="alert" color="red" title={TITLES[error.code]} icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm">{texts.versions.nothingPublished}</Text>
      <List size="sm" mt="xs">
        {error.errors.map(({ path, message }) => {
          const [kind, id = '', ...rest] = keysOf(path);
          return (
            <List.Item key={`${path} ${message}`} style={{ overflowWrap: 'anywhere' }}>
              {kind === 'states' ? <StateLink {...{ agentId, search }} stateId={id} /> : <b>{id || kind}</b>}{' '}
              {rest.length > 0 && <code>{rest.join('/')}</code>} {message}
            </List.Item>
          );
        })}
      </List>
      {error.code === 'tests_failed' && (
        <LinkText
          size="sm"
          underline="always"
          to="/agents/$agentId/flow/{-$stateId}"
          params={{ agentId, stateId: undefined }}
          search={{ panel: 'tests' }}
        >
          {texts.versions.runTests}
        </LinkText>
      )}
    </Alert>
  );
}
