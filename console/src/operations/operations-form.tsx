/** The calls that a state makes before it answers, one after the other. */
import { Button, Stack, Text } from '@mantine/core';
import type { StateBody } from '@model/state.ts';
import { IconPlus } from '@tabler/icons-react';
import { useAgent } from '../agent.ts';
import type { Fault } from '../flow/faults.ts';
import type { Vocabulary } from '../flow/liquid-completion.ts';
import { EditingContext } from '../message/editing.ts';
import type { Loose } from '../message/loose.ts';
import { Ordered } from '../message/ordered.tsx';
import { useList } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { CallForm } from './call-form.tsx';
import { newCall } from './calls.ts';

/** Of one state; the service takes no more. */
const MAX_CALLS = 20;

type Calls = NonNullable<StateBody['operations']>;
type Props = {
  operations: Calls;
  faults: readonly Fault[];
  vocabulary: Vocabulary;
  onCreateState: (stateId: string) => void;
  /** `at`: the place that was typed in. */
  onChange: (operations: Calls, at?: string) => void;
};

/** Of which account the connectors are, only the agent says. */
export function OperationsForm(props: Props) {
  const { data: agent } = useAgent();
  return agent ? <OwnedForm {...props} accountId={agent.accountId} /> : null;
}

function OwnedForm({ accountId, operations, onChange, ...editing }: Props & { accountId: string }) {
  const { data: connectors = [] } = useList('/connectors', 'connectors', {
    params: { query: { accountId, limit: 100 } },
  });
  const calls: readonly Loose[] = operations;
  const change = (next: readonly Loose[], at?: string) => onChange(next as Calls, at);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {texts.state.callsWhat}
      </Text>
      <Ordered rows={calls} nameOf={texts.state.call} max={MAX_CALLS} onChange={(next) => change(next)}>
        {(index, tools) => (
          <EditingContext
            value={{
              ...editing,
              content: calls[index]!,
              path: `/operations/${index}`,
              onChange: (call, at) => change(calls.with(index, call), at),
            }}
          >
            <CallForm {...{ accountId, connectors, calls, tools }} number={index + 1} />
          </EditingContext>
        )}
      </Ordered>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        style={{ alignSelf: 'flex-start' }}
        disabled={calls.length >= MAX_CALLS}
        onClick={() => change([...calls, newCall(connectors, calls)])}
      >
        {texts.state.addCall}
      </Button>
    </Stack>
  );
}
