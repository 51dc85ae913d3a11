/** A line of the graph: around the cards, with round corners; or the short beginning of one that leads back. */
import { BaseEdge, type EdgeProps, EdgeText, getBezierPath } from '@xyflow/react';
import type { WayEdge } from './drawn-edges.ts';
import type { Route } from './places.ts';

const STUB_LENGTH = 12;
const RADIUS = 7;

export function WayLine(props: EdgeProps<WayEdge>) {
  const { data, style = {}, labelStyle = {}, markerEnd = '', sourceX, sourceY } = props;
  const { route, isStub, label } = data!;
  if (isStub) return <BaseEdge path={`M${sourceX} ${sourceY}h${STUB_LENGTH}`} style={style} interactionWidth={0} />;
  const [curve, x, y] = route ? [roundedPath(route.points)] : getBezierPath(props);
  const at = route ? route.label : { x: x!, y: y! };
  return (
    <>
      <BaseEdge path={curve} style={style} markerEnd={markerEnd} interactionWidth={0} />
      {label !== undefined && at && <EdgeText x={at.x} y={at.y} label={label} labelStyle={labelStyle} />}
    </>
  );
}

function roundedPath(points: Route['points']): string {
  const [first, ...rest] = points;
  const parts = rest.map((point, index) => {
    const next = rest[index + 1];
    if (!next) return `L${point.x} ${point.y}`;
    const before = toward(point, points[index]!);
    const after = toward(point, next);
    return `L${before.x} ${before.y}Q${point.x} ${point.y} ${after.x} ${after.y}`;
  });
  return [`M${first!.x} ${first!.y}`, ...parts].join('');
}

/** A corner's beginning: never beyond the middle of the line. */
function toward(from: Route['points'][number], to: Route['points'][number]) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const share = Math.min(RADIUS, length / 2) / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
