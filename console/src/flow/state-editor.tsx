/**
 * Edits one state: its message with a preview, its operations, its transitions in order, its input, or everything as
 * JSON. The API's faults are shown in place. `edited-flow.ts` holds the document.
 */
import { Alert, Badge, Group, List, SimpleGrid, Stack, Title } from '@mantine/core';
import type { StateBody } from '@model/state.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiProblem, type FieldError } from '#client';
import { useAnswers } from '../connectors/use-answers.ts';
import { Offered } from '../pieces/allowed.tsx';
import { CloseButton } from '../pieces/close-button.tsx';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { texts } from '../texts/texts.ts';
import { CopyState } from './copy-state.tsx';
import { useCreateState } from './create-state.ts';
import { DeleteState } from './delete-state.tsx';
import { type Edit, isChanged } from './edited-state.ts';
import { EditorTabs } from './editor-tabs.tsx';
import { EntryField } from './entry-field.tsx';
import { FaultList } from './fault-list.tsx';
import { type Fault, faultOf } from './faults.ts';
import { FlowBar } from './flow-bar.tsx';
import { type FlowGraph, vocabularyOf } from './graph.ts';
import { NameField } from './name-field.tsx';
import { Preview, usePreview } from './preview.tsx';
import { usersOf } from './references.ts';
import { RenameState } from './rename-state.tsx';
import { reveal } from './reveal.ts';
import { UnsavedAlert } from './unsaved-alert.tsx';
import type { FlowEditing } from './use-edited-flow.ts';
import type { Saving } from './use-save.ts';

export function StateEditor(props: {
  agentId: string;
  stateId: string;
  graph: FlowGraph;
  editing: FlowEditing;
  saving: Saving;
  onShow: (stateId: string) => void;
  onClose: () => void;
  /** The state is deleted, with all its changes. */
  onDeleted: () => Promise<void>;
}) {
  const { agentId, stateId, graph, editing, saving, onShow, onClose, onDeleted } = props;
  const node = graph.nodes.find(({ id }) => id === stateId);
  const edited = editing.editedOf(stateId);
  const onEdit = (change: Edit) => editing.onEdit(stateId, change);
  const { body } = edited.content;
  const [values, setValues] = useState<string | null>(null);
  const tabs = useRef<HTMLDivElement>(null);
  const { answers } = useAnswers();
  const vocabulary = useMemo(() => vocabularyOf(editing.states, answers), [editing.states, answers]);
  const creating = useCreateState(agentId);
  const rendered = usePreview(agentId, body.template, values);
  const { error, warnings } = answerTo(saving.answerOf(stateId), body);
  const refused = error instanceof ApiProblem ? error.errors.map(faultOf) : [];
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
              {texts.graph.entry}
            </Badge>
          )}
        </Group>
        <CloseButton onClose={onClose} />
      </Group>
      <FlowBar editing={editing} saving={saving} onShow={onShow} area={tabs}>
        <Offered to="replaceState">
          <CopyState {...{ agentId, stateId, body }} stateIds={stateIdsOf(editing)} onCopied={onShow} />
          <RenameState {...{ agentId, stateId, editing }} onRenamed={onShow} />
          <DeleteState {...{ agentId, stateId, editing, onDeleted }} users={usersOf(graph, stateId)} />
        </Offered>
      </FlowBar>
      {isChanged(edited) && <UnsavedAlert edited={edited} isKept={!editing.lost.has(stateId)} onEdit={onEdit} />}
      {refused.length === 0 && <ProblemAlert error={error} />}
      <FaultList title={texts.editor.refused} color="red" faults={refused} onGo={goTo} />
      <FaultList title={texts.editor.savedWithWarnings} color="yellow" faults={warnings.map(faultOf)} onGo={goTo} />
      <Stack gap="sm" ref={tabs}>
        <Offered to="replaceState">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <NameField
              value={body.displayName}
              onChange={(value, at) => onEdit({ to: 'set', field: 'displayName', value, atMs: Date.now(), at })}
            />
            <EntryField
              value={body.flowEntryStateId}
              stateIds={vocabulary.states}
              faults={faults}
              onChange={(value, at) => onEdit({ to: 'set', field: 'flowEntryStateId', value, atMs: Date.now(), at })}
            />
          </SimpleGrid>
        </Offered>
        <EditorTabs
          edited={edited}
          onEdit={onEdit}
          faults={faults}
          vocabulary={vocabulary}
          onCreateState={creating.mutate}
        />
      </Stack>
      {/* Below what is clicked: they come a moment after a change, and would move it away under the pointer. */}
      {node && node.problems.length > 0 && <Notes title={texts.editor.inFlow} notes={node.problems} />}
      {refused.length === 0 && <FaultList title={texts.editor.toMend} color="red" faults={faults} onGo={goTo} />}
      <Preview template={body.template} rendered={rendered} values={values} onValues={setValues} />
    </Stack>
  );
}

const stateIdsOf = ({ states }: FlowEditing) => states.map(({ stateId }) => stateId);

/** What the last save said: of what was sent, not of what was typed since. */
function answerTo(answer: ReturnType<Saving['answerOf']>, body: StateBody): { error: unknown; warnings: FieldError[] } {
  if (!answer) return { error: null, warnings: [] };
  return { error: answer.body === body ? answer.error : null, warnings: answer.warnings.filter(isNews) };
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
