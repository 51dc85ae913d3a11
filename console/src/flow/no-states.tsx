/** A flow without states: what one is for, and the ways to the first ones. */
import { Button, Group } from '@mantine/core';
import { IconSchema } from '@tabler/icons-react';
import { pathOf } from '../api.ts';
import { Offered } from '../pieces/allowed.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { useChange } from '../queries.ts';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';
import { NewState } from './new-state.tsx';
import { PasteStates } from './paste-states.tsx';
import { SAMPLE_ENTRY, saveSampleFlow } from './sample.ts';

export function NoStates({ agentId }: { agentId: string }) {
  const path = pathOf`/agents/${agentId}/states`;
  const sample = useChange(() => saveSampleFlow(agentId), { refreshes: [path, pathOf`/agents/${agentId}`] });
  return (
    <EmptyState
      icon={<IconSchema />}
      title={texts.graph.noStates}
      action={
        <Offered to="createState">
          <Group justify="center">
            <Button onClick={() => sample.mutate(undefined)} loading={sample.isPending}>
              {texts.graph.startWithSample}
            </Button>
            <NewState agentId={agentId} />
          </Group>
        </Offered>
      }
    >
      {parts(texts.graph.noStatesReason, { entry: SAMPLE_ENTRY, command: <code>parley states push</code> })}
      <PasteStates agentId={agentId} states={[]} selected={null} />
    </EmptyState>
  );
}
