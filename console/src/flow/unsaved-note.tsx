/** Said where the stored draft is used: what is not saved is not part of it. */
import { Text } from '@mantine/core';
import { texts } from '../texts/texts.ts';

export function UnsavedNote({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Text size="sm" fw={600} role="status">
      {texts.editor.notInDraft(count)}
    </Text>
  );
}
