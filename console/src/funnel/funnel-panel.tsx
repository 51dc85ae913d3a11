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
import { parts } from '../texts/parts.tsx';
import { number, texts } from '../texts/texts.ts';
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
    { value: ALL, label: texts.funnel.allVersions },
    { value: 'draft', label: texts.pieces.theDraft },
    ...[...new Set([...(typeof on === 'number' ? [on] : []), ...ids])].map((id) => ({
      value: String(id),
      label: texts.pieces.version(id),
    })),
  ];

  function count(value: string | null) {
    const { on: _on, ...rest } = search;
    if (value === null || value === ALL) onSearch(rest);
    else onSearch({ ...rest, on: value === 'draft' ? value : Number(value) });
  }

  return (
    <SidePanel title={texts.funnel.counts} onClose={() => onSearch({})}>
      <Group grow align="flex-end">
        <Select
          label={texts.funnel.time}
          data={Object.entries(SPANS).map(([value, { says }]) => ({ value, label: says }))}
          value={span}
          allowDeselect={false}
          onChange={(value) => onSearch({ ...search, span: value as Span })}
        />
        {isExplicit(agent) && (
          <Select
            label={texts.funnel.turnsOn}
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
        {texts.funnel.countAgain}
      </Button>
    </SidePanel>
  );
}

function Counts({ agent, search, funnel }: Pick<PanelProps, 'agent' | 'search'> & { funnel: Funnel }) {
  const { agentId, config } = agent;
  const { conversations, turns, states, whole, until } = funnel;
  const draft = useStates(agentId).data;
  const graph = useMemo(() => flowGraph(draft ?? [], config), [draft, config]);
  const others = otherWays(useCountedFlow(agentId, graph, search), funnel);
  if (turns === 0) return <Text size="sm">{texts.funnel.none}</Text>;
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {parts(texts.funnel.counted(turns, conversations), { when: <Time at={until} /> })}{' '}
        {!whole && `${texts.funnel.notWhole} `}
        {texts.funnel.whatIsCounted}
      </Text>
      <Table.ScrollContainer minWidth={360} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table fz="sm">
          <Table.Thead>
            <Table.Tr>
              {[
                texts.pieces.state,
                texts.funnel.entered,
                texts.funnel.answered,
                texts.funnel.left,
                texts.funnel.failed,
              ].map((name) => (
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
      <Title order={3}>{texts.funnel.otherWays}</Title>
      <List size="sm" mt="xs">
        {ways.slice(0, MAX_WAYS).map(({ from, to, because, count }) => (
          <List.Item key={`${from} ${to} ${because}`}>
            {parts(texts.funnel.way(from, because, count), {
              state: <StateLink {...{ agentId, search }} stateId={to} />,
            })}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
