/**
 * Edits one state: what it says with a preview beside it, its operations, its transitions in order, its input, or all
 * of it as JSON. What the API finds wrong is shown where it is.
 */
import { Alert, Badge, Button, Group, List, Stack, Tabs, Text, Title } from '@mantine/core';
import type { StateBody } from '@model/state.ts';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiProblem, api, type FieldError, pathOf } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange } from '../queries.ts';
import type { Vocabulary } from './code-editor.tsx';
import { bodyOf, type FlowNode, type FlowState, vocabularyOf } from './graph.ts';
import { InputForm } from './input-form.tsx';
import { JsonPart } from './json-part.tsx';
import { Preview, usePreview } from './preview.tsx';
import { TransitionsForm } from './transitions-form.tsx';

type Warning = { path: string; message: string };

const TABS = [
  { value: 'message', label: 'Message' },
  { value: 'operations', label: 'Operations' },
  { value: 'transitions', label: 'Transitions' },
  { value: 'input', label: 'Input' },
  { value: 'json', label: 'JSON' },
] as const;

/** What a state without a message begins with when one is written. */
const FIRST_MESSAGE = { text: '' };

export function StateEditor(props: {
  agentId: string;
  state: FlowState;
  node: FlowNode | undefined;
  states: FlowState[];
}) {
  const { agentId, state, node, states } = props;
  const saved = bodyOf(state);
  const [body, setBody] = useState<StateBody>(saved);
  const [warnings, setWarnings] = useState<Warning[]>([]);
  const isChanged = JSON.stringify(body) !== JSON.stringify(saved);
  const navigate = useNavigate();
  const all = pathOf`/agents/${agentId}/states`;
  const path = pathOf`/agents/${agentId}/states/${state.stateId}`;
  const save = useChange(() => api.put<{ warnings?: Warning[] }>(path, body), { refreshes: [all], quiet: true });
  const remove = useChange(() => api.delete(path), { refreshes: [all] });
  useBlocker({
    shouldBlockFn: () => isChanged && !window.confirm('Leave without saving what you changed?'),
    enableBeforeUnload: () => isChanged,
  });

  const change = <Field extends keyof StateBody>(field: Field, value: StateBody[Field] | undefined) =>
    setBody((before) => withField(before, field, value));
  const [values, setValues] = useState<string | null>(null);
  const rendered = usePreview(agentId, body.template, values);
  const errors = save.error instanceof ApiProblem ? save.error.errors : rendered.errors;
  const vocabulary = vocabularyOf(states);

  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Title order={2}>{state.stateId}</Title>
          {node?.isEntry && (
            <Badge variant="light" size="sm">
              entry
            </Badge>
          )}
        </Group>
        <Group gap="xs">
          <ConfirmButton
            size="xs"
            title={`Delete the state ${state.stateId}?`}
            consequence="Conversations that come to it stop there, with the reason in their trace."
            confirm="Delete"
            onConfirm={async () => {
              setBody(saved);
              await remove.mutateAsync(undefined);
              await navigate({ to: '/agents/$agentId/flow/{-$stateId}', params: { agentId }, ignoreBlocker: true });
            }}
          >
            Delete
          </ConfirmButton>
          <Button
            size="xs"
            disabled={!isChanged}
            loading={save.isPending}
            onClick={() =>
              save.mutate(undefined, {
                onSuccess: (answer) => {
                  setWarnings(answer.warnings ?? []);
                  notifyDone(`${state.stateId} is saved.`);
                },
              })
            }
          >
            Save
          </Button>
        </Group>
      </Group>
      {node && node.problems.length > 0 && <Notes title="In this flow" notes={node.problems} />}
      <ProblemAlert error={save.error} />
      {warnings.length > 0 && (
        <Notes title="Saved, but look at this" notes={warnings.map(({ path: at, message }) => `${at} ${message}`)} />
      )}
      <Preview template={body.template} rendered={rendered} values={values} onValues={setValues} />
      <Tabs defaultValue="message" keepMounted={false}>
        <Tabs.List>
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} px="xs">
              {label}
              {countOf(body, value)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="message" pt="sm">
          <MessagePart body={body} change={change} errors={errors} vocabulary={vocabulary} />
        </Tabs.Panel>
        <Tabs.Panel value="operations" pt="sm">
          <JsonPart
            label="Operations, a JSON list"
            value={body.operations ?? []}
            pointer="/operations"
            errors={errors}
            vocabulary={vocabulary}
            onChange={(value) => change('operations', emptyAsAbsent(value as StateBody['operations']))}
          />
        </Tabs.Panel>
        <Tabs.Panel value="transitions" pt="sm">
          <TransitionsForm
            transitions={body.transitions ?? []}
            errors={errors}
            vocabulary={vocabulary}
            onChange={(value) => change('transitions', emptyAsAbsent(value))}
          />
        </Tabs.Panel>
        <Tabs.Panel value="input" pt="sm">
          <InputForm
            input={body.input}
            errors={errors}
            stateIds={vocabulary.states}
            onChange={(value) => change('input', value)}
          />
        </Tabs.Panel>
        <Tabs.Panel value="json" pt="sm">
          <JsonPart
            label="The whole state as JSON"
            value={body}
            pointer=""
            errors={errors}
            vocabulary={vocabulary}
            onChange={(value) => setBody(value as StateBody)}
          />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function MessagePart(props: {
  body: StateBody;
  change: (field: 'template', value: StateBody['template'] | undefined) => void;
  errors: FieldError[];
  vocabulary: Vocabulary;
}) {
  const { body, change, errors, vocabulary } = props;
  if (!body.template) {
    return (
      <Group>
        <Text size="sm" c="dimmed">
          This state says nothing.
        </Text>
        <Button size="xs" variant="default" onClick={() => change('template', { contentMessage: FIRST_MESSAGE })}>
          Add a message
        </Button>
      </Group>
    );
  }
  return (
    <Stack gap="xs">
      <JsonPart
        label="The content message as JSON; every string may hold Liquid"
        value={body.template.contentMessage}
        pointer="/template/contentMessage"
        errors={errors}
        vocabulary={vocabulary}
        onChange={(contentMessage) => change('template', { contentMessage: contentMessage as Record<string, unknown> })}
      />
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        onClick={() => change('template', undefined)}
        style={{ alignSelf: 'flex-start' }}
      >
        Remove the message
      </Button>
    </Stack>
  );
}

function Notes({ title, notes }: { title: string; notes: string[] }) {
  return (
    <Alert color="yellow" title={title}>
      <List size="sm">
        {notes.map((note) => (
          <List.Item key={note}>{note}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function countOf({ operations, transitions }: StateBody, tab: string): string {
  const count = tab === 'operations' ? operations?.length : tab === 'transitions' ? transitions?.length : undefined;
  return count ? ` (${count})` : '';
}

function withField<Field extends keyof StateBody>(
  body: StateBody,
  field: Field,
  value: StateBody[Field] | undefined,
): StateBody {
  const { [field]: _before, ...rest } = body;
  return (value === undefined ? rest : { ...body, [field]: value }) as StateBody;
}

function emptyAsAbsent<Row>(rows: Row[] | undefined): Row[] | undefined {
  return rows?.length === 0 ? undefined : rows;
}
