/** The door: the operator key for a session, and on to where one wanted to go. */
import { Anchor, Button, Center, Code, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { fieldError } from '../api.ts';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange } from '../queries.ts';
import { logIn } from '../session.ts';
import { Logo } from '../shell/logo.tsx';

export default function LogInPage() {
  const { from = '/' } = useSearch({ from: '/log-in' });
  const [key, setKey] = useState('');
  const queries = useQueryClient();
  const router = useRouter();
  const entering = useChange(() => logIn(queries, key.trim()), { refreshes: [], quiet: true });
  const wrongKey = fieldError(entering.error, '/operatorKey');
  useEffect(() => {
    document.title = 'Log in · Parley';
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    entering.mutate(undefined, { onSuccess: () => router.navigate({ href: from }) });
  }

  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" w="100%" maw={420} bg="var(--console-surface)">
        <Stack component="form" onSubmit={submit} gap="lg">
          <Logo />
          <Stack gap={4}>
            <Title order={1}>Log in</Title>
            <Text c="dimmed" size="sm">
              With the operator key: the banner of the service names its file, <Code>data/operator-key</Code> unless you
              chose another place.
            </Text>
          </Stack>
          {/* For password managers: whose key it is. */}
          <input type="text" name="username" autoComplete="username" value="operator" readOnly hidden />
          {!wrongKey && <ProblemAlert error={entering.error} />}
          <PasswordInput
            label="Operator key"
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
            Log in
          </Button>
          <Text size="sm" c="dimmed">
            Programs log in with credentials instead: see the{' '}
            <Anchor href="/docs" underline="always">
              API reference
            </Anchor>
            .
          </Text>
        </Stack>
      </Paper>
    </Center>
  );
}
