/** Two flows compared, in words: what the graph beside it shows, and every value that differs. */
import { Badge, Group, List, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { MARKS } from '../flow/card-size.ts';
import type { Change } from '../flow/graph.ts';
import { StateLink } from '../flow/state-link.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import type { FlowSearch } from '../search.ts';
import { texts } from '../texts/texts.ts';
import { distance, type FlowDiff, useDiff } from './use-versions.ts';

type Props = {
  agentId: string;
  from: number;
  versions: number[];
  search: FlowSearch;
  onSearch: (search: FlowSearch) => void;
};

export function Comparison({ agentId, from, versions, search, onSearch }: Props) {
  const { to } = search;
  const diff = useDiff(agentId, from, to);
  const ids = [...new Set([from, ...(to === undefined ? [] : [to]), ...versions])].toSorted((a, b) => b - a);
  const choices = ids.map((id) => ({ value: String(id), label: texts.pieces.version(id) }));
  const { to: _to, ...rest } = search;
  return (
    <Paper withBorder p="sm" bg="var(--console-surface)" component="section" aria-label={texts.versions.comparison}>
      <Stack gap="sm">
        <Group grow align="flex-end">
          <Select
            label={texts.versions.compare}
            data={choices}
            value={String(from)}
            allowDeselect={false}
            onChange={(value) => value !== null && onSearch({ ...search, from: Number(value) })}
          />
          <Select
            label={texts.versions.with}
            data={[{ value: 'draft', label: texts.pieces.theDraft }, ...choices]}
            value={to === undefined ? 'draft' : String(to)}
            allowDeselect={false}
            onChange={(value) => onSearch(value === 'draft' || value === null ? rest : { ...rest, to: Number(value) })}
          />
        </Group>
        <Loaded of={diff}>{(found) => <Differences {...{ agentId, search }} diff={found} />}</Loaded>
      </Stack>
    </Paper>
  );
}

function Differences({ agentId, search, diff }: { agentId: string; search: FlowSearch; diff: FlowDiff }) {
  const { added, changed, removed, settings } = diff;
  if (distance(diff) === 0) return <Text size="sm">{texts.versions.same}</Text>;
  return (
    <Stack gap="sm">
      {added.map((stateId) => (
        <State key={stateId} {...{ agentId, search, stateId }} change="added" />
      ))}
      {changed.map(({ stateId, changes }) => (
        <State key={stateId} {...{ agentId, search, stateId }} change="changed" changes={changes} />
      ))}
      {removed.map((stateId) => (
        <State key={stateId} {...{ agentId, search, stateId }} change="removed" />
      ))}
      {settings.length > 0 && (
        <div>
          <Title order={3}>{texts.versions.settings}</Title>
          <Changes changes={settings} />
        </div>
      )}
    </Stack>
  );
}

const COLORS: Record<Change, string> = { added: 'green', changed: 'yellow', removed: 'red' };

type Changed = FlowDiff['settings'];

function State(props: { agentId: string; search: FlowSearch; stateId: string; change: Change; changes?: Changed }) {
  const { agentId, search, stateId, change, changes = [] } = props;
  return (
    <div>
      <Group gap="xs">
        <Badge variant="light" color={COLORS[change]}>
          {MARKS[change]} {texts.versions.change[change]}
        </Badge>
        {change === 'removed' ? <Text size="sm">{stateId}</Text> : <StateLink {...{ agentId, search, stateId }} />}
      </Group>
      <Changes changes={changes} />
    </div>
  );
}

function Changes({ changes }: { changes: Changed }) {
  if (changes.length === 0) return null;
  return (
    <List size="sm" listStyleType="none">
      {changes.map(({ path, before, after }) => (
        <List.Item key={path} style={{ overflowWrap: 'anywhere' }}>
          <code>{path}</code>{' '}
          {before !== undefined && (
            <del>
              <Value of={before} />
            </del>
          )}{' '}
          {after !== undefined && (
            <ins style={{ textDecoration: 'none', fontWeight: 600 }}>
              <Value of={after} />
            </ins>
          )}
        </List.Item>
      ))}
    </List>
  );
}

const MAX_SHOWN = 300;

function Value({ of }: { of: unknown }) {
  const text = typeof of === 'string' ? texts.pieces.quoted(of) : JSON.stringify(of);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
