/** What the role of whoever is logged in may not do: its controls stand there disabled, with the reason. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OperationId } from '#client';
import { useMay } from '../session.ts';
import { texts } from '../texts/texts.ts';

/** `to`: the operation that the controls in it call. */
export function Allowed({ to, children }: { to: OperationId; children: ReactNode }) {
  if (useMay(to)) return children;
  return (
    <fieldset disabled className="not-allowed">
      <Text component="legend" size="sm" c="dimmed">
        {texts.people.notAllowed}
      </Text>
      {children}
    </fieldset>
  );
}

/** For small things among others: not offered where the role does not allow it. */
export function Offered({ to, children }: { to: OperationId; children: ReactNode }) {
  return useMay(to) && children;
}
