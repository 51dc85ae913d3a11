/** What the lines of the graph mean: only the kinds that occur. */

import { texts } from '../texts/texts.ts';
import { MARKS } from './card-size.ts';
import { DASHES } from './drawn-edges.ts';
import css from './flow-graph.module.css';
import type { Change, FlowGraph } from './graph.ts';
import type { EdgeKind } from './rows.ts';

export function Legend({ graph: { nodes, edges } }: { graph: FlowGraph }) {
  const kinds = (Object.keys(DASHES) as EdgeKind[]).filter((kind) => edges.some((edge) => edge.kind === kind));
  const changes = (Object.keys(MARKS) as Change[]).filter((change) =>
    [...nodes, ...edges].some((part) => part.change === change),
  );
  if (kinds.length === 0) return null;
  return (
    <ul className={css['legend']} aria-label={texts.graph.legend}>
      {kinds.map((kind) => (
        <li key={kind} style={{ color: `var(--edge-${kind})` }}>
          <svg width="26" height="6" aria-hidden="true">
            <path d="M0 3h26" stroke="currentColor" strokeWidth="2" strokeDasharray={DASHES[kind]} />
          </svg>
          {texts.graph.kinds[kind]}
        </li>
      ))}
      {changes.map((change) => (
        <li key={change} style={{ color: `var(--edge-${change})` }}>
          <b>{MARKS[change]}</b>
          {texts.versions.change[change]}
        </li>
      ))}
    </ul>
  );
}
