/** What a layout of a flow is: the places of its states and the routes of its edges. `layout.ts` and `quick-layout.ts` find one. Pure. */
import { ENTRY_Y, labelOf, NODE_WIDTH, outletOf, outletsOf } from './card-size.ts';
import type { FlowEdge, FlowGraph, FlowNode } from './graph.ts';

export type Point = { x: number; y: number };
export type Route = { points: Point[]; label?: Point };
export type Layout = {
  /** By the state's id: the left upper corner. */
  places: ReadonlyMap<string, Point>;
  /** By `wayOf` an edge; none of those that lead back. */
  routes: ReadonlyMap<string, Route>;
};

/** The same for the same edge of a later graph. */
export const wayOf = ({ source, row, target }: FlowEdge): string => JSON.stringify([source, row, target]);

/** Where an edge begins and ends; none while one of its states has no place. */
export function endsOf(
  { source, target, row }: FlowEdge,
  byId: ReadonlyMap<string, FlowNode>,
  places: Layout['places'],
): { start: Point; end: Point } | undefined {
  const node = byId.get(source);
  const [from, to] = [places.get(source), places.get(target)];
  if (!node || !from || !to) return;
  const outlet = outletOf(node, row);
  const { y } = outletsOf(node).find(({ id }) => id === outlet)!;
  return { start: { x: from.x + NODE_WIDTH, y: from.y + y }, end: { x: to.x, y: to.y + ENTRY_Y } };
}

/** What the layout depends on: of two graphs with the same one it is the same. */
export function shapeOf({ nodes, edges }: FlowGraph): string {
  const labels = edges.map((edge) => labelOf(edge)?.length ?? 0);
  return JSON.stringify([nodes.map((node) => [node.id, outletsOf(node)]), edges.map(wayOf), labels]);
}

/** Entries first, then breadth first: states beside each other keep this order. */
export function readingOrder({ nodes, edges }: FlowGraph): FlowNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const after = Map.groupBy(edges, ({ source }) => source);
  const order = new Set(nodes.filter(({ isEntry }) => isEntry).map(({ id }) => id));
  for (const id of order) for (const { target } of after.get(id) ?? []) order.add(target);
  for (const { id } of nodes) order.add(id);
  return [...order].flatMap((id) => byId.get(id) ?? []);
}
