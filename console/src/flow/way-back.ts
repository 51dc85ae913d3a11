/** How a line that leads back is drawn when it is drawn whole: below the cards between its ends, not across them. Pure. */
import { heightOf, NODE_WIDTH } from './card-size.ts';
import type { FlowEdge, FlowNode } from './graph.ts';
import { endsOf, type Layout, type Route } from './places.ts';

/** Pixels between the line and the cards that it goes around. */
const ASIDE = 14;

/** None while the layout has no place for one of the ends. */
export function wayBack(edge: FlowEdge, byId: ReadonlyMap<string, FlowNode>, { places }: Layout): Route | undefined {
  const ends = endsOf(edge, byId, places);
  if (!ends) return;
  const { start, end } = ends;
  const right = start.x + ASIDE;
  const left = end.x - ASIDE;
  let bottom = Math.max(start.y, end.y);
  for (const [id, { x, y }] of places) {
    const node = byId.get(id);
    if (node && x < right && x + NODE_WIDTH > left) bottom = Math.max(bottom, y + heightOf(node));
  }
  const below = bottom + ASIDE;
  return {
    points: [
      start,
      { x: right, y: start.y },
      { x: right, y: below },
      { x: left, y: below },
      { x: left, y: end.y },
      end,
    ],
    label: { x: (left + right) / 2, y: below },
  };
}
