/** Where conversations went: the numbers of the graph beside it in a table, and the ways that the graph does not have. */
import { Button, Group, List, Select, Stack, Table, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { Schemas } from '#client';
import { flowGraph } from '../flow/graph.ts';
import type { PanelProps } from '../flow/panel.ts';
import { StateLink } from '../flow/state-link.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { SidePanel } from '../pieces/side-panel.tsx';
import { Time } from '../pieces/time.tsx';
import { useStates } from '../queries.ts';
import type { FlowSearch, Span } from '../search.ts';
import { isExplicit, useVersions } from '../versions/use-versions.ts';
import { otherWays, share } from './counted-graph.ts';
import { DEFAULT_SPAN, SPANS, useCountedFlow, useFunnel } from './use-funnel.ts';

type Funnel = Schemas['Funnel'];

const ALL = 'all';

export function FunnelPanel({ agent, search, onSearch }: PanelProps) {
  const { agentId } = agent;
  const { span = DEFAULT_SPAN, on } = search;
  const versions = useVersions(agentId);
  const funnel = useFunnel(agentId, search);
  const ids = (versions.data ?? []).map(({ version }) => version);
  const choices = [
    { value: ALL, label: 'All versions' },
    { value: 'draft', label: 'The draft' },
    ...[...new Set([...(typeof on === 'number' ? [on] : []), ...ids])].map((id) => ({
      value: String(id),
      label: `Version ${id}`,
    })),
  ];

  function count(value: string | null) {
    const { on: _on, ...rest } = search;
    if (value === null || value === ALL) onSearch(rest);
    else onSearch({ ...rest, on: value === 'draft' ? value : Number(value) });
  }

  return (
    <SidePanel title="Counts" onClose={() => onSearch({})}>
      <Group grow align="flex-end">
        <Select
          label="Time"
          data={Object.entries(SPANS).map(([value, { says }]) => ({ value, label: says }))}
          value={span}
          allowDeselect={false}
          onChange={(value) => onSearch({ ...search, span: value as Span })}
        />
        {isExplicit(agent) && (
          <Select
            label="Turns on"
            data={choices}
            value={on === undefined ? ALL : String(on)}
            allowDeselect={false}
            onChange={count}
          />
        )}
      </Group>
      <Loaded of={funnel}>{(found) => <Counts {...{ agent, search }} funnel={found} />}</Loaded>
      <Button
        size="xs"
        variant="default"
        loading={funnel.isFetching}
        onClick={() => funnel.refetch()}
        maw="max-content"
      >
        Count again
      </Button>
    </SidePanel>
  );
}

const number = (count: number) => count.toLocaleString('en');
const counted = (count: number, what: string) => `${number(count)} ${what}${count === 1 ? '' : 's'}`;

function Counts({ agent, search, funnel }: Pick<PanelProps, 'agent' | 'search'> & { funnel: Funnel }) {
  const { agentId, config } = agent;
  const { conversations, turns, states, whole, until } = funnel;
  const draft = useStates(agentId).data;
  const graph = useMemo(() => flowGraph(draft ?? [], config), [draft, config]);
  const others = otherWays(useCountedFlow(agentId, graph, search), funnel);
  if (turns === 0) return <Text size="sm">No conversation had a turn in this time.</Text>;
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {counted(turns, 'turn')} of {counted(conversations, 'conversation')}, counted <Time at={until} />.{' '}
        {!whole && 'That is not all of this time: choose a shorter one. '}
        Each way has how often it was taken, and its share of those who entered the state before it.
      </Text>
      <Table.ScrollContainer minWidth={360} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table fz="sm">
          <Table.Thead>
            <Table.Tr>
              {['State', 'Entered', 'Answered', 'Left', 'Failed'].map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {states.map(({ stateId, entered, waited, answered, left, failed }) => (
              <Table.Tr key={stateId}>
                <Table.Td>
                  <StateLink {...{ agentId, search, stateId }} />
                </Table.Td>
                <Table.Td>{number(entered)}</Table.Td>
                <Table.Td>{waited === 0 ? '–' : number(answered) + share(answered, waited)}</Table.Td>
                <Table.Td>{waited === 0 ? '–' : number(left) + share(left, waited)}</Table.Td>
                <Table.Td>{number(failed)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <OtherWays {...{ agentId, search }} ways={others} />
    </Stack>
  );
}

/** Of what the graph lacks, the most frequent. */
const MAX_WAYS = 20;

function OtherWays(props: { agentId: string; search: FlowSearch; ways: Funnel['edges'] }) {
  const { agentId, search, ways } = props;
  if (ways.length === 0) return null;
  return (
    <div>
      <Title order={3}>Ways that the graph does not show</Title>
      <List size="sm" mt="xs">
        {ways.slice(0, MAX_WAYS).map(({ from, to, because, count }) => (
          <List.Item key={`${from} ${to} ${because}`}>
            {from ?? 'from outside'} to <StateLink {...{ agentId, search }} stateId={to} /> by {because}:{' '}
            {number(count)}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
