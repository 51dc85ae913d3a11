/** The flow of an agent: its states as a graph or a list, and next to it the editor of the selected one. */
import { Box, Grid } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Agent } from '@model/agent.ts';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ComponentProps, useMemo, useRef, useState } from 'react';
import { useAgent } from '../agent.ts';
import { ConnectDialog } from '../flow/connect-dialog.tsx';
import { useCreateState } from '../flow/create-state.ts';
import { FlowActions } from '../flow/flow-actions.tsx';
import { FlowBar } from '../flow/flow-bar.tsx';
import { FlowGraphView } from '../flow/flow-graph.tsx';
import { FlowPanel } from '../flow/flow-panel.tsx';
import { type FlowGraph, type FlowState, flowGraph } from '../flow/graph.ts';
import { MissingState } from '../flow/missing-state.tsx';
import { NoStates } from '../flow/no-states.tsx';
import { PasteStates } from '../flow/paste-states.tsx';
import { wayOf } from '../flow/places.ts';
import { StateEditor } from '../flow/state-editor.tsx';
import { StateList } from '../flow/state-list.tsx';
import { useConnecting } from '../flow/use-connecting.ts';
import { useEditedFlow } from '../flow/use-edited-flow.ts';
import { useSave } from '../flow/use-save.ts';
import { useCounted } from '../funnel/use-funnel.ts';
import { AgentPage } from '../pieces/agent-page.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { wayTaken } from '../play/played.ts';
import type { Turns } from '../play/use-playing.ts';
import { useStates } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { useCompared } from '../versions/use-versions.ts';
import { VersionState } from '../versions/version-state.tsx';

/** The graph follows what is typed after a pause. */
const PAUSE_MS = 250;

const from = '/agents/$agentId/flow/{-$stateId}';

export default function FlowPage() {
  const { agentId, stateId } = useParams({ from });
  const agent = useAgent();
  const states = useStates(agentId);
  const show = useShow(agentId);
  return (
    <AgentPage
      title={texts.shell.flow}
      guide="flows"
      actions={<FlowActions agent={agent.data} states={states.data ?? []} onShow={show} />}
    >
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

/** Opens a state beside what is there; without one, the graph alone. */
function useShow(agentId: string) {
  const navigate = useNavigate();
  const search = useSearch({ from });
  return (stateId?: string) =>
    // Explicit even when there is none: a link inherits the address's parameters.
    navigate({ to: from, params: { agentId, stateId }, search, resetScroll: false });
}

type FlowProps = { agent: Agent; states: FlowState[]; selected: string | null };

function Flow({ agent, states, selected }: FlowProps) {
  const { agentId } = agent;
  const { panel } = useSearch({ from });
  const editing = useEditedFlow(agentId, states);
  const saving = useSave(agentId, editing);
  const { graph, shown } = useGraphs(agent, states, editing.states);
  const { way, setTurns } = useWay(graph);
  const connecting = useConnecting(graph, editing);
  const creating = useCreateState(agentId);
  const outside = useRef<HTMLDivElement>(null);
  const show = useShow(agentId);
  const showStep = (stateId: string) => {
    if (stateId !== selected) void show(stateId);
  };
  const exists = states.some(({ stateId }) => stateId === selected);
  return (
    <Grid gap="lg">
      {!exists && (editing.changed.length > 0 || editing.flow.done.length > 0) && (
        <Grid.Col span={12}>
          <FlowBar editing={editing} saving={saving} onShow={showStep} area={outside} />
        </Grid.Col>
      )}
      <Drawn
        graph={shown}
        way={way}
        isAlone={selected === null && panel === undefined}
        unsaved={editing.changed}
        selected={selected}
        onSelect={show}
        onConnect={connecting.connect}
      />
      <PasteStates agentId={agentId} states={editing.states} selected={selected} />
      {connecting.line && (
        <ConnectDialog line={connecting.line} editing={editing} onClose={connecting.close} onCreate={creating.mutate} />
      )}
      {selected !== null && (
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Selected {...{ agentId, graph, editing, saving, exists }} stateId={selected} onShow={showStep} />
        </Grid.Col>
      )}
      <Panel
        agent={agent}
        isHidden={selected !== null}
        unsaved={editing.changed.length}
        states={editing.states}
        onPlayed={setTurns}
      />
    </Grid>
  );
}

/** `graph`: the flow as it is edited. `shown`: the same, or what is compared or counted. */
function useGraphs({ agentId, config }: Agent, stored: FlowState[], edited: FlowState[]) {
  const search = useSearch({ from });
  // Not at each key: a name that is typed into a field would be drawn letter by letter.
  const [drawn] = useDebouncedValue(edited, PAUSE_MS);
  const graph = useMemo(() => flowGraph(drawn, config), [drawn, config]);
  // Versions are compared with what is stored, as the words beside the graph are.
  const draft = useMemo(() => flowGraph(stored, config), [stored, config]);
  const compared = useCompared(agentId, draft, search.panel === 'versions' ? search : {});
  const counted = useCounted(agentId, graph, search);
  return { graph, shown: compared ?? counted ?? graph };
}

/** What the last turn of a played conversation took, while the phone is beside the graph. */
function useWay(graph: FlowGraph) {
  const { panel } = useSearch({ from });
  const [turns, setTurns] = useState<Turns>([]);
  const isPlayed = panel === 'play';
  const way = useMemo(() => new Set(isPlayed ? wayTaken(graph, turns).map(wayOf) : []), [isPlayed, graph, turns]);
  return { way, setTurns };
}

function Drawn({ isAlone, ...graph }: ComponentProps<typeof FlowGraphView> & { isAlone: boolean }) {
  const { view } = useSearch({ from });
  return (
    <Grid.Col span={{ base: 12, md: isAlone ? 12 : 7 }}>
      {view === 'list' ? (
        <StateList {...graph} />
      ) : (
        <Box
          h={{ base: isAlone ? 460 : 320, md: 'max(420px, calc(100dvh - 230px))' }}
          style={{ border: '1px solid var(--console-edge)', borderRadius: 12, overflow: 'hidden' }}
        >
          <FlowGraphView {...graph} />
        </Box>
      )}
    </Grid.Col>
  );
}

type SelectedProps = Omit<ComponentProps<typeof StateEditor>, 'onClose' | 'onDeleted'> & { exists: boolean };

/** The editor of the draft's state; of a version that is compared, the state as it was. */
function Selected({ exists, ...props }: SelectedProps) {
  const { agentId, stateId } = props;
  const search = useSearch({ from });
  const show = useShow(agentId);
  const close = () => show();
  const version = search.panel === 'versions' ? (search.to ?? (exists ? undefined : search.from)) : undefined;
  if (version !== undefined) {
    return <VersionState {...{ agentId, stateId, version }} before={search.from} onClose={close} />;
  }
  if (!exists) return <MissingState key={stateId} agentId={agentId} stateId={stateId} onClose={close} />;
  return <StateEditor key={stateId} {...props} onClose={close} onDeleted={close} />;
}

type BesideProps = Omit<ComponentProps<typeof FlowPanel>, 'panel' | 'search'> & { isHidden: boolean };

/** Kept while a state is edited: what it has found is still there afterwards. */
function Panel({ isHidden, ...props }: BesideProps) {
  const search = useSearch({ from });
  if (search.panel === undefined) return null;
  return (
    <Grid.Col span={{ base: 12, md: 5 }} display={isHidden ? 'none' : undefined}>
      <FlowPanel {...props} panel={search.panel} search={search} />
    </Grid.Col>
  );
}
