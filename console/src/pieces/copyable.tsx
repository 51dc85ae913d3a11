/** A value to copy: an id, a token, a command. */
import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { texts } from '../texts/texts.ts';

/** `label` names the value for screen readers: "client id". */
export function Copyable({ value, label }: { value: string; label: string }) {
  return (
    <Group gap={4} wrap="nowrap" maw="100%" display="inline-flex">
      <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? texts.pieces.copied : texts.pieces.copy}>
            <ActionIcon
              variant="subtle"
              size="sm"
              onClick={copy}
              aria-label={copied ? texts.pieces.copiedValue(label) : texts.pieces.copyValue(label)}
            >
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
