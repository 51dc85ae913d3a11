/**
 * Edits one state: its message with a preview, its operations, its transitions in order, its input, or everything as
 * JSON. The API's faults are shown in place. `edited-state.ts` holds the document.
 */
import { Alert, Badge, Button, Group, List, Stack, Title } from '@mantine/core';
import type { StateBody } from '@model/state.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiProblem, type FieldError } from '#client';
import { api, pathOf } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange } from '../queries.ts';
import { forgetUnsaved } from '../unsaved.ts';
import { CloseButton } from './close-button.tsx';
import { useCreateState } from './create-state.ts';
import { faultyParts } from './edited-state.ts';
import { EditorTabs } from './editor-tabs.tsx';
import { FaultList } from './fault-list.tsx';
import { type Fault, faultOf } from './faults.ts';
import { type FlowNode, type FlowState, vocabularyOf } from './graph.ts';
import { HistoryButtons } from './history-buttons.tsx';
import { Preview, usePreview } from './preview.tsx';
import { reveal } from './reveal.ts';
import { UnsavedAlert } from './unsaved-alert.tsx';
import { useEditedState } from './use-edited-state.ts';

export function StateEditor(props: {
  agentId: string;
  state: FlowState;
  node: FlowNode | undefined;
  states: FlowState[];
  onClose: () => void;
  /** The state is deleted, with all its changes. */
  onDeleted: () => Promise<void>;
}) {
  const { agentId, state, node, states, onClose, onDeleted } = props;
  const { stateId } = state;
  const { edited, onEdit, hasChanges, isKept } = useEditedState(agentId, state);
  const { body } = edited.content;
  const [warnings, setWarnings] = useState<Fault[]>([]);
  const [values, setValues] = useState<string | null>(null);
  const tabs = useRef<HTMLDivElement>(null);
  const vocabulary = useMemo(() => vocabularyOf(states), [states]);
  const creating = useCreateState(agentId);
  const all = pathOf`/agents/${agentId}/states`;
  const params = { path: { agentId, stateId } };
  const save = useChange(
    async (sent: StateBody) => {
      const answer = await api.PUT('/agents/{agentId}/states/{stateId}', { params, body: sent });
      onEdit({ to: 'saved', body: sent });
      return answer;
    },
    { refreshes: [all], quiet: true },
  );
  const remove = useChange(
    async () => {
      await api.DELETE('/agents/{agentId}/states/{stateId}', { params });
      forgetUnsaved({ agentId, stateId });
      // Before the states are read again: otherwise there would be nothing to show here.
      await onDeleted();
    },
    { refreshes: [all] },
  );
  const rendered = usePreview(agentId, body.template, values);
  // What was sent, not what was typed since.
  const refusal = save.variables === body ? save.error : null;
  const refused = refusal instanceof ApiProblem ? refusal.errors.map(faultOf) : [];
  const faults = refused.length > 0 ? refused : rendered.faults;
  const [sought, setSought] = useState<Fault | null>(null);
  useEffect(() => {
    if (sought && tabs.current) reveal(tabs.current, sought.path);
  }, [sought]);

  function goTo(fault: Fault): void {
    if (edited.tab !== 'json') onEdit({ to: 'show', part: fault.tab });
    // A copy: the same fault can be sought again.
    setSought({ ...fault });
  }

  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Group gap="xs">
          <Title order={2} style={{ overflowWrap: 'anywhere' }}>
            {stateId}
          </Title>
          {node?.isEntry && (
            <Badge variant="light" size="sm">
              entry
            </Badge>
          )}
        </Group>
        <CloseButton onClose={onClose} />
      </Group>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <HistoryButtons edited={edited} onEdit={onEdit} area={tabs} />
        </Group>
        <Group gap="xs">
          <ConfirmButton
            size="xs"
            title={`Delete the state ${stateId}?`}
            consequence="Conversations that reach it stop there, with the reason in their trace."
            confirm="Delete"
            onConfirm={() => remove.mutateAsync(undefined)}
          >
            Delete
          </ConfirmButton>
          <Button
            size="xs"
            disabled={!hasChanges || faultyParts(edited.content).length > 0}
            loading={save.isPending}
            onClick={() =>
              save.mutate(body, {
                onSuccess: (answer) => {
                  setWarnings((answer.warnings ?? []).filter(isNews).map(faultOf));
                  notifyDone(`${stateId} was saved.`);
                },
              })
            }
          >
            Save
          </Button>
        </Group>
      </Group>
      {hasChanges && <UnsavedAlert edited={edited} isKept={isKept} onDiscard={() => onEdit({ to: 'discard' })} />}
      {node && node.problems.length > 0 && <Notes title="In this flow" notes={node.problems} />}
      {refused.length === 0 && <ProblemAlert error={refusal} />}
      <FaultList title="Not saved" color="red" faults={refused} onGo={goTo} />
      <FaultList title="Saved, with warnings" color="yellow" faults={warnings} onGo={goTo} />
      <div ref={tabs}>
        <EditorTabs
          edited={edited}
          onEdit={onEdit}
          faults={faults}
          vocabulary={vocabulary}
          onCreateState={creating.mutate}
        />
      </div>
      {refused.length === 0 && <FaultList title="To mend" color="red" faults={faults} onGo={goTo} />}
      <Preview template={body.template} rendered={rendered} values={values} onValues={setValues} />
    </Stack>
  );
}

/** The notes about the flow tell of missing states. */
function isNews({ message }: FieldError): boolean {
  return !message.startsWith('names state ');
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
