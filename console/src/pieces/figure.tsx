/** A number with its name, in a list of such: `dl`. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function Figure({ name, note = null, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fw={600}>
        {children}
      </Text>
      {note && (
        <Text component="dd" m={0} size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </div>
  );
}
