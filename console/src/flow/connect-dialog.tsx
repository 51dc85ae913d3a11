/**
 * Asks what a line that was drawn leaves open: how one state leads to the other, unless it begins at a way that is there;
 * and the name of a new state, where it ends at nothing.
 */
import { Button, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { texts } from '../texts/texts.ts';
import { connection, reconnection, type Way, waysFrom } from './connect.ts';
import { freeId } from './copied.ts';
import type { Row } from './rows.ts';
import { StateIdField } from './state-id-field.tsx';
import type { FlowEditing } from './use-edited-flow.ts';

/** `row`: the way that it begins at, null where that is to be asked. `target`: null where there was nothing. */
export type Line = { source: string; row: Row | null; target: string | null };

export function ConnectDialog(props: {
  line: Line;
  editing: FlowEditing;
  onClose: () => void;
  /** A state is to be created. */
  onCreate: (stateId: string) => void;
}) {
  const { line, editing, onClose, onCreate } = props;
  const { source, row, target } = line;
  const stateIds = editing.states.map((state) => state.stateId);
  const [name, setName] = useState(() => (row ? suggested(row.label, stateIds) : ''));
  const stateId = target ?? name.trim();
  const { body } = editing.editedOf(source).content;
  const to = { stateId, stateIds: [...stateIds, stateId] };

  function connect(way: Way | null): void {
    editing.onEdit(source, way === null ? reconnection(body, row!, to) : connection(body, way, to));
    if (!stateIds.includes(stateId)) onCreate(stateId);
    onClose();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (row && stateId !== '') connect(null);
  }

  return (
    <Modal opened onClose={onClose} title={titleOf(line)}>
      <Stack gap="sm" component="form" onSubmit={submit}>
        {target === null && <StateIdField value={name} onChange={setName} isSuggested />}
        {row && (
          <Button type="submit" disabled={stateId === ''}>
            {stateIds.includes(stateId) ? texts.graph.leadThere : texts.editor.createIt}
          </Button>
        )}
        {!row && <Text size="sm">{texts.graph.howThere}</Text>}
        {!row &&
          waysFrom(body).map((way) => (
            <Button key={way} variant="default" disabled={stateId === ''} onClick={() => connect(way)}>
              {texts.graph.connectBy[way]}
            </Button>
          ))}
      </Stack>
    </Modal>
  );
}

function titleOf({ source, row, target }: Line): string {
  const { connect, newAfter, newAfterWay } = texts.graph;
  if (target !== null) return connect(source, target);
  return row ? newAfterWay(row.label) : newAfter(source);
}

/** An id of the words on a chip, or of a condition. */
function suggested(label: string, stateIds: readonly string[]): string {
  const words = label.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const id = words
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, MAX_SUGGESTED);
  return freeId(id === '' ? 'state' : id, (other) => stateIds.includes(other));
}

const MAX_SUGGESTED = 40;
