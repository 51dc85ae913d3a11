/** A part of a state as a form, or as the JSON of the same: one choice for all parts, until the tab is closed. */
import { Group, SegmentedControl, Stack } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts.ts';

export function PartView(props: {
  label: string;
  /** The text cannot be parsed, so that it has no form yet. */
  isUnreadable: boolean;
  form: () => ReactNode;
  json: ReactNode;
  /** Beside the choice. */
  children?: ReactNode;
}) {
  const { label, isUnreadable, form, json, children } = props;
  const [view, setView] = useSessionStorage({
    key: 'parley.message-view',
    defaultValue: 'form',
    getInitialValueInEffect: false,
  });
  const shown = isUnreadable ? 'json' : view;
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={label}
          value={shown}
          data={[
            { value: 'form', label: texts.state.asForm },
            { value: 'json', label: 'JSON' },
          ]}
          disabled={isUnreadable}
          onChange={setView}
        />
        {children}
      </Group>
      {shown === 'json' ? json : form()}
    </Stack>
  );
}
