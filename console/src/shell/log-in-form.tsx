/** The log-in form: the operator key for a session; its parent decides what follows. */
import { Button, PasswordInput, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { fieldError } from '../api.ts';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange } from '../queries.ts';
import { logIn } from '../session.ts';
import { texts } from '../texts/texts.ts';

/** `children` are above the field. */
export function LogInForm({ onDone, children }: { onDone?: () => void; children: ReactNode }) {
  const [key, setKey] = useState('');
  const queries = useQueryClient();
  const entering = useChange(() => logIn(queries, { operatorKey: key.trim() }), { refreshes: [], quiet: true });
  const wrongKey = fieldError(entering.error, '/operatorKey');

  function submit(event: FormEvent) {
    event.preventDefault();
    entering.mutate(undefined, {
      onSuccess: () => {
        setKey('');
        onDone?.();
      },
    });
  }

  return (
    <Stack component="form" onSubmit={submit} gap="lg">
      {children}
      {/* For password managers: the key's owner. */}
      <input type="text" name="username" autoComplete="username" value="operator" readOnly hidden />
      {!wrongKey && <ProblemAlert error={entering.error} />}
      <PasswordInput
        label={texts.shell.operatorKey}
        name="operatorKey"
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
        autoFocus
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        error={wrongKey && entering.error?.message}
      />
      <Button type="submit" loading={entering.isPending}>
        {texts.shell.logIn}
      </Button>
    </Stack>
  );
}
