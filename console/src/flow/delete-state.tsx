/** Deletes a state, with what was typed into it; says first who leads there. */
import { List, Stack, Text } from '@mantine/core';
import { api, pathOf } from '../api.ts';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { forgetUnsaved } from '../unsaved.ts';
import type { FlowEditing } from './use-edited-flow.ts';

export function DeleteState(props: {
  agentId: string;
  stateId: string;
  editing: FlowEditing;
  /** Who leads there. */
  users: string[];
  onDeleted: () => Promise<void>;
}) {
  const { agentId, stateId, editing, users, onDeleted } = props;
  const remove = useChange(
    async () => {
      await api.DELETE('/agents/{agentId}/states/{stateId}', { params: { path: { agentId, stateId } } });
      forgetUnsaved({ agentId, stateId });
      // Before the states are read again: otherwise there would be nothing to show here.
      await onDeleted();
      editing.dispatch({ to: 'forget', stateId });
    },
    { refreshes: [pathOf`/agents/${agentId}/states`] },
  );
  return (
    <ConfirmButton
      size="xs"
      title={texts.editor.askDelete(stateId)}
      consequence={<Consequence users={users} />}
      confirm={texts.pieces.delete}
      onConfirm={() => remove.mutateAsync(undefined)}
    >
      {texts.pieces.delete}
    </ConfirmButton>
  );
}

/** With more, the rest is counted. */
const MAX_NAMED = 8;

function Consequence({ users }: { users: string[] }) {
  return (
    <Stack gap="xs">
      <Text size="sm">{texts.editor.deleteMeaning}</Text>
      {users.length > 0 && (
        <>
          <Text size="sm">{texts.editor.usedBy}</Text>
          <List size="sm">
            {users.slice(0, MAX_NAMED).map((user) => (
              <List.Item key={user}>{user}</List.Item>
            ))}
            {users.length > MAX_NAMED && <List.Item>{texts.shell.andMore(users.length - MAX_NAMED)}</List.Item>}
          </List>
        </>
      )}
    </Stack>
  );
}
