/** The input of a state: where the user's answer leads, and what is kept of it. */
import { ActionIcon, Autocomplete, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { StateBody } from '@model/state.ts';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';
import { type Fault, wordsAt } from './faults.ts';

type Input = NonNullable<StateBody['input']>;

export function InputForm(props: {
  input: Input | undefined;
  faults: readonly Fault[];
  stateIds: string[];
  /** `at`: the place that was typed in. */
  onChange: (input: Input | undefined, at?: string) => void;
}) {
  const { input, faults, stateIds, onChange } = props;
  /** The place and the fault of a field. */
  const field = (path: string) => ({
    wrapperProps: { 'data-path': `/input${path}` },
    error: wordsAt(faults, `/input${path}`),
  });
  if (!input) {
    return (
      <Group>
        <Text size="sm" c="dimmed">
          {texts.editor.doesNotWait}
        </Text>
        <Button size="xs" variant="default" onClick={() => onChange({ nextState: '' })}>
          {texts.editor.wait}
        </Button>
      </Group>
    );
  }
  const { nextState, assignments = [] } = input;
  const assign = (rows: typeof assignments, at?: string) =>
    onChange({ nextState, ...(rows.length > 0 && { assignments: rows }) }, at);
  return (
    <Stack gap="sm">
      <Autocomplete
        label={texts.editor.answerTo}
        data={stateIds}
        value={nextState}
        onChange={(value) => onChange({ ...input, nextState: value }, 'nextState')}
        {...field('/nextState')}
      />
      <Text size="sm" c="dimmed">
        {parts(texts.editor.captured, { variable: <code>input.…</code> })}
      </Text>
      {assignments.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an assignment has no id; its place identifies it
        <Group key={index} align="flex-end" gap="xs" wrap="nowrap">
          <TextInput
            label={texts.editor.from}
            placeholder="message.text"
            value={row.from}
            onChange={(event) =>
              assign(assignments.with(index, { ...row, from: event.currentTarget.value }), `from ${index}`)
            }
            {...field(`/assignments/${index}/from`)}
          />
          <TextInput
            label={texts.editor.toInput}
            value={row.to}
            onChange={(event) =>
              assign(assignments.with(index, { ...row, to: event.currentTarget.value }), `to ${index}`)
            }
            {...field(`/assignments/${index}/to`)}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            aria-label={texts.pieces.removeNamed(texts.editor.assignment(index + 1))}
            onClick={() => assign(assignments.toSpliced(index, 1))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => assign([...assignments, { from: 'message.text', to: 'answer' }])}
        >
          {texts.editor.capture}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={() => onChange(undefined)}>
          {texts.editor.doNotWait}
        </Button>
      </Group>
    </Stack>
  );
}
