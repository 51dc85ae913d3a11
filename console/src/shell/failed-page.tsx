/** A page that could not be shown: the service is unreachable, or the console has a bug. */
import { Container } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Page } from '../pieces/page.tsx';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { texts } from '../texts/texts.ts';

export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Container size="sm" py="xl">
      <Page title={texts.shell.notShown}>
        <ProblemAlert
          error={error}
          onRetry={() => {
            reset();
            router.invalidate();
          }}
        />
      </Page>
    </Container>
  );
}
