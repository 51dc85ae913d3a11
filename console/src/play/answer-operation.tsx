/** What an operation answers while a flow is played: typed, or asked of its system, once. */
import { Button, Group, JsonInput, Stack, Text } from '@mantine/core';
import type { Agent } from '@model/agent.ts';
import type { FlowTest } from '@model/flow-test.ts';
import type { JsonObject, JsonValue } from '@model/json.ts';
import { type FormEvent, useState } from 'react';
import { api } from '../api.ts';
import type { FlowState } from '../flow/graph.ts';
import { jsonOf } from '../json.ts';
import { HTTP } from '../operations/calls.ts';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import type { Unanswered } from './played.ts';
import type { Playing } from './use-playing.ts';

type Props = { agent: Agent; states: FlowState[]; playing: Playing; test: FlowTest; asked: Unanswered };

/** No connector is called by itself: whoever plays says what it answers. */
export function AnswerOperation({ agent, states, playing, test, asked }: Props) {
  const { connectorId, operation, data } = asked;
  const [text, setText] = useState('{}');
  const goOn = (returns: JsonValue) =>
    playing.go({ ...test, connectors: [...(test.connectors ?? []), { connectorId, operation, returns }] });
  const call = useChange(
    () =>
      api.POST('/connectors/{connectorId}/operations/{operation}/runs', {
        params: { path: { connectorId, operation }, query: { accountId: agent.accountId } },
        body: { authenticationId: credentialOf(states, asked), data: data as JsonObject },
      }),
    { refreshes: [], quiet: true },
  );

  function submit(event: FormEvent): void {
    event.preventDefault();
    goOn(JSON.parse(text) as JsonValue);
  }

  return (
    <Stack component="form" gap="xs" onSubmit={submit}>
      <JsonInput
        label={texts.state.answers(`${connectorId}/${operation}`)}
        description={texts.state.nothingIsCalled}
        value={text}
        onChange={setText}
        autosize
      />
      <ProblemAlert error={call.error} />
      {call.data?.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {call.data.error.message}
        </Text>
      )}
      <Group gap="xs">
        <Button type="submit" size="xs" variant="default" disabled={jsonOf(text) === undefined}>
          {texts.state.goOn}
        </Button>
        {connectorId !== HTTP && (
          <Button
            size="xs"
            variant="light"
            loading={call.isPending}
            onClick={() =>
              call.mutate(undefined, {
                onSuccess: ({ ok, result }) => ok && goOn((result ?? null) as JsonValue),
              })
            }
          >
            {texts.state.callIt}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** The one that the flow calls it with. */
function credentialOf(states: readonly FlowState[], { connectorId, operation, contextKey }: Unanswered): string {
  const calls = states.flatMap(({ operations = [] }) => operations);
  const same = calls.filter((each) => each.connectorId === connectorId && each.operation === operation);
  return (same.find((each) => each.contextKey === contextKey) ?? same[0])?.authenticationId ?? 'none';
}
