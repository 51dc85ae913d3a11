/**
 * The log-in form: address and password, or the operator key alone; a passkey; the way to the operator's provider if there is one.
 * Its parent decides what follows.
 */
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, fieldError } from '../api.ts';
import { hasPasskeys, provePasskey } from '../passkey.ts';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange, useGet } from '../queries.ts';
import { logIn } from '../session.ts';
import { texts } from '../texts/texts.ts';

type Properties = {
  onDone?: () => void;
  /** The page of the console to come back to from the provider. */
  from: string;
  /** Above the field. */
  children: ReactNode;
};

export function LogInForm({ onDone, from, children }: Properties) {
  const provider = useGet('/').data?.openIdConnect;
  const [email, setEmail] = useState('');
  const [secret, setSecret] = useState('');
  const isKey = email.trim() === '';
  const queries = useQueryClient();
  const entering = useChange(
    () => logIn(queries, isKey ? { operatorKey: secret.trim() } : { email: email.trim(), password: secret }),
    { refreshes: [], quiet: true },
  );
  const proving = useChange(
    async () => logIn(queries, { passkey: await provePasskey(await api.GET('/session/passkey-options')) }),
    { refreshes: [], quiet: true },
  );
  const wrong = fieldError(entering.error, '/operatorKey') ?? fieldError(entering.error, '/password');

  function submit(event: FormEvent) {
    event.preventDefault();
    entering.mutate(undefined, {
      onSuccess: () => {
        setSecret('');
        onDone?.();
      },
    });
  }

  return (
    <Stack component="form" onSubmit={submit} gap="lg">
      {children}
      <TextInput
        label={texts.people.email}
        description={texts.people.emailOrKey}
        type="email"
        name="username"
        autoComplete="username"
        data-autofocus
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {!wrong && <ProblemAlert error={entering.error ?? proving.error} />}
      <PasswordInput
        label={isKey ? texts.shell.operatorKey : texts.people.password}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={secret}
        onChange={(event) => setSecret(event.currentTarget.value)}
        error={wrong && entering.error?.message}
      />
      <Button type="submit" loading={entering.isPending}>
        {texts.shell.logIn}
      </Button>
      {hasPasskeys() && (
        <Button
          variant="default"
          loading={proving.isPending}
          onClick={() => proving.mutate(undefined, { onSuccess: () => onDone?.() })}
        >
          {texts.people.withPasskey}
        </Button>
      )}
      {provider && (
        <Button component="a" variant="default" href={`/session/openid?from=${encodeURIComponent(from)}`}>
          {texts.shell.logInAt(provider.name)}
        </Button>
      )}
    </Stack>
  );
}
