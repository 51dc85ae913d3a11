/** Begins a replay: which recorded conversations, on the draft or on a version. */
import { Button, Group, NumberInput, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, fieldError } from '../api.ts';
import { SPANS } from '../funnel/use-funnel.ts';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange } from '../queries.ts';
import type { Span } from '../search.ts';
import { language, texts } from '../texts/texts.ts';
import { useVersions } from '../versions/use-versions.ts';

const DRAFT = 'draft';
const MOST = 10_000;

export function ReplayForm({ agentId }: { agentId: string }) {
  const [span, setSpan] = useState<Span>('24h');
  const [version, setVersion] = useState(DRAFT);
  const [limit, setLimit] = useState<number | string>(10_000);
  const versions = useVersions(agentId);
  const navigate = useNavigate();
  const begin = useChange(
    () =>
      api.POST('/agents/{agentId}/replays', {
        params: { path: { agentId } },
        body: {
          since: new Date(Date.now() - SPANS[span].ms).toISOString(),
          version: version === DRAFT ? DRAFT : Number(version),
          limit: Number(limit),
        },
      }),
    { refreshes: [], quiet: true },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    begin.mutate(undefined, {
      onSuccess: ({ replayId }) =>
        void navigate({ to: '/agents/$agentId/replay/{-$replayId}', params: { agentId, replayId } }),
    });
  }

  return (
    <Paper withBorder p="md" maw="34rem" bg="var(--console-surface)" component="form" onSubmit={submit}>
      <Stack gap="sm">
        <Title order={2}>{texts.replay.beginOne}</Title>
        <Text size="sm" c="dimmed">
          {texts.replay.nothingIsSent}
        </Text>
        <Select
          label={texts.replay.conversationsOf}
          data={Object.entries(SPANS).map(([value, { says }]) => ({ value, label: says.toLocaleLowerCase(language) }))}
          value={span}
          allowDeselect={false}
          onChange={(value) => setSpan(value as Span)}
        />
        <Select
          label={texts.replay.runOn}
          data={[
            { value: DRAFT, label: texts.replay.theDraft },
            ...(versions.data ?? []).map((each) => ({
              value: String(each.version),
              label: texts.replay.version(each.version),
            })),
          ]}
          value={version}
          allowDeselect={false}
          onChange={(value) => setVersion(value ?? DRAFT)}
        />
        <NumberInput
          label={texts.replay.atMost}
          min={1}
          max={MOST}
          allowDecimal={false}
          value={limit}
          onChange={setLimit}
          error={fieldError(begin.error, '/limit')}
        />
        <ProblemAlert error={begin.error} />
        <Group>
          <Button type="submit" loading={begin.isPending} disabled={limit === ''}>
            {texts.replay.begin}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
