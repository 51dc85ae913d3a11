/** The states of a flow as a table: what each says, where it leads, and what is wrong with it. */
import { Anchor, ScrollArea, Table, Text } from '@mantine/core';
import { texts } from '../texts/texts.ts';
import type { FlowGraph, FlowNode } from './graph.ts';
import { summaryOf } from './summary.ts';

type Props = {
  graph: FlowGraph;
  unsaved: readonly string[];
  selected: string | null;
  onSelect: (stateId?: string) => void;
};

export function StateList({ graph, unsaved, selected, onSelect }: Props) {
  const states = graph.nodes.filter(({ kind }) => kind !== 'agent');
  return (
    <ScrollArea type="auto" offsetScrollbars="x" viewportProps={{ tabIndex: 0 }}>
      <Table miw={480} verticalSpacing="xs">
        <Table.Caption>{texts.graph.states(states.length)}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.pieces.state}</Table.Th>
            <Table.Th>{texts.graph.says}</Table.Th>
            <Table.Th>{texts.graph.leadsTo}</Table.Th>
            <Table.Th>{texts.graph.notes}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {states.map((node) => (
            <Table.Tr key={node.id} aria-selected={node.id === selected}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  ta="start"
                  fw={node.id === selected ? 700 : 500}
                  onClick={() => onSelect(node.id)}
                >
                  {node.state?.displayName ?? node.id}
                </Anchor>
                {node.state?.displayName !== undefined && (
                  <Text size="xs" c="dimmed">
                    {node.id}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                  {node.state ? summaryOf(node.state) : texts.graph.doesNotExist}
                </Text>
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{targetsOf(node)}</Table.Td>
              <Table.Td>{notesOf(node, unsaved).join(' ')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

function targetsOf({ rows }: FlowNode): string {
  return [...new Set(rows.flatMap(({ target }) => target ?? []))].join(', ');
}

function notesOf({ id, isEntry, kind, change, count, problems }: FlowNode, unsaved: readonly string[]): string[] {
  const told = [
    isEntry && kind === 'state' && texts.graph.entry,
    unsaved.includes(id) && texts.graph.notSaved,
    change && texts.versions.change[change],
    count,
  ];
  return [...told.flatMap((note) => (note ? `${note}.` : [])), ...problems];
}
