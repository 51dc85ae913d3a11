/** The flow of an agent: its states as a graph, and next to it the editor of the selected one. */
import { Box, Button, Grid, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import type { Agent } from '@model/agent.ts';
import { IconPlus, IconSchema } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { useAgent } from '../agent.ts';
import { fieldError, pathOf } from '../api.ts';
import { ConnectDialog, type Line } from '../flow/connect-dialog.tsx';
import { useCreateState } from '../flow/create-state.ts';
import { FindState } from '../flow/find-state.tsx';
import { FlowBar } from '../flow/flow-bar.tsx';
import { FlowGraphView } from '../flow/flow-graph.tsx';
import { FlowLinks } from '../flow/flow-links.tsx';
import { FlowPanel } from '../flow/flow-panel.tsx';
import { type FlowState, flowGraph } from '../flow/graph.ts';
import { MissingState } from '../flow/missing-state.tsx';
import { PasteStates } from '../flow/paste-states.tsx';
import { SAMPLE_ENTRY, saveSampleFlow } from '../flow/sample.ts';
import { StateEditor } from '../flow/state-editor.tsx';
import { useEditedFlow } from '../flow/use-edited-flow.ts';
import { useSave } from '../flow/use-save.ts';
import { useCounted } from '../funnel/use-funnel.ts';
import { AgentPage } from '../pieces/agent-page.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange, useStates } from '../queries.ts';
import { useCompared } from '../versions/use-versions.ts';
import { VersionsButton } from '../versions/versions-button.tsx';

/** The graph follows what is typed after a pause. */
const PAUSE_MS = 250;

const from = '/agents/$agentId/flow/{-$stateId}';

export default function FlowPage() {
  const { agentId, stateId } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate();
  const agent = useAgent();
  const states = useStates(agentId);
  const actions = (
    <>
      {agent.data && <VersionsButton agent={agent.data} />}
      <FlowLinks agentId={agentId} />
      <FindState
        states={states.data ?? []}
        onShow={(stateId) => void navigate({ to: from, params: { agentId, stateId }, search, resetScroll: false })}
      />
      <NewState agentId={agentId} />
    </>
  );
  return (
    <AgentPage title="Flow" guide="flows" actions={actions}>
      <Loaded of={agent}>
        {(found) => (
          <Loaded of={states}>
            {(rows) =>
              rows.length === 0 ? (
                <NoStates agentId={agentId} />
              ) : (
                <Flow key={agentId} agent={found} states={rows} selected={stateId ?? null} />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </AgentPage>
  );
}

function Flow({ agent, states, selected }: { agent: Agent; states: FlowState[]; selected: string | null }) {
  const { agentId, config } = agent;
  const navigate = useNavigate();
  const search = useSearch({ from });
  const { panel } = search;
  const editing = useEditedFlow(agentId, states);
  const saving = useSave(agentId, editing);
  // Not at each key: a name that is typed into a field would be drawn letter by letter.
  const [drawn] = useDebouncedValue(editing.states, PAUSE_MS);
  const graph = useMemo(() => flowGraph(drawn, config), [drawn, config]);
  // Versions are compared with what is stored, as the words beside the graph are.
  const stored = useMemo(() => flowGraph(states, config), [states, config]);
  const compared = useCompared(agentId, stored, panel === 'versions' ? search : {});
  const counted = useCounted(agentId, graph, search);
  const exists = states.some(({ stateId }) => stateId === selected);
  const [line, setLine] = useState<Line | null>(null);
  const creating = useCreateState(agentId);
  const outside = useRef<HTMLDivElement>(null);
  /** Without a state: the graph alone. */
  const show = (stateId?: string) =>
    navigate({
      to: from,
      // Explicit even when there is none: a link inherits the address's parameters.
      params: { agentId, stateId },
      search,
      resetScroll: false,
    });
  const showStep = (stateId: string) => {
    if (stateId !== selected) void show(stateId);
  };
  const isAlone = selected === null && panel === undefined;
  return (
    <Grid gap="lg">
      {!exists && (editing.changed.length > 0 || editing.flow.done.length > 0) && (
        <Grid.Col span={12}>
          <FlowBar editing={editing} saving={saving} onShow={showStep} area={outside} />
        </Grid.Col>
      )}
      <Grid.Col span={{ base: 12, md: isAlone ? 12 : 7 }}>
        <Box
          h={{ base: isAlone ? 460 : 320, md: 'max(420px, calc(100dvh - 230px))' }}
          style={{ border: '1px solid var(--console-edge)', borderRadius: 12, overflow: 'hidden' }}
        >
          <FlowGraphView
            graph={compared ?? counted ?? graph}
            unsaved={editing.changed}
            selected={selected}
            onSelect={show}
            onConnect={(source, target) => setLine({ source, target })}
          />
        </Box>
      </Grid.Col>
      <PasteStates agentId={agentId} states={editing.states} selected={selected} />
      {line && editing.states.some(({ stateId }) => stateId === line.source) && (
        <ConnectDialog line={line} editing={editing} onClose={() => setLine(null)} onCreate={creating.mutate} />
      )}
      {selected !== null && (
        <Grid.Col span={{ base: 12, md: 5 }}>
          {exists ? (
            <StateEditor
              key={selected}
              agentId={agentId}
              stateId={selected}
              graph={graph}
              editing={editing}
              saving={saving}
              onShow={showStep}
              onClose={() => show()}
              onDeleted={() => show()}
            />
          ) : (
            <MissingState key={selected} agentId={agentId} stateId={selected} onClose={() => show()} />
          )}
        </Grid.Col>
      )}
      {panel !== undefined && (
        // Kept while a state is edited: what it has found is still there afterwards.
        <Grid.Col span={{ base: 12, md: 5 }} display={selected === null ? undefined : 'none'}>
          <FlowPanel panel={panel} agent={agent} search={search} unsaved={editing.changed.length} />
        </Grid.Col>
      )}
    </Grid>
  );
}

function NoStates({ agentId }: { agentId: string }) {
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

function NewState({ agentId }: { agentId: string }) {
  const [isOpen, { open, close }] = useDisclosure();
  const [stateId, setStateId] = useState('');
  const navigate = useNavigate();
  const create = useCreateState(agentId, { quiet: true });

  async function submit(event: FormEvent) {
    event.preventDefault();
    const done = await create.mutateAsync(stateId).then(
      () => true,
      () => false,
    );
    if (!done) return;
    close();
    setStateId('');
    await navigate({ to: '/agents/$agentId/flow/{-$stateId}', params: { agentId, stateId } });
  }

  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={open}>
        New state
      </Button>
      <Modal opened={isOpen} onClose={close} title="New state" centered>
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label="State id"
              description="Letters, digits and . _ ~ : @ - ; up to 100."
              value={stateId}
              onChange={(event) => setStateId(event.currentTarget.value)}
              error={fieldError(create.error, 'stateId') ?? fieldError(create.error, '/stateId')}
              data-autofocus
            />
            <ProblemAlert error={create.error} />
            <Group justify="flex-end">
              <Button type="submit" loading={create.isPending} disabled={stateId.trim() === ''}>
                Create
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
