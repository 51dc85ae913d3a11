/** When events got into the failure queue: from a time, to a time, in the zone of the browser. */
import { Button, Group, TextInput } from '@mantine/core';
import type { FailureSearch } from '../search.ts';
import { texts } from '../texts/texts.ts';

type Props = { search: FailureSearch; onChange: (search: FailureSearch) => void };

export function TimeRange({ search, onChange }: Props) {
  const { since, until, ...rest } = search;
  const change = (name: 'since' | 'until', value: string) => {
    const { [name]: _before, ...others } = search;
    onChange(value === '' ? others : { ...others, [name]: new Date(value).toISOString() });
  };
  const field = (name: 'since' | 'until', label: string) => (
    <TextInput
      type="datetime-local"
      label={label}
      size="xs"
      value={local(search[name])}
      onChange={(event) => change(name, event.currentTarget.value)}
    />
  );
  return (
    <Group role="group" aria-label={texts.failures.inThisTime} gap="sm" align="flex-end">
      {field('since', texts.failures.failedFrom)}
      {field('until', texts.failures.failedTo)}
      {(since ?? until) !== undefined && (
        <Button size="xs" variant="default" onClick={() => onChange(rest)}>
          {texts.failures.anyTime}
        </Button>
      )}
    </Group>
  );
}

/** As the field wants it: local, to the minute. */
function local(iso: string | undefined): string {
  if (iso === undefined) return '';
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
