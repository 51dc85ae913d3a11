/** The message of a state: as a form, or as the JSON of the same message. */
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import type { StateBody } from '@model/state.ts';
import type { ReactNode } from 'react';
import { MessageForm } from '../message/message-form.tsx';
import type { Edit, EditedState } from './edited-state.ts';
import type { Fault } from './faults.ts';
import type { Vocabulary } from './liquid-completion.ts';

/** A new message of a state without one. */
const FIRST_MESSAGE = { text: '' };

const VIEWS = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
];

export function MessagePart(props: {
  edited: EditedState;
  onEdit: (change: Edit) => void;
  faults: readonly Fault[];
  vocabulary: Vocabulary;
  onCreateState: (stateId: string) => void;
  /** The message as a text. */
  json: ReactNode;
}) {
  const { edited, onEdit, faults, vocabulary, onCreateState, json } = props;
  const { body, texts } = edited.content;
  const [view, setView] = useSessionStorage({
    key: 'parley.message-view',
    defaultValue: 'form',
    getInitialValueInEffect: false,
  });
  const set = (value: StateBody['template'], at?: string) =>
    onEdit({ to: 'set', field: 'template', value, atMs: Date.now(), ...(at !== undefined && { at }) });
  if (!body.template && !texts.message) {
    return (
      <Group>
        <Text size="sm" c="dimmed">
          This state sends no message.
        </Text>
        <Button size="xs" variant="default" onClick={() => set({ contentMessage: FIRST_MESSAGE })}>
          Add a message
        </Button>
      </Group>
    );
  }
  // A text that cannot be parsed has no form yet.
  const isUnreadable = !body.template || texts.message?.fault != null;
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="View of the message"
          value={isUnreadable ? 'json' : view}
          data={VIEWS}
          disabled={isUnreadable}
          onChange={setView}
        />
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => set(undefined)}>
          Remove the message
        </Button>
      </Group>
      {isUnreadable || view === 'json' ? (
        json
      ) : (
        <MessageForm
          content={body.template!.contentMessage}
          path="/template/contentMessage"
          faults={faults}
          vocabulary={vocabulary}
          onChange={(contentMessage, at) => set({ contentMessage }, at)}
          onCreateState={onCreateState}
        />
      )}
    </Stack>
  );
}
