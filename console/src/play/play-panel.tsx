/** Plays the flow as it is edited, without saving or sending anything: the phone, the values, and the way in the graph. */
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlayerPlay, IconTestPipe } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { api, pathOf } from '../api.ts';
import { freeId } from '../flow/copied.ts';
import type { FlowState } from '../flow/graph.ts';
import type { PanelProps } from '../flow/panel.ts';
import { notifyDone } from '../notify.ts';
import { Offered } from '../pieces/allowed.tsx';
import { NamedJson } from '../pieces/named-json.tsx';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { SidePanel } from '../pieces/side-panel.tsx';
import { useChange } from '../queries.ts';
import { Handset } from '../rcs/handset.tsx';
import { texts } from '../texts/texts.ts';
import { AnswerOperation } from './answer-operation.tsx';
import { bubblesOf, paramsRead, stepOf, testOf, unanswered } from './played.ts';
import { type Playing, usePlaying } from './use-playing.ts';

export function PlayPanel({ agent, states, onSearch, onPlayed }: PanelProps) {
  const playing = usePlaying(agent, states, onPlayed);
  const { test, turns, result, values } = playing;
  const failure = result?.failure;
  const missing = unanswered(turns);
  return (
    <SidePanel title={texts.play.title} onClose={() => onSearch({})}>
      <Begin states={states} playing={playing} />
      <ProblemAlert error={playing.error} />
      {test && (
        <>
          <Handset
            title={agent.name}
            identity={agent.config.identity}
            phoneNumber={texts.play.draft}
            bubbles={bubblesOf(test.steps, turns, playing.at)}
            isAgentTyping={playing.isPending}
            onSay={(said) => playing.go({ ...test, steps: [...test.steps, stepOf(said)] })}
          />
          {missing && (
            <AnswerOperation key={test.connectors?.length ?? 0} {...{ agent, states, playing, test }} asked={missing} />
          )}
          {failure && !missing && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {failure.faults
                .map(({ message, actual }) => `${message} ${actual ? JSON.stringify(actual) : ''}`)
                .join(' ')}
            </Text>
          )}
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => playing.go({ ...test, steps: test.steps.slice(0, 1) })}>
              {texts.play.fromBeginning}
            </Button>
            <Offered to="putTest">
              <KeepAsTest agentId={agent.agentId} playing={playing} isWhole={failure === undefined} />
            </Offered>
          </Group>
          {values && <NamedJson name={texts.play.variables} value={values} />}
        </>
      )}
    </SidePanel>
  );
}

function Begin({ states, playing }: { states: FlowState[]; playing: Playing }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const stateIds = states.map(({ stateId }) => stateId);
  const stateId = chosen ?? states.find(({ flowEntryStateId }) => flowEntryStateId)?.flowEntryStateId ?? stateIds[0]!;
  const read = Object.entries(paramsRead(states)).map(([name, value]) => [name, typed[name] ?? shown(value)] as const);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const params = Object.fromEntries(read.filter(([, value]) => value !== ''));
    playing.go({ format: 1, title: 'played', steps: [{ send: { stateId, ...(read.length > 0 && { params }) } }] });
  }

  return (
    <Stack component="form" gap="xs" onSubmit={submit}>
      <Select
        label={texts.play.begin}
        data={stateIds}
        value={stateId}
        onChange={setChosen}
        searchable
        allowDeselect={false}
      />
      {read.map(([name, value]) => (
        <TextInput
          key={name}
          label={texts.play.parameter(name)}
          value={value}
          onChange={(event) => {
            const { value: next } = event.currentTarget;
            setTyped((before) => ({ ...before, [name]: next }));
          }}
        />
      ))}
      <Button type="submit" size="xs" leftSection={<IconPlayerPlay size={14} />} loading={playing.isPending}>
        {texts.play.title}
      </Button>
    </Stack>
  );
}

const shown = (value: unknown) => (typeof value === 'string' ? value : '');

function KeepAsTest({ agentId, playing, isWhole }: { agentId: string; playing: Playing; isWhole: boolean }) {
  const { test, turns } = playing;
  const begin = test?.steps[0]?.send?.stateId ?? 'flow';
  const keep = useChange(
    async () => {
      const path = { agentId };
      const taken = await api.list('/agents/{agentId}/tests', 'tests', { params: { path, query: { limit: 100 } } });
      const testId = freeId(`played-${begin}`.slice(0, 90), (id) => taken.some((each) => each.testId === id));
      const body = testOf(test!, turns, texts.play.playedFrom(begin));
      await api.PUT('/agents/{agentId}/tests/{testId}', { params: { path: { agentId, testId } }, body });
      return testId;
    },
    { refreshes: [pathOf`/agents/${agentId}/tests`] },
  );
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconTestPipe size={14} />}
      disabled={!isWhole || playing.isPending}
      loading={keep.isPending}
      onClick={() => keep.mutate(undefined, { onSuccess: (testId) => notifyDone(texts.play.kept(testId)) })}
    >
      {texts.play.keep}
    </Button>
  );
}
