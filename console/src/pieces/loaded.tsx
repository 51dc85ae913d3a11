/** The API's answer once it is there; a placeholder before that, and the problem instead of it. */
import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts.ts';
import { ProblemAlert } from './problem-alert.tsx';

type Query<Data> = { data: Data | undefined; error: unknown; refetch: () => unknown };

export function Loaded<Data>({ of, children }: { of: Query<Data>; children: (data: Data) => ReactNode }) {
  if (of.data !== undefined) return children(of.data);
  if (of.error) return <ProblemAlert error={of.error} onRetry={() => of.refetch()} />;
  return (
    <Stack gap="sm" aria-busy="true" aria-label={texts.pieces.loading}>
      <Skeleton height={18} width="60%" />
      <Skeleton height={18} width="80%" />
      <Skeleton height={18} width="40%" />
    </Stack>
  );
}
