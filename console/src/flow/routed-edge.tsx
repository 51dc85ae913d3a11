/** An edge along the corners that the layout gave it, with its label where it leaves its state. */
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from '@xyflow/react';
import type { Point, RoutedEdge as Routed } from './drawn-edges.ts';
import css from './flow-graph.module.css';

/** Of a corner, in pixels at full size. */
const RADIUS = 8;
/** From the state to its label. */
const BESIDE = 6;

export function RoutedEdge(props: EdgeProps<Routed>) {
  const { id, data, style, markerEnd } = props;
  const [start] = data?.way ?? [];
  if (!data?.way || !start) {
    const [path] = getSmoothStepPath({ ...props, borderRadius: RADIUS });
    return <BaseEdge id={id} path={path} {...(style && { style })} {...(markerEnd && { markerEnd })} />;
  }
  return (
    <>
      <BaseEdge id={id} path={rounded(data.way)} {...(style && { style })} {...(markerEnd && { markerEnd })} />
      {data.words !== undefined && (
        // Above all lines, which may cross it.
        <EdgeLabelRenderer>
          <span
            className={css['label']}
            style={{
              transform: `translate(${start.x + BESIDE}px, ${start.y}px) translateY(-50%)`,
              color: style?.stroke,
            }}
          >
            {data.words}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
}

/** A path through the points, its corners rounded. */
function rounded(points: readonly Point[]): string {
  const corners = points.slice(1, -1).map((corner, index) => {
    const before = towards(corner, points[index]!);
    const after = towards(corner, points[index + 2]!);
    return `L${before.x},${before.y} Q${corner.x},${corner.y} ${after.x},${after.y}`;
  });
  const first = points[0]!;
  const last = points.at(-1)!;
  return [`M${first.x},${first.y}`, ...corners, `L${last.x},${last.y}`].join(' ');
}

/** A point near a corner on the way to the next point, at most half of that way. */
function towards(corner: Point, next: Point): Point {
  const length = Math.hypot(next.x - corner.x, next.y - corner.y);
  const share = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length;
  return { x: corner.x + (next.x - corner.x) * share, y: corner.y + (next.y - corner.y) * share };
}
