/** A flow, drawn: states as cards, and the edges between them. `layout.ts` computes the places. */
import { Background, Controls, ReactFlow, useReactFlow, useStore } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { drawnEdges, type Layout, type Places, waysBack } from './drawn-edges.ts';
import css from './flow-graph.module.css';
import type { FlowGraph, FlowNode } from './graph.ts';
import { layOut, NODE_HEIGHT, NODE_WIDTH } from './layout.ts';
import { Legend } from './legend.tsx';
import { RoutedEdge } from './routed-edge.tsx';
import { StateCard, type StateNode } from './state-card.tsx';

const MIN_ZOOM = 0.05;
/** Below it the text in the cards is illegible. */
const MIN_READABLE_ZOOM = 0.72;
/** With more, nodes out of sight are not drawn: then the keyboard cannot reach them either, but the page stays fast. */
const MAX_NODES_DRAWN = 100;
/** Around the flow, in pixels at full size. */
const MARGIN = 32;

const NODE_TYPES = { state: StateCard };
const EDGE_TYPES = { routed: RoutedEdge };

export function FlowGraphView(props: {
  graph: FlowGraph;
  /** The ids of states whose changes are not saved. */
  unsaved: readonly string[];
  selected: string | null;
  /** Undefined: a click outside the states. */
  onSelect: (stateId?: string) => void;
  /** A line was drawn; to nothing: null. */
  onConnect: (source: string, target: string | null) => void;
}) {
  const { graph, unsaved, selected, onSelect, onConnect } = props;
  const scheme = useComputedColorScheme();
  const { layout, failure } = useLayout(graph);
  const nodes = useMemo(
    () => (layout ? drawnNodes(graph, layout, { selected, unsaved }) : []),
    [graph, layout, selected, unsaved],
  );
  const canvas = useFocusAfter(selected);
  const edges = useMemo(() => drawnEdges(graph, layout, selected), [graph, layout, selected]);

  /** Returns whether there is something to open. */
  function open(id: string): boolean {
    const isState = graph.nodes.some((node) => node.id === id && node.kind !== 'agent');
    if (isState) onSelect(id);
    return isState;
  }

  if (failure !== null) return <ProblemAlert error={failure} />;
  if (!layout) return <p className={css['busy']}>Laying out {graph.nodes.length} states…</p>;
  return (
    <div className={css['canvas']} ref={canvas}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        colorMode={scheme}
        // The address determines the selection; the graph must not keep its own.
        elementsSelectable={false}
        onNodeClick={(_event, { id }) => open(id)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          const { id } = (event.target as HTMLElement).dataset;
          if (id !== undefined && open(id)) event.preventDefault();
        }}
        onPaneClick={() => selected !== null && onSelect()}
        nodesDraggable={false}
        onConnectEnd={(event, { fromNode }) => {
          const target = nodeAt(event);
          if (fromNode && fromNode.id !== target) onConnect(fromNode.id, target);
        }}
        edgesFocusable={false}
        onlyRenderVisibleElements={graph.nodes.length > MAX_NODES_DRAWN}
        minZoom={MIN_ZOOM}
        proOptions={{ hideAttribution: true }}
        ariaLabelConfig={{ 'node.a11yDescription.default': 'Press enter to open the state.' }}
      >
        <Background gap={24} />
        <Controls showInteractive={false} />
        <Follow places={layout.places} selected={selected} />
      </ReactFlow>
      <Legend graph={graph} />
    </div>
  );
}

/** The state under the pointer: a line may end anywhere on its card. */
function nodeAt(event: MouseEvent | TouchEvent): string | null {
  const { clientX, clientY } = 'changedTouches' in event ? event.changedTouches[0]! : event;
  const card = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('.react-flow__node');
  return card?.dataset['id'] ?? null;
}

/** When the editor of a state closes, keyboard focus returns to that state. */
function useFocusAfter(selected: string | null) {
  const canvas = useRef<HTMLDivElement>(null);
  const before = useRef(selected);
  useEffect(() => {
    const left = before.current;
    before.current = selected;
    if (selected !== null || left === null || document.activeElement !== document.body) return;
    canvas.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(left)}"]`)?.focus({ preventScroll: true });
  }, [selected]);
  return canvas;
}

/** Null until the first layout is ready; then the last one stays until the next is. */
function useLayout(graph: FlowGraph): { layout: Layout | null; failure: unknown } {
  const [layout, setLayout] = useState<Layout | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  // Labels take no part in it: nothing moves while one is typed.
  const shape = JSON.stringify([
    graph.nodes.map(({ id }) => id),
    graph.edges.map(({ source, target }) => [source, target]),
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a graph of the same shape keeps its places
  useEffect(() => {
    let isCurrent = true;
    layOut(graph).then((found) => isCurrent && setLayout(found), setFailure);
    return () => {
      isCurrent = false;
    };
  }, [shape]);
  return { layout, failure };
}

/**
 * Shows the whole flow, so that one sees what there is; then the selection, to be read. Again when states come or go, or
 * the available space changes.
 */
function Follow({ places, selected }: { places: Places; selected: string | null }) {
  const { setViewport } = useReactFlow();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const size = places.size;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of states is what matters
  useEffect(() => {
    if (width > 0) void setViewport(viewOf(places, { width, height }, selected), { duration: 200 });
  }, [size, width, height, selected]);
  return null;
}

function viewOf(places: Places, room: { width: number; height: number }, selected: string | null) {
  const all = [...places.values()];
  const left = Math.min(...all.map(({ x }) => x)) - MARGIN;
  const top = Math.min(...all.map(({ y }) => y)) - MARGIN;
  const wide = Math.max(...all.map(({ x }) => x)) + NODE_WIDTH + MARGIN - left;
  const high = Math.max(...all.map(({ y }) => y)) + NODE_HEIGHT + MARGIN - top;
  const least = selected === null ? MIN_ZOOM : MIN_READABLE_ZOOM;
  const zoom = Math.min(1, Math.max(least, Math.min(room.width / wide, room.height / high)));
  const focus = (selected !== null && places.get(selected)) || all.toSorted((a, b) => a.x - b.x)[0]!;
  const shift = (from: number, length: number, available: number, at: number) => {
    if (length * zoom <= available) return (available - length * zoom) / 2 - from * zoom;
    const wanted = available / 2 - at * zoom;
    return Math.min(-from * zoom, Math.max(available - (from + length) * zoom, wanted));
  };
  return {
    zoom,
    x: shift(left, wide, room.width, focus.x + NODE_WIDTH / 2),
    y: shift(top, high, room.height, focus.y + NODE_HEIGHT / 2),
  };
}

function drawnNodes(
  graph: FlowGraph,
  layout: Layout,
  { selected, unsaved }: { selected: string | null; unsaved: readonly string[] },
): StateNode[] {
  const back = waysBack(graph, layout);
  return graph.nodes.flatMap((node) => {
    const position = layout.places.get(node.id);
    if (!position) return [];
    return {
      id: node.id,
      type: 'state' as const,
      position,
      width: NODE_WIDTH,
      height: NODE_HEIGHT,
      selected: node.id === selected,
      focusable: node.kind !== 'agent',
      ariaLabel: [node.kind === 'agent' ? 'The agent' : `State ${node.id}`, ...notesOf(node)].join('. '),
      data: { node, isUnsaved: unsaved.includes(node.id), back: back.get(node.id) ?? [] },
    };
  });
}

function notesOf({ change, count, problems }: FlowNode): string[] {
  return [...(change ? [change] : []), ...(count ? [count] : []), ...problems];
}
