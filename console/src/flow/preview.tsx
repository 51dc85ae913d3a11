/** What a state says, as a phone shows it, while it is being written. */
import { Box, Text } from '@mantine/core';
import type { StateBody } from '@model/state.ts';
import { useDeferredValue } from 'react';
import { ContentMessageView } from '../rcs/content.tsx';

export function Preview({ body }: { agentId: string; body: StateBody }) {
  const content = useDeferredValue(body.template?.contentMessage);
  return (
    <Box
      component="section"
      aria-label="Preview"
      p="sm"
      mah={300}
      style={{ overflow: 'auto', border: '1px solid var(--console-edge)', borderRadius: 16 }}
      tabIndex={0}
    >
      {content ? (
        <Box maw={320}>
          <ContentMessageView content={content} />
        </Box>
      ) : (
        <Text size="sm" c="dimmed">
          No message: nothing is shown on the phone.
        </Text>
      )}
    </Box>
  );
}
