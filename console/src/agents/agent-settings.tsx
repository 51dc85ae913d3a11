/** An agent's settings: name, use case, webhook, default state, keywords, session. */
import {
  ActionIcon,
  Autocomplete,
  Button,
  Group,
  Paper,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import type { Agent, AgentPatch, UseCase } from '@model/agent.ts';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { api, fieldError } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange, useStates } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { USE_CASES } from './new-agent.tsx';

type Draft = {
  name: string;
  useCase: UseCase;
  eventForwardUrl: string;
  defaultState: string;
  sessionTtl: string;
  platformAgentId: string;
  capabilityCheck: boolean;
  keywords: { keyword: string; stateId: string }[];
};

function draftOf({ name, useCase, config }: Agent): Draft {
  return {
    name,
    useCase,
    eventForwardUrl: config.eventForwardUrl ?? '',
    defaultState: config.defaultState ?? '',
    sessionTtl: config.sessionTtl ?? '',
    platformAgentId: config.platformAgentId ?? '',
    capabilityCheck: config.capabilityCheck ?? true,
    keywords: config.keywords ?? [],
  };
}

/** An empty field clears the setting. */
function patchOf({ name, useCase, keywords, capabilityCheck, ...texts }: Draft): AgentPatch {
  const config = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim() || null]));
  return { name, useCase, config: { ...config, capabilityCheck, keywords: keywords.length > 0 ? keywords : null } };
}

export function AgentSettings({ agent }: { agent: Agent }) {
  const { agentId } = agent;
  const [draft, setDraft] = useState(() => draftOf(agent));
  const states = useStates(agentId);
  const stateIds = (states.data ?? []).map(({ stateId }) => stateId).sort();
  const save = useChange(
    () => api.PATCH('/agents/{agentId}', { params: { path: { agentId } }, body: patchOf(draft) }),
    { refreshes: ['/agents'], quiet: true },
  );
  const set = <Field extends keyof Draft>(field: Field, value: Draft[Field]) =>
    setDraft((before) => ({ ...before, [field]: value }));
  const error = (field: string) => fieldError(save.error, `/config/${field}`);

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate(undefined, { onSuccess: () => notifyDone(texts.agents.saved) });
  }

  return (
    <Paper withBorder p="md" bg="var(--console-surface)" component="form" onSubmit={submit}>
      <Stack gap="sm">
        <Title order={2}>{texts.agents.settings}</Title>
        <TextInput
          label={texts.pieces.name}
          required
          maxLength={100}
          value={draft.name}
          onChange={(event) => set('name', event.currentTarget.value)}
          error={fieldError(save.error, '/name')}
        />
        <Select
          label={texts.agents.useCase}
          data={USE_CASES}
          value={draft.useCase}
          onChange={(value) => value && set('useCase', value as UseCase)}
          allowDeselect={false}
        />
        <TextInput
          label={texts.pieces.webhook}
          description={texts.agents.webhookUse}
          placeholder="https://example.com/events"
          value={draft.eventForwardUrl}
          onChange={(event) => set('eventForwardUrl', event.currentTarget.value)}
          error={error('eventForwardUrl')}
        />
        <Autocomplete
          label={texts.agents.defaultState}
          description={texts.agents.defaultStateUse}
          data={stateIds}
          value={draft.defaultState}
          onChange={(value) => set('defaultState', value)}
          error={error('defaultState')}
        />
        <Keywords keywords={draft.keywords} stateIds={stateIds} onChange={(rows) => set('keywords', rows)} />
        <TextInput
          label={texts.agents.sessionTtl}
          description={texts.agents.sessionTtlForm}
          placeholder="86400s"
          value={draft.sessionTtl}
          onChange={(event) => set('sessionTtl', event.currentTarget.value)}
          error={error('sessionTtl')}
        />
        <TextInput
          label={texts.agents.platformAgentId}
          description={texts.agents.platformAgentIdElse}
          value={draft.platformAgentId}
          onChange={(event) => set('platformAgentId', event.currentTarget.value)}
          error={error('platformAgentId')}
        />
        <Switch
          label={texts.agents.capabilityCheck}
          checked={draft.capabilityCheck}
          onChange={(event) => set('capabilityCheck', event.currentTarget.checked)}
        />
        <ProblemAlert error={save.error} />
        <Button type="submit" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
          {texts.pieces.save}
        </Button>
      </Stack>
    </Paper>
  );
}

function Keywords(props: {
  keywords: Draft['keywords'];
  stateIds: string[];
  onChange: (rows: Draft['keywords']) => void;
}) {
  const { keywords, stateIds, onChange } = props;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {texts.agents.keywords}
      </Text>
      {keywords.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a keyword being typed has no other identity
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={texts.agents.keyword(index + 1)}
            placeholder="START"
            value={row.keyword}
            onChange={(event) => onChange(keywords.with(index, { ...row, keyword: event.currentTarget.value }))}
          />
          <Autocomplete
            aria-label={texts.agents.keywordState(index + 1)}
            placeholder={texts.agents.keywordStateExample}
            flex={1}
            data={stateIds}
            value={row.stateId}
            onChange={(stateId) => onChange(keywords.with(index, { ...row, stateId }))}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={texts.agents.removeKeyword(index + 1)}
            onClick={() => onChange(keywords.toSpliced(index, 1))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => onChange([...keywords, { keyword: '', stateId: '' }])}
      >
        {texts.agents.addKeyword}
      </Button>
    </Stack>
  );
}
