/** The frame of every page: where one is, its title, and its actions. */
import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { texts } from '../texts/texts.ts';

type Props = {
  title: string;
  /** Links to the parents of this page, outermost first. */
  breadcrumbs?: ReactNode[];
  /** One sentence below the title. */
  description?: ReactNode;
  /** The guide to read about it: a name below `/docs/guides`. */
  guide?: string;
  /** Buttons, at the right. */
  actions?: ReactNode;
  /** On a phone the content takes the whole screen, and the title is there for screen readers alone. */
  isScreen?: boolean;
  children: ReactNode;
};

export function Page({ title, breadcrumbs = [], description, guide, actions, isScreen = false, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Stack gap={4} className={isScreen ? 'head-of-screen' : undefined}>
        {breadcrumbs.length > 0 && (
          <Breadcrumbs separator="›" fz="sm">
            {breadcrumbs}
          </Breadcrumbs>
        )}
        <Group justify="space-between" align="center" gap="sm">
          <Title order={1}>{title}</Title>
          {(guide || actions) && (
            <Group gap="xs">
              {guide && (
                <Anchor href={`/docs/guides/${guide}`} target="_blank" rel="noreferrer" size="sm" underline="always">
                  {texts.pieces.guide}
                </Anchor>
              )}
              {actions}
            </Group>
          )}
        </Group>
        {description && (
          <Text c="dimmed" maw="46rem">
            {description}
          </Text>
        )}
      </Stack>
      {children}
    </Stack>
  );
}
