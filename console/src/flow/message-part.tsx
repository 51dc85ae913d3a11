/** The message of a state: as a form, or as the JSON of the same message. */
import { Button, Group, Text } from '@mantine/core';
import type { StateBody } from '@model/state.ts';
import type { ReactNode } from 'react';
import { MessageForm } from '../message/message-form.tsx';
import { texts } from '../texts/texts.ts';
import type { Edit, EditedState } from './edited-state.ts';
import type { Fault } from './faults.ts';
import type { Vocabulary } from './liquid-completion.ts';
import { PartView } from './part-view.tsx';

/** A new message of a state without one. */
const FIRST_MESSAGE = { text: '' };

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
  const { body, texts: typed } = edited.content;
  const set = (value: StateBody['template'], at?: string) =>
    onEdit({ to: 'set', field: 'template', value, atMs: Date.now(), ...(at !== undefined && { at }) });
  if (!body.template && !typed.message) {
    return (
      <Group>
        <Text size="sm" c="dimmed">
          {texts.editor.noMessage}
        </Text>
        <Button size="xs" variant="default" onClick={() => set({ contentMessage: FIRST_MESSAGE })}>
          {texts.editor.addMessage}
        </Button>
      </Group>
    );
  }
  // A text that cannot be parsed has no form yet.
  const isUnreadable = !body.template || typed.message?.fault != null;
  return (
    <PartView
      label={texts.state.viewOfMessage}
      isUnreadable={isUnreadable}
      json={json}
      form={() => (
        <MessageForm
          content={body.template!.contentMessage}
          path="/template/contentMessage"
          faults={faults}
          vocabulary={vocabulary}
          onChange={(contentMessage, at) => set({ contentMessage }, at)}
          onCreateState={onCreateState}
        />
      )}
    >
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => set(undefined)}>
        {texts.editor.removeMessage}
      </Button>
    </PartView>
  );
}
