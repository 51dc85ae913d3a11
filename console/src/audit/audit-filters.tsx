/** Which changes are shown: what was changed, and who did it. */
import { Group, Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { CommittedInput } from '../pieces/committed-input.tsx';
import type { AuditSearch } from '../search.ts';
import { RESOURCE_WORDS } from './resource-words.ts';

const KINDS = Object.entries(RESOURCE_WORDS).map(([value, label]) => ({ value, label }));

const TEXTS = [
  { field: 'resourceId', label: 'Id', placeholder: 'welcome' },
  { field: 'agentId', label: 'Agent id', placeholder: 'agent_…' },
  { field: 'actor', label: 'By', placeholder: 'operator' },
] as const;

export function AuditFilters({ search }: { search: AuditSearch }) {
  const navigate = useNavigate({ from: '/audit-log' });
  const set = (field: keyof AuditSearch, value: string | null) => {
    const { [field]: _before, ...rest } = search;
    void navigate({ search: value ? { ...rest, [field]: value } : rest, replace: true });
  };
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label="What"
        placeholder="Everything"
        w={220}
        clearable
        searchable
        data={KINDS}
        value={search.resourceKind ?? null}
        onChange={(value) => set('resourceKind', value)}
      />
      {TEXTS.map(({ field, label, placeholder }) => (
        <CommittedInput
          key={`${field} ${search[field]}`}
          label={label}
          placeholder={placeholder}
          value={search[field]}
          onCommit={(value) => set(field, value)}
        />
      ))}
    </Group>
  );
}
