/** A problem in its own words, in place, with its faults field by field. */
import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiProblem } from '#client';
import { wordsOf } from '../notify.ts';
import { texts } from '../texts/texts.ts';

export function ProblemAlert({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (!error) return null;
  const { title, detail } = wordsOf(error);
  const faults = error instanceof ApiProblem ? error.errors : [];
  return (
    <Alert role="alert" color="red" title={title} icon={<IconAlertTriangle aria-hidden />}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{detail}</Text>
        {faults.length > 0 && (
          <List size="sm">
            {faults.map(({ path, message, line, column }) => (
              <List.Item key={`${path} ${message}`}>
                <code>{path}</code> {message}
                {line !== undefined && ` ${texts.pieces.place(line, column)}`}
              </List.Item>
            ))}
          </List>
        )}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {texts.pieces.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
