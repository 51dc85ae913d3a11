/** A flow, drawn: states as cards, and the edges between them. `layout.ts` computes the places. */
import { Background, Controls, ReactFlow, useReactFlow, useStore } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useMay } from '../session.ts';
import { texts } from '../texts/texts.ts';
import { heightOf, NEW, NODE_WIDTH } from './card-size.ts';
import { drawnEdges } from './drawn-edges.ts';
import css from './flow-graph.module.css';
import type { FlowGraph, FlowNode } from './graph.ts';
import { layOut } from './layout.ts';
import { Legend } from './legend.tsx';
import { type Layout, shapeOf, wayOf } from './places.ts';
import { quickLayout } from './quick-layout.ts';
import { StateCard, type StateNode } from './state-card.tsx';
import { WayLine } from './way-line.tsx';

/** Below it the text in the cards is illegible. */
const MIN_READABLE_ZOOM = 0.72;
/** Below it the whole flow is a pattern, in which nobody recognises a state. */
const MIN_OVERVIEW_ZOOM = 0.15;
const MIN_ZOOM = 0.01;
/** With more, nodes out of sight are not drawn: then the keyboard cannot reach them either, but the page stays fast. */
const MAX_NODES_DRAWN = 100;
/** Around the flow, in pixels at full size. */
const MARGIN = 32;

const NODE_TYPES = { state: StateCard };
const EDGE_TYPES = { way: WayLine };
const EDGE = { className: css['edge'] ?? '' };
const NO_WAY: ReadonlySet<string> = new Set();

export function FlowGraphView(props: {
  graph: FlowGraph;
  /** The ids of states whose changes are not saved. */
  unsaved: readonly string[];
  selected: string | null;
  /** Undefined: a click outside the states. */
  onSelect: (stateId?: string) => void;
  /** Edges to light up, by `wayOf`. */
  way?: ReadonlySet<string>;
  /** A line was drawn, from a row of the state or from its title; to nothing: null. */
  onConnect: (from: { source: string; row: string | null }, target: string | null) => void;
}) {
  const { graph, unsaved, selected, way = NO_WAY, onSelect, onConnect } = props;
  const scheme = useComputedColorScheme();
  const mayConnect = useMay('replaceState');
  const { layout, isRough, failure } = useLayout(graph);
  const nodes = useMemo(
    () => (layout ? drawnNodes(graph, layout, { selected, unsaved }) : []),
    [graph, layout, selected, unsaved],
  );
  const canvas = useFocusAfter(selected);
  const edges = useMemo(
    () => (layout ? drawnEdges(graph, layout, { selected, way }) : []),
    [graph, layout, selected, way],
  );

  /** Returns whether there is something to open. */
  function open(id: string): boolean {
    const isState = graph.nodes.some((node) => node.id === id && node.kind !== 'agent');
    if (isState) onSelect(id);
    return isState;
  }

  if (failure !== null) return <ProblemAlert error={failure} />;
  if (!layout) return <p className={css['busy']}>{texts.graph.layingOut(graph.nodes.length)}</p>;
  return (
    <div className={css['canvas']} ref={canvas}>
      <Legend graph={graph} />
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
        nodesConnectable={mayConnect}
        onConnectEnd={(event, { fromNode, fromHandle }) => {
          const target = nodeAt(event);
          const row = fromHandle?.id ?? NEW;
          if (!fromNode || (row === NEW && fromNode.id === target)) return;
          onConnect({ source: fromNode.id, row: row === NEW ? null : row }, target);
        }}
        edgesFocusable={false}
        defaultEdgeOptions={EDGE}
        onlyRenderVisibleElements={graph.nodes.length > MAX_NODES_DRAWN}
        minZoom={MIN_ZOOM}
        proOptions={{ hideAttribution: true }}
        ariaLabelConfig={{ 'node.a11yDescription.default': texts.graph.pressEnter }}
      >
        <Background gap={24} />
        <Controls showInteractive={false} />
        <Follow graph={graph} layout={layout} isRough={isRough} selected={selected} />
      </ReactFlow>
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

/**
 * Null until the first layout is ready; then the last one stays until the next is. A large flow has a rough one until
 * then: the other takes more than a second.
 */
function useLayout(graph: FlowGraph): { layout: Layout | null; isRough: boolean; failure: unknown } {
  const [layout, setLayout] = useState<Layout | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  // Words take no part in it: nothing moves while one is typed.
  const shape = useMemo(() => shapeOf(graph), [graph]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a graph of the same shape keeps its places
  useEffect(() => {
    let isCurrent = true;
    layOut(graph).then((found) => isCurrent && setLayout(found), setFailure);
    return () => {
      isCurrent = false;
    };
  }, [shape]);
  const isLarge = graph.nodes.length > MAX_NODES_DRAWN;
  const rough = useMemo(() => (isLarge && !layout ? quickLayout(graph) : null), [isLarge, layout, graph]);
  return { layout: layout ?? rough, isRough: !layout, failure };
}

/**
 * Shows the whole flow, or the beginning of one of hundreds of states; or the selected state, legible. Again when states
 * come or go, when they get better places, or the available space changes.
 */
function Follow(props: { graph: FlowGraph; layout: Layout; isRough: boolean; selected: string | null }) {
  const { graph, layout, isRough, selected } = props;
  const { setViewport } = useReactFlow();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const size = layout.places.size;
  const duration = useReducedMotion(undefined, { getInitialValueInEffect: false }) ? 0 : 200;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of states is what matters
  useEffect(() => {
    if (width > 0) void setViewport(viewOf(graph, layout, { width, height }, selected), { duration });
  }, [size, isRough, width, height, selected]);
  return null;
}

type Room = { width: number; height: number };

function viewOf({ nodes }: FlowGraph, { places }: Layout, room: Room, selected: string | null) {
  const boxes = nodes.flatMap((node) => {
    const at = places.get(node.id);
    return at ? [{ ...at, id: node.id, right: at.x + NODE_WIDTH, bottom: at.y + heightOf(node) }] : [];
  });
  const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN;
  const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN;
  const wide = Math.max(...boxes.map(({ right }) => right)) + MARGIN - left;
  const high = Math.max(...boxes.map(({ bottom }) => bottom)) + MARGIN - top;
  const whole = Math.min(1, room.width / wide, room.height / high);
  const beginning = whole < MIN_OVERVIEW_ZOOM ? boxes.toSorted((a, b) => a.x - b.x)[0] : undefined;
  const focus = boxes.find(({ id }) => id === selected) ?? beginning;
  const zoom = focus ? Math.max(MIN_READABLE_ZOOM, whole) : Math.max(MIN_ZOOM, whole);
  const at = focus ? { x: (focus.x + focus.right) / 2, y: (focus.y + focus.bottom) / 2 } : { x: left, y: top };
  const shift = (from: number, length: number, available: number, middle: number) => {
    if (length * zoom <= available) return (available - length * zoom) / 2 - from * zoom;
    const wanted = available / 2 - middle * zoom;
    return Math.min(-from * zoom, Math.max(available - (from + length) * zoom, wanted));
  };
  return { zoom, x: shift(left, wide, room.width, at.x), y: shift(top, high, room.height, at.y) };
}

function drawnNodes(
  { nodes, edges }: FlowGraph,
  { places, routes }: Layout,
  { selected, unsaved }: { selected: string | null; unsaved: readonly string[] },
): StateNode[] {
  const out = Map.groupBy(edges, ({ source }) => source);
  return nodes.flatMap((node) => {
    const back = (out.get(node.id) ?? []).filter((edge) => !routes.has(wayOf(edge)));
    const position = places.get(node.id);
    if (!position) return [];
    return {
      id: node.id,
      type: 'state' as const,
      position,
      width: NODE_WIDTH,
      height: heightOf(node),
      selected: node.id === selected,
      focusable: node.kind !== 'agent',
      ariaLabel: [
        node.kind === 'agent' ? texts.graph.agentCard : texts.graph.stateCard(node.id),
        ...notesOf(node),
      ].join('. '),
      data: { node, isUnsaved: unsaved.includes(node.id), back: new Set(back.map(({ row }) => row)) },
    };
  });
}

function notesOf({ state, change, count, problems }: FlowNode): string[] {
  const name = state?.displayName;
  return [
    ...(name === undefined ? [] : [name]),
    ...(change ? [texts.versions.change[change]] : []),
    ...(count ? [count] : []),
    ...problems,
  ];
}
