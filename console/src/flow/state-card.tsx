/** A state as a card of the graph: its id, its first words, its parts, and its faults. */

import { IconAlertTriangle, IconKey, IconMessage, IconPlug, IconRoute } from '@tabler/icons-react';
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { MARKS } from './drawn-edges.ts';
import css from './flow-graph.module.css';
import { AGENT_NODE, type FlowNode } from './graph.ts';
import { summaryOf } from './summary.ts';

/** `back`: the states that it leads back to, whose lines are not drawn. */
export type StateNode = Node<{ node: FlowNode; isUnsaved: boolean; back: string[] }, 'state'>;

export function StateCard({ data: { node, isUnsaved, back }, selected }: NodeProps<StateNode>) {
  const { id, kind, isEntry, state, problems, change, count } = node;
  return (
    <div
      className={css['state']}
      data-kind={kind}
      data-entry={isEntry}
      data-selected={selected}
      data-bad={problems.length > 0}
      data-change={change}
    >
      <Handle type="target" position={Position.Left} isConnectableStart={false} />
      <header>
        <strong title={id}>{id === AGENT_NODE ? 'Agent' : id}</strong>
        {isUnsaved && <span className={css['unsaved']} title="Not saved yet" role="img" aria-label="not saved yet" />}
        {change && (
          <span className={css['change']} data-change={change}>
            {MARKS[change]} {change}
          </span>
        )}
        {isEntry && kind === 'state' && !change && <span className={css['tag']}>entry</span>}
        {problems.length > 0 && (
          <span className={css['warning']} title={problems.join('\n')} role="img" aria-label={problems.join(' ')}>
            <IconAlertTriangle size={16} />
          </span>
        )}
      </header>
      <p>{kind === 'agent' ? 'keywords and default state' : state ? summaryOf(state) : 'does not exist'}</p>
      {count !== undefined && <footer>{count}</footer>}
      {state && count === undefined && (
        <footer>
          {!!state.operations?.length && (
            <Part
              icon={<IconPlug size={13} />}
              text={`${state.operations.length} operation${plural(state.operations)}`}
            />
          )}
          {!!state.transitions?.length && (
            <Part
              icon={<IconRoute size={13} />}
              text={`${state.transitions.length} transition${plural(state.transitions)}`}
            />
          )}
          {state.template && (
            <Part icon={<IconMessage size={13} />} text={contentKind(state.template.contentMessage)} />
          )}
          {state.input && <Part icon={<IconKey size={13} />} text="waits" />}
        </footer>
      )}
      <Handle
        type="source"
        position={Position.Right}
        className={css['from'] ?? ''}
        isConnectable={kind === 'state'}
        title="Draw a line to another state, or to nothing for a new one"
      />
      {back.length > 0 && (
        <span className={css['back']} title={`Leads back to ${back.join(', ')}`}>
          ↩ {back.join(', ')}
        </span>
      )}
    </div>
  );
}

const plural = (list: unknown[]) => (list.length === 1 ? '' : 's');

function Part({ icon, text }: { icon: React.ReactNode; text: string }) {
  return (
    <span>
      {icon}
      {text}
    </span>
  );
}

type Message = Record<string, unknown>;
const CONTENT_KINDS: Record<string, string> = {
  text: 'text',
  richCard: 'card',
  contentInfo: 'file',
  uploadedRbmFile: 'file',
};

function contentKind(message: Message): string {
  return CONTENT_KINDS[Object.keys(message).find((field) => field in CONTENT_KINDS) ?? ''] ?? 'message';
}
