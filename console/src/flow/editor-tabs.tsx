/** The tabs of a state's editor, one for each part, all of one document. Unparsable parts are marked and named. */
import { Alert, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import type { StateBody } from '@model/state.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { OperationsForm } from '../operations/operations-form.tsx';
import { Allowed } from '../pieces/allowed.tsx';
import { texts } from '../texts/texts.ts';
import { blockerOf, type Edit, type EditedState, faultyParts, shownText } from './edited-state.ts';
import type { Fault } from './faults.ts';
import { InputForm } from './input-form.tsx';
import { JsonPart } from './json-part.tsx';
import type { Vocabulary } from './liquid-completion.ts';
import { MessagePart } from './message-part.tsx';
import { PartView } from './part-view.tsx';
import { PARTS, type Part, type TextPart } from './parts.ts';
import { TransitionsForm } from './transitions-form.tsx';

type Props = {
  edited: EditedState;
  onEdit: (change: Edit) => void;
  faults: readonly Fault[];
  vocabulary: Vocabulary;
  onCreateState: (stateId: string) => void;
};

const TEXTS: Record<TextPart, { label: string; pointer: string }> = {
  message: { label: texts.editor.messageJson, pointer: '/template/contentMessage' },
  operations: { label: texts.editor.operationsJson, pointer: '/operations' },
  json: { label: texts.editor.stateJson, pointer: '' },
};

const FORMS: Record<Part, (props: Props) => ReactNode> = {
  message: (props) => <MessagePart {...props} json={<TextForm {...props} part="message" />} />,
  operations: OperationsPart,
  transitions: TransitionsPart,
  input: InputPart,
  json: (props) => <TextForm {...props} part="json" />,
};

export function EditorTabs(props: Props) {
  const { edited, onEdit } = props;
  const { content, tab } = edited;
  const faulty = faultyParts(content);
  const Form = FORMS[tab];
  return (
    <Tabs value={tab} onChange={(part) => onEdit({ to: 'show', part: part as Part })}>
      <Tabs.List>
        {PARTS.map((part) => (
          <Tabs.Tab key={part} value={part} px="xs" rightSection={isIn(faulty, part) && <Mark />}>
            {texts.editor.parts[part]}
            {countOf(content.body, part)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} pt="sm">
        <Stack gap="sm">
          {faulty
            .filter((part) => part !== tab)
            .map((part) => (
              <Elsewhere key={part} part={part} onGo={() => onEdit({ to: 'show', part })} />
            ))}
          {!blockerOf(content, tab) && (
            <Allowed to="replaceState">
              <Form {...props} />
            </Allowed>
          )}
        </Stack>
      </Tabs.Panel>
    </Tabs>
  );
}

function Mark() {
  return (
    <IconAlertTriangle size={14} color="var(--mantine-color-error)" role="img" aria-label={texts.editor.invalid} />
  );
}

function Elsewhere({ part, onGo }: { part: TextPart; onGo: () => void }) {
  const label = texts.editor.parts[part];
  return (
    <Alert color="red" role="alert">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{texts.editor.invalidPart(label)}</Text>
        <Button size="xs" variant="default" onClick={onGo}>
          {texts.editor.goTo(label)}
        </Button>
      </Group>
    </Alert>
  );
}

function TextForm({ part, edited, onEdit, ...rest }: Props & { part: TextPart }) {
  return (
    <JsonPart
      {...TEXTS[part]}
      {...rest}
      {...shownText(edited.content, part)}
      onChange={(text) => onEdit({ to: 'write', part, text, atMs: Date.now() })}
    />
  );
}

function OperationsPart(props: Props) {
  const { edited, onEdit, faults, vocabulary, onCreateState } = props;
  const { body, texts: typed } = edited.content;
  return (
    <PartView
      label={texts.state.viewOfCalls}
      isUnreadable={typed.operations?.fault != null}
      json={<TextForm {...props} part="operations" />}
      form={() => (
        <OperationsForm
          operations={body.operations ?? []}
          {...{ faults, vocabulary, onCreateState }}
          onChange={(value, at) => onEdit(formEdit('operations', value, at))}
        />
      )}
    />
  );
}

function TransitionsPart({ edited, onEdit, faults, vocabulary }: Props) {
  return (
    <TransitionsForm
      transitions={edited.content.body.transitions ?? []}
      faults={faults}
      vocabulary={vocabulary}
      onChange={(value, at) => onEdit(formEdit('transitions', value, at))}
    />
  );
}

function InputPart({ edited, onEdit, faults, vocabulary }: Props) {
  return (
    <InputForm
      input={edited.content.body.input}
      faults={faults}
      stateIds={vocabulary.states}
      onChange={(value, at) => onEdit(formEdit('input', value, at))}
    />
  );
}

function formEdit(
  field: 'operations' | 'transitions' | 'input',
  value: StateBody[typeof field],
  at: string | undefined,
): Edit {
  return { to: 'set', field, value, atMs: Date.now(), ...(at !== undefined && { at }) };
}

function isIn(parts: readonly Part[], part: Part): boolean {
  return parts.includes(part);
}

function countOf({ operations, transitions }: StateBody, part: Part): string {
  const count = part === 'operations' ? operations?.length : part === 'transitions' ? transitions?.length : undefined;
  return count ? ` (${count})` : '';
}
