/** Said where the stored draft is used: what is not saved is not part of it. */
import { Text } from '@mantine/core';

export function UnsavedNote({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Text size="sm" fw={600} role="status">
      Changes of {count} {count === 1 ? 'state' : 'states'} are not saved, and not part of the draft yet.
    </Text>
  );
}
