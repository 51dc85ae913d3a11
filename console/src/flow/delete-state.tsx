/** Deletes a state, with what was typed into it; says first who leads there. */
import { api, pathOf } from '../api.ts';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { useChange } from '../queries.ts';
import { forgetUnsaved } from '../unsaved.ts';
import type { FlowEditing } from './use-edited-flow.ts';

export function DeleteState(props: {
  agentId: string;
  stateId: string;
  editing: FlowEditing;
  onDeleted: () => Promise<void>;
}) {
  const { agentId, stateId, editing, onDeleted } = props;
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
      title={`Delete the state ${stateId}?`}
      consequence="Conversations that reach it stop there, with the reason in their trace."
      confirm="Delete"
      onConfirm={() => remove.mutateAsync(undefined)}
    >
      Delete
    </ConfirmButton>
  );
}
