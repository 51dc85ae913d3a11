/** A part of a page that opens beside its main part: it has a title and a way out, and takes the focus when it opens. */
import { ActionIcon, Group, Stack, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { texts } from '../texts/texts.ts';

export function SidePanel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack component="section" gap="md" aria-label={title}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.pieces.closePanel(title)} onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </Group>
      {children}
    </Stack>
  );
}
