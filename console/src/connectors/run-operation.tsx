/** An operation as a form of its placeholders, run now: what a state would get, before there is a state. */
import { Alert, Button, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import type { JsonValue } from '@model/json.ts';
import { type FormEvent, useState } from 'react';
import type { Answer as ApiAnswer, Schemas } from '#client';
import { api } from '../api.ts';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange, useList } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { type ConnectorOperation, dataOf, placeholdersOf } from './placeholders.ts';
import { Tree } from './tree.tsx';
import { useAnswers } from './use-answers.ts';

const NONE = 'none';

type Ran = ApiAnswer<'/connectors/{connectorId}/operations/{operation}/runs', 'post'>;
type Props = {
  accountId: string;
  connector: Schemas['Connector'];
  name: string;
  operation: ConnectorOperation;
  /** What a state calls the answer. */
  resultName?: string;
};

export function RunOperation({ accountId, connector: { connectorId }, name, operation, resultName = name }: Props) {
  const { keep } = useAnswers();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [authenticationId, setAuthenticationId] = useState(NONE);
  const credentials = useList('/connectors/{connectorId}/authentications', 'authentications', {
    params: { path: { connectorId }, query: { accountId } },
  });
  const run = useChange(
    () =>
      api.POST('/connectors/{connectorId}/operations/{operation}/runs', {
        params: { path: { connectorId, operation: name }, query: { accountId } },
        body: { authenticationId, data: dataOf(operation, typed) },
      }),
    { refreshes: [], quiet: true },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    run.mutate(undefined, {
      onSuccess: ({ ok, result }) => ok && keep(connectorId, name, (result ?? null) as JsonValue),
    });
  }

  return (
    <Paper withBorder p="md" component="form" onSubmit={submit} aria-label={texts.connectors.operationForm(name)}>
      <Stack gap="xs">
        <Title order={3} fz="md">
          {name}
        </Title>
        <Text size="sm" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {summaryOf(operation)}
        </Text>
        {operation.description && <Text size="sm">{operation.description}</Text>}
        {placeholdersOf(operation).map((placeholder) => (
          <TextInput
            key={placeholder}
            size="xs"
            label={placeholder}
            value={typed[placeholder] ?? ''}
            onChange={({ currentTarget }) => setTyped({ ...typed, [placeholder]: currentTarget.value })}
          />
        ))}
        <Group align="flex-end" gap="sm">
          <NativeSelect
            size="xs"
            label={texts.pieces.credential}
            value={authenticationId}
            data={[
              { value: NONE, label: texts.connectors.noCredential },
              ...(credentials.data ?? []).map((each) => ({ value: each.authenticationId, label: each.name })),
            ]}
            onChange={({ currentTarget }) => setAuthenticationId(currentTarget.value)}
          />
          <Button type="submit" size="xs" loading={run.isPending}>
            {texts.connectors.runNow}
          </Button>
        </Group>
        <Text size="xs" c="dimmed">
          {texts.connectors.forReal}
        </Text>
        <ProblemAlert error={run.error} />
        {run.data && <Answer name={resultName} answer={run.data} />}
      </Stack>
    </Paper>
  );
}

function Answer({ name, answer }: { name: string; answer: Ran }) {
  const { ok, result, error, durationMs } = answer;
  if (!ok) {
    return (
      <Alert color="red" role="alert" title={error?.code ?? texts.connectors.failed}>
        {error?.message}
      </Alert>
    );
  }
  return (
    <Stack gap={4} role="status">
      <Text size="sm">{texts.connectors.answered(texts.pieces.milliseconds(durationMs))}</Text>
      <Tree value={(result ?? null) as JsonValue} path={`data.${name}`} name={`data.${name}`} />
    </Stack>
  );
}

function summaryOf(operation: ConnectorOperation): string {
  if ('path' in operation) return `${operation.method} ${operation.path}`;
  return 'tool' in operation ? texts.connectors.tool(operation.tool) : texts.connectors.model(operation.model);
}
