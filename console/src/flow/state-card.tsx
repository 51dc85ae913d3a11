/** A state as a card of the graph: its id, its first words, its parts, its faults, and a row for each way out of it. */

import { IconAlertTriangle, IconKey, IconMessage, IconPlug, IconRoute } from '@tabler/icons-react';
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { texts } from '../texts/texts.ts';
import { ENTRY_Y, heightOf, MARKS, NEW, type Outlet, outletsOf } from './card-size.ts';
import css from './flow-graph.module.css';
import { AGENT_NODE, type FlowNode } from './graph.ts';
import { calledOf, summaryOf } from './summary.ts';

/** `back`: the ids of the rows whose lines are not drawn, because they lead back. */
export type StateNode = Node<{ node: FlowNode; isUnsaved: boolean; back: ReadonlySet<string> }, 'state'>;

export function StateCard({ data: { node, isUnsaved, back }, selected, isConnectable }: NodeProps<StateNode>) {
  const { id, kind, isEntry, state, problems, change, count } = node;
  return (
    <div
      className={css['state']}
      data-kind={kind}
      data-entry={isEntry}
      data-selected={selected}
      data-bad={problems.length > 0}
      data-change={change}
      style={{ height: heightOf(node) }}
    >
      <Handle type="target" position={Position.Left} isConnectableStart={false} style={{ top: ENTRY_Y }} />
      <header>
        <strong title={state ? calledOf(state) : id}>
          {id === AGENT_NODE ? texts.shell.agent : (state?.displayName ?? id)}
          {state?.displayName !== undefined && <small> {id}</small>}
        </strong>
        {isUnsaved && (
          <span className={css['unsaved']} title={texts.editor.notSaved} role="img" aria-label={texts.graph.notSaved} />
        )}
        {change && (
          <span className={css['change']} data-change={change}>
            {MARKS[change]} {texts.versions.change[change]}
          </span>
        )}
        {isEntry && kind === 'state' && !change && <span className={css['tag']}>{texts.graph.entry}</span>}
        {problems.length > 0 && (
          <span className={css['warning']} title={problems.join('\n')} role="img" aria-label={problems.join(' ')}>
            <IconAlertTriangle size={16} />
          </span>
        )}
      </header>
      <p>{kind === 'agent' ? texts.graph.agentSummary : state ? summaryOf(state) : texts.graph.doesNotExist}</p>
      {count !== undefined && <footer>{count}</footer>}
      {state && count === undefined && (
        <footer>
          {!!state.operations?.length && (
            <Part icon={<IconPlug size={13} />} text={texts.graph.operations(state.operations.length)} />
          )}
          {!!state.transitions?.length && (
            <Part icon={<IconRoute size={13} />} text={texts.graph.transitions(state.transitions.length)} />
          )}
          {state.template && (
            <Part icon={<IconMessage size={13} />} text={contentKind(state.template.contentMessage)} />
          )}
          {state.input && <Part icon={<IconKey size={13} />} text={texts.graph.waits} />}
        </footer>
      )}
      <Outlets outlets={outletsOf(node)} isFixed={kind !== 'state' || !isConnectable} back={back} more={node.rows} />
    </div>
  );
}

function Part({ icon, text }: { icon: React.ReactNode; text: string }) {
  return (
    <span>
      {icon}
      {text}
    </span>
  );
}

function Outlets(props: { outlets: Outlet[]; isFixed: boolean; back: ReadonlySet<string>; more: unknown[] }) {
  const { outlets, isFixed, back, more } = props;
  return outlets.map(({ id, y, row }) => (
    <div key={id} className={css['row']} data-kind={row?.kind} style={{ top: y }}>
      {row && (
        <>
          <span className={css['says']} title={row.label}>
            {row.label}
          </span>
          {row.target !== null && back.has(id) && (
            <small className={css['back']} title={texts.graph.backTo(row.target)}>
              ↩ {row.target}
            </small>
          )}
        </>
      )}
      {!row && id !== NEW && (
        <span className={css['says']}>{texts.shell.andMore(more.length - outlets.length + 2)}</span>
      )}
      <Handle
        type="source"
        id={id}
        position={Position.Right}
        className={css['from'] ?? ''}
        isConnectable={!isFixed && (row !== undefined || id === NEW)}
        title={row ? texts.graph.drawFrom(row.label) : texts.graph.draw}
      />
    </div>
  ));
}

type Message = Record<string, unknown>;
const CONTENT_KINDS: Record<string, string> = {
  text: texts.graph.contentKinds.text,
  richCard: texts.graph.contentKinds.card,
  contentInfo: texts.graph.contentKinds.file,
  uploadedRbmFile: texts.graph.contentKinds.file,
};

function contentKind(message: Message): string {
  return (
    CONTENT_KINDS[Object.keys(message).find((field) => field in CONTENT_KINDS) ?? ''] ?? texts.graph.contentKinds.other
  );
}
