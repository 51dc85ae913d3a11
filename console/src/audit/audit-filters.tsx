/** Which changes are shown: what was changed, and who did it. */
import { Group, Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { CommittedInput } from '../pieces/committed-input.tsx';
import type { AuditSearch } from '../search.ts';
import { texts } from '../texts/texts.ts';
import { RESOURCE_WORDS } from './resource-words.ts';

const KINDS = Object.entries(RESOURCE_WORDS).map(([value, label]) => ({ value, label }));

const TEXTS = [
  { field: 'resourceId', label: texts.audit.id, placeholder: 'welcome' },
  { field: 'agentId', label: texts.audit.agentId, placeholder: 'agent_…' },
  { field: 'actor', label: texts.audit.by, placeholder: 'operator' },
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
        label={texts.audit.what}
        placeholder={texts.pieces.everything}
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
