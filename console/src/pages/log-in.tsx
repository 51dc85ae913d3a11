/** The log-in page: a password, the operator key, a log-in link or a provider for a session, then on to the requested page. */
import { Alert, Anchor, Center, Code, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRouteContext, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { LogInForm } from '../shell/log-in-form.tsx';
import { Logo } from '../shell/logo.tsx';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';

export default function LogInPage() {
  const { from = '/', fault } = useSearch({ from: '/log-in' });
  const { link } = useRouteContext({ from: '/log-in' });
  const router = useRouter();
  useEffect(() => {
    document.title = `${texts.shell.logIn} · Parley`;
  }, []);
  useEffect(() => {
    if (link.isIn) void router.navigate({ href: from, replace: true });
  }, [link, router, from]);
  if (link.isIn) return null;

  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" w="100%" maw={420} bg="var(--console-surface)">
        <Stack gap="lg">
          <LogInForm from={from} onDone={() => router.navigate({ href: from })}>
            <Logo />
            <Stack gap={4}>
              <Title order={1}>{texts.shell.logIn}</Title>
              <Text c="dimmed" size="sm">
                {parts(texts.shell.withKey, { file: <Code>data/operator-key</Code>, open: <Code>parley open</Code> })}
              </Text>
            </Stack>
            <ProblemAlert error={link.fault} />
            {fault && (
              <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden />}>
                {texts.shell.logInFaults[fault]}
              </Alert>
            )}
          </LogInForm>
          <Text size="sm" c="dimmed">
            {parts(texts.shell.programs, {
              reference: (
                <Anchor href="/docs" underline="always">
                  {texts.shell.reference}
                </Anchor>
              ),
            })}
          </Text>
        </Stack>
      </Paper>
    </Center>
  );
}
