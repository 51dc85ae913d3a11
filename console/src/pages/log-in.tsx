/** The log-in page: the operator key or a log-in link for a session, then on to the requested page. */
import { Anchor, Center, Code, Paper, Stack, Text, Title } from '@mantine/core';
import { useRouteContext, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { LogInForm } from '../shell/log-in-form.tsx';
import { Logo } from '../shell/logo.tsx';

export default function LogInPage() {
  const { from = '/' } = useSearch({ from: '/log-in' });
  const { link } = useRouteContext({ from: '/log-in' });
  const router = useRouter();
  useEffect(() => {
    document.title = 'Log in · Parley';
  }, []);
  useEffect(() => {
    if (link.isIn) void router.navigate({ href: from, replace: true });
  }, [link, router, from]);
  if (link.isIn) return null;

  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" w="100%" maw={420} bg="var(--console-surface)">
        <Stack gap="lg">
          <LogInForm onDone={() => router.navigate({ href: from })}>
            <Logo />
            <Stack gap={4}>
              <Title order={1}>Log in</Title>
              <Text c="dimmed" size="sm">
                With the operator key, from the file that the startup banner names: <Code>data/operator-key</Code>{' '}
                unless you chose another place. <Code>parley open</Code> prints a link that needs no key.
              </Text>
            </Stack>
            <ProblemAlert error={link.fault} />
          </LogInForm>
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
