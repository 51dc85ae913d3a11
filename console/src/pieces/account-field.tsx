/** The account that something is made for, or that is looked at: a choice only where there are several. */
import { NativeSelect } from '@mantine/core';
import { useList } from '../queries.ts';
import { texts } from '../texts/texts.ts';

/** What the service takes where none is named. */
export const DEFAULT_ACCOUNT = 'default';

export function AccountField({ value, onChange }: { value: string; onChange: (accountId: string) => void }) {
  const { data: accounts = [] } = useList('/accounts', 'accounts');
  if (accounts.length < 2) return null;
  return (
    <NativeSelect
      label={texts.access.account}
      value={value}
      data={accounts.map(({ accountId, name }) => ({ value: accountId, label: name }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
