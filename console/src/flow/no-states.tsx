/** A flow without states: what one is for, and the ways to the first ones. */
import { Button, Group } from '@mantine/core';
import { IconSchema } from '@tabler/icons-react';
import { pathOf } from '../api.ts';
import { EmptyState } from '../pieces/empty-state.tsx';
import { useChange } from '../queries.ts';
import { NewState } from './new-state.tsx';
import { PasteStates } from './paste-states.tsx';
import { SAMPLE_ENTRY, saveSampleFlow } from './sample.ts';

export function NoStates({ agentId }: { agentId: string }) {
  const path = pathOf`/agents/${agentId}/states`;
  const sample = useChange(() => saveSampleFlow(agentId), { refreshes: [path, pathOf`/agents/${agentId}`] });
  return (
    <EmptyState
      icon={<IconSchema />}
      title="No states yet"
      action={
        <Group justify="center">
          <Button onClick={() => sample.mutate(undefined)} loading={sample.isPending}>
            Start with a sample flow
          </Button>
          <NewState agentId={agentId} />
        </Group>
      }
    >
      A state is one message of a flow, with what comes before it and the answer that it waits for. The sample begins
      with the state “{SAMPLE_ENTRY}”. A folder of states comes in with <code>parley states push</code>, and states that
      were copied in another flow with Ctrl+V.
      <PasteStates agentId={agentId} states={[]} selected={null} />
    </EmptyState>
  );
}
