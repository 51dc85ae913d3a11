/** Gives a state another id, and every reference to it in the flow, in one change of the whole flow. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Flow } from '@model/flow.ts';
import { type FormEvent, useState } from 'react';
import { api, pathOf } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { renamed } from './references.ts';
import { StateIdField } from './state-id-field.tsx';
import type { FlowEditing } from './use-edited-flow.ts';

export function RenameState(props: {
  agentId: string;
  stateId: string;
  editing: FlowEditing;
  onRenamed: (stateId: string) => void;
}) {
  const { agentId, stateId, editing, onRenamed } = props;
  const [isOpen, { open, close }] = useDisclosure();
  const [name, setName] = useState(stateId);
  const rename = useChange(() => renameState(agentId, stateId, name), {
    refreshes: [pathOf`/agents/${agentId}`],
    quiet: true,
  });
  const isTaken = name !== stateId && editing.states.some((state) => state.stateId === name);
  const isUnsaved = editing.changed.length > 0;

  function submit(event: FormEvent): void {
    event.preventDefault();
    // Not a callback of the mutation: by then this editor is gone, with the old name.
    rename.mutateAsync(undefined).then(
      () => {
        close();
        notifyDone(texts.editor.renamed(stateId, name));
        onRenamed(name);
      },
      () => {},
    );
  }

  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {texts.editor.rename}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.editor.renameTitle(stateId)} centered>
        <form onSubmit={submit}>
          <Stack>
            <StateIdField value={name} onChange={setName} error={isTaken && texts.editor.taken} />
            <Text size="sm">{texts.editor.renameMeaning}</Text>
            {isUnsaved && <Text size="sm">{texts.editor.saveFirst(editing.changed.join(', '))}</Text>}
            <ProblemAlert error={rename.error} />
            <Group justify="flex-end">
              <Button
                type="submit"
                loading={rename.isPending}
                disabled={name.trim() === '' || name === stateId || isTaken || isUnsaved}
              >
                {texts.editor.rename}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}

/** @throws ApiProblem `changed_since` when somebody saved the flow in this moment */
async function renameState(agentId: string, from: string, to: string): Promise<void> {
  const params = { path: { agentId } };
  const { document, etag } = await api.tagged<Flow>('/agents/{agentId}/flow', { params });
  const headers = { 'if-match': etag };
  await api.PUT('/agents/{agentId}/flow', { params, headers, body: renamed(document, from, to) });
}
