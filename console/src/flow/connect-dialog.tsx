/** Asks how one state leads to another after a line was drawn; drawn to nothing, also for the name of a new one. */
import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { connection, WAYS, waysFrom } from './connect.ts';
import type { FlowEditing } from './use-edited-flow.ts';

/** `target`: null where there was nothing. */
export type Line = { source: string; target: string | null };

export function ConnectDialog(props: {
  line: Line;
  editing: FlowEditing;
  onClose: () => void;
  /** A state is to be created. */
  onCreate: (stateId: string) => void;
}) {
  const { line, editing, onClose, onCreate } = props;
  const { source, target } = line;
  const [name, setName] = useState('');
  const stateId = target ?? name.trim();
  const { body } = editing.editedOf(source).content;
  const stateIds = editing.states.map((state) => state.stateId);

  function connect(way: keyof typeof WAYS): void {
    editing.onEdit(source, connection(body, way, { stateId, stateIds: [...stateIds, stateId] }));
    if (!stateIds.includes(stateId)) onCreate(stateId);
    onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={target === null ? `A new state after ${source}` : `From ${source} to ${target}`}
    >
      <Stack gap="sm">
        {target === null && (
          <TextInput
            label="State id"
            description="Letters, digits and . _ ~ : @ -"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <Text size="sm">How does a conversation get there?</Text>
        {waysFrom(body).map((way) => (
          <Button key={way} variant="default" disabled={stateId === ''} onClick={() => connect(way)}>
            {WAYS[way]}
          </Button>
        ))}
      </Stack>
    </Modal>
  );
}
