/** How an agent introduces itself on a phone: logo, banner, colour, description, links. */
import { ActionIcon, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import type { Agent } from '@model/agent.ts';
import type { Identity } from '@model/identity.ts';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { api, fieldError } from '../api.ts';
import { MediaPicker } from '../media/media-picker.tsx';
import { notifyDone } from '../notify.ts';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange } from '../queries.ts';
import { AgentInfo, AgentLogo } from '../rcs/identity.tsx';
import { texts } from '../texts/texts.ts';

/** What the RCS platform allows. */
const MAX_LINKS = 3;

const FIELDS = [
  {
    field: 'description',
    label: texts.pieces.description,
    hint: texts.agents.descriptionLimit,
    max: 100,
    isPicture: false,
  },
  { field: 'logoUri', label: texts.agents.logo, hint: texts.agents.logoLimit, max: 2048, isPicture: true },
  { field: 'heroUri', label: texts.agents.banner, hint: texts.agents.bannerLimit, max: 2048, isPicture: true },
  {
    field: 'color',
    label: texts.agents.colour,
    hint: texts.agents.colourForm,
    max: 7,
    isPicture: false,
  },
] as const;

type Draft = Record<(typeof FIELDS)[number]['field'], string> & { websites: NonNullable<Identity['websites']> };

function draftOf({ description = '', logoUri = '', heroUri = '', color = '', websites = [] }: Identity = {}): Draft {
  return { description, logoUri, heroUri, color, websites };
}

/** Without what is empty; null clears all of it. */
function identityOf({ websites, ...texts }: Draft): Identity | null {
  const filled = Object.entries(texts).flatMap(([field, text]) => (text.trim() === '' ? [] : [[field, text.trim()]]));
  const links = websites.filter(({ uri, label }) => uri.trim() !== '' || label.trim() !== '');
  if (filled.length + links.length === 0) return null;
  return { ...Object.fromEntries(filled), ...(links.length > 0 && { websites: links }) };
}

export function IdentitySettings({ agent }: { agent: Agent }) {
  const { agentId, accountId, name, config } = agent;
  const [draft, setDraft] = useState(() => draftOf(config.identity));
  const save = useChange(
    () =>
      api.PATCH('/agents/{agentId}', {
        params: { path: { agentId } },
        body: { config: { identity: identityOf(draft) } },
      }),
    { refreshes: ['/agents'], quiet: true },
  );
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const shown = identityOf(draft) ?? undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate(undefined, { onSuccess: () => notifyDone(texts.agents.identitySaved) });
  }

  return (
    <Paper withBorder p="md" bg="var(--console-surface)" component="form" onSubmit={submit}>
      <Stack gap="sm">
        <Group gap="sm">
          <AgentLogo name={name} identity={shown} />
          <Title order={2}>{texts.agents.identity}</Title>
        </Group>
        <Text size="sm" c="dimmed">
          {texts.agents.whereShown}
        </Text>
        {FIELDS.map(({ field, label, hint, max, isPicture }) => (
          <Group key={field} align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              label={label}
              description={hint}
              maxLength={max}
              value={draft[field]}
              onChange={(event) => set({ [field]: event.currentTarget.value })}
              error={fieldError(save.error, `/config/identity/${field}`)}
            />
            {isPicture && (
              <MediaPicker
                accountId={accountId}
                of={label}
                onChoose={({ url }) => set({ [field]: url })}
                only="image"
              />
            )}
          </Group>
        ))}
        <Links websites={draft.websites} onChange={(websites) => set({ websites })} />
        <AgentInfo identity={shown} />
        <ProblemAlert error={save.error} />
        <Button type="submit" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
          {texts.agents.saveIdentity}
        </Button>
      </Stack>
    </Paper>
  );
}

function Links({ websites, onChange }: { websites: Draft['websites']; onChange: (rows: Draft['websites']) => void }) {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {texts.agents.links}
      </Text>
      {websites.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link being typed has no other identity
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={texts.agents.linkLabel(index + 1)}
            placeholder={texts.agents.linkExample}
            maxLength={25}
            value={row.label}
            onChange={(event) => onChange(websites.with(index, { ...row, label: event.currentTarget.value }))}
          />
          <TextInput
            aria-label={texts.agents.linkAddress(index + 1)}
            placeholder="https://example.com"
            flex={1}
            value={row.uri}
            onChange={(event) => onChange(websites.with(index, { ...row, uri: event.currentTarget.value }))}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={texts.agents.removeLink(index + 1)}
            onClick={() => onChange(websites.toSpliced(index, 1))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      {websites.length < MAX_LINKS && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange([...websites, { label: '', uri: '' }])}
        >
          {texts.agents.addLink}
        </Button>
      )}
    </Stack>
  );
}
