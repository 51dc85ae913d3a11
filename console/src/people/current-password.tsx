/** The password again, before one changes how one logs in: asked of those who have one and did not come by a link. */
import { PasswordInput } from '@mantine/core';
import { fieldError } from '../api.ts';
import type { Session } from '../session.ts';

export function isPasswordAsked({ person, openedBy }: Session): boolean {
  return person?.hasPassword === true && openedBy !== 'log-in-link';
}

type Props = { label: string; value: string; onChange: (password: string) => void; error: unknown };

export function CurrentPassword({ label, value, onChange, error }: Props) {
  return (
    <PasswordInput
      label={label}
      autoComplete="current-password"
      required
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={fieldError(error, '/currentPassword')}
    />
  );
}
