/** Shown where nothing exists yet: what would be here, and a button to start. */
import { Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { icon: ReactNode; title: string; children: ReactNode; action?: ReactNode };

export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <Paper withBorder p="xl" bg="var(--console-surface)">
      <Stack align="center" gap="sm" py="lg" ta="center">
        <ThemeIcon size={48} radius="xl" variant="light" aria-hidden>
          {icon}
        </ThemeIcon>
        <Title order={2}>{title}</Title>
        <Text c="dimmed" maw="32rem">
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  );
}
