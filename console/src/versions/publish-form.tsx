/** How far the draft is from what is live, and publishing it: its checks and tests run first. */
import { Badge, Button, Checkbox, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import type { Agent } from '@model/agent.ts';
import { type FormEvent, useState } from 'react';
import { api, fieldError, pathOf } from '../api.ts';
import { LinkText } from '../links.tsx';
import { notifyDone } from '../notify.ts';
import { Loaded } from '../pieces/loaded.tsx';
import { useChange } from '../queries.ts';
import type { FlowSearch } from '../search.ts';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';
import { isRefused, Refused } from './refused.tsx';
import { distance, mainVersion, useDiff } from './use-versions.ts';

export function PublishForm({ agent, search }: { agent: Agent; search: FlowSearch }) {
  const { agentId, rollout } = agent;
  const [message, setMessage] = useState('');
  const [isLive, setLive] = useState(true);
  const publish = useChange(
    ({ force }: { force: boolean }) =>
      api.POST('/agents/{agentId}/versions', {
        params: { path: { agentId } },
        body: { activate: isLive, force, ...(message.trim() !== '' && { message: message.trim() }) },
      }),
    { refreshes: [pathOf`/agents/${agentId}`], quiet: true },
  );
  const send = (force: boolean) =>
    publish.mutate(
      { force },
      {
        onSuccess: ({ version }) => {
          setMessage('');
          notifyDone(isLive ? texts.versions.publishedLive(version) : texts.versions.published(version));
        },
      },
    );

  function submit(event: FormEvent) {
    event.preventDefault();
    send(false);
  }

  return (
    <Paper withBorder p="sm" bg="var(--console-surface)" component="form" onSubmit={submit}>
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={3}>{texts.versions.liveNow}</Title>
          {rollout?.shares.map(({ version, percent }) => (
            <Badge key={version} variant="light">
              {texts.versions.versionShare(version, percent)}
            </Badge>
          ))}
        </Group>
        <Distance agent={agent} />
        <TextInput
          label={texts.versions.news}
          maxLength={1000}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          error={fieldError(publish.error, '/message')}
        />
        <Checkbox
          label={texts.versions.makeItLive}
          description={texts.versions.makeItLiveMeaning}
          checked={isLive}
          onChange={(event) => setLive(event.currentTarget.checked)}
        />
        <Refused agentId={agentId} error={publish.error} search={search} />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={publish.isPending}>
            {texts.versions.publish}
          </Button>
          {isRefused(publish.error) && (
            <Button size="xs" color="red.8" variant="outline" onClick={() => send(true)} disabled={publish.isPending}>
              {texts.versions.publishAllTheSame}
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

/** Of the draft from the version that most people get. */
function Distance({ agent }: { agent: Agent }) {
  const { agentId } = agent;
  const main = mainVersion(agent);
  const diff = useDiff(agentId, main, undefined);
  if (main === undefined) return null;
  return (
    <Loaded of={diff}>
      {(found) =>
        distance(found) === 0 ? (
          <Text size="sm">{texts.versions.draftSame(main)}</Text>
        ) : (
          <Text size="sm">
            {parts(texts.versions.draftDiffers(main, distanceInWords(found)), {
              show: (
                <LinkText
                  underline="always"
                  to="/agents/$agentId/flow/{-$stateId}"
                  params={{ agentId, stateId: undefined }}
                  search={{ panel: 'versions', from: main }}
                  resetScroll={false}
                >
                  {texts.versions.showWhat}
                </LinkText>
              ),
            })}
          </Text>
        )
      }
    </Loaded>
  );
}

type Counted = Parameters<typeof distance>[0];

function distanceInWords({ added, changed, removed, settings }: Counted): string {
  const { states, settingsChanged } = texts.versions;
  return [
    added.length > 0 && states.added(added.length),
    changed.length > 0 && states.changed(changed.length),
    removed.length > 0 && states.removed(removed.length),
    settings.length > 0 && settingsChanged,
  ]
    .filter((part) => part !== false)
    .join(', ');
}
