/** One's own password: set after the first log-in by a link, and changed later. */
import { Button, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, fieldError } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { useChange } from '../queries.ts';
import { type Session, seeSessionAgain } from '../session.ts';
import { texts } from '../texts/texts.ts';
import { CurrentPassword, isPasswordAsked } from './current-password.tsx';

export function OwnPassword({ session }: { session: Session }) {
  const [password, setPassword] = useState('');
  const [currentPassword, setCurrent] = useState('');
  const queries = useQueryClient();
  const isAsked = isPasswordAsked(session);
  const setting = useChange(
    () => api.PUT('/session/password', { body: { password, ...(isAsked && { currentPassword }) } }),
    { refreshes: ['/sessions'] },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    setting.mutate(undefined, {
      onSuccess: () => {
        setPassword('');
        setCurrent('');
        notifyDone(texts.people.passwordSet);
        void seeSessionAgain(queries);
      },
    });
  }

  return (
    <Stack component="form" onSubmit={submit} gap="md" maw={420} aria-labelledby="own-password">
      <Title order={2} id="own-password">
        {texts.people.setPassword}
      </Title>
      {!session.person?.hasPassword && <Text size="sm">{texts.people.noPassword}</Text>}
      {/* For password managers: whose it is. */}
      <input type="text" name="username" autoComplete="username" value={session.person?.email} readOnly hidden />
      {isAsked && (
        <CurrentPassword
          label={texts.people.currentPassword}
          value={currentPassword}
          onChange={setCurrent}
          error={setting.error}
        />
      )}
      <PasswordInput
        label={texts.people.newPassword}
        description={texts.people.atLeast}
        autoComplete="new-password"
        required
        minLength={12}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={fieldError(setting.error, '/password')}
      />
      <Button type="submit" loading={setting.isPending}>
        {texts.people.setPassword}
      </Button>
    </Stack>
  );
}
