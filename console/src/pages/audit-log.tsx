/** Who changed what, filtered by the address's query. */
import { Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { AuditFilters } from '../audit/audit-filters.tsx';
import { AuditRow } from '../audit/audit-row.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { Page } from '../pieces/page.tsx';
import { useList } from '../queries.ts';
import { texts } from '../texts/texts.ts';

export default function AuditLogPage() {
  const search = useSearch({ from: '/audit-log' });
  const entries = useList('/audit-log', 'entries', { params: { query: search } });
  const isFiltered = Object.keys(search).length > 0;
  return (
    <Page title={texts.shell.auditLog} guide="audit" description={texts.audit.whatIsHere}>
      <AuditFilters search={search} />
      <Loaded of={entries}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<IconHistory />} title={isFiltered ? texts.audit.noMatch : texts.audit.none}>
              {isFiltered ? texts.pieces.removeFilter : texts.audit.firstChanges}
            </EmptyState>
          ) : (
            <Stack gap="xs">
              {rows.map((entry) => (
                <AuditRow key={entry.auditId} entry={entry} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <MoreButton of={entries} />
    </Page>
  );
}
