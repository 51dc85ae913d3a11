/** A text of a message where the phone shows it: with a counter of its limit, and variables to insert from a list. */
import { ActionIcon, Group, Menu, Text, Textarea, Tooltip } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useRef } from 'react';
import type { Keys } from '../flow/pointer.ts';
import { texts } from '../texts/texts.ts';
import { useEditing, useField } from './editing.ts';
import css from './form.module.css';
import { holdsLiquid, lengthOf } from './limits.ts';
import { asText } from './loose.ts';
import { variablesOf } from './variables.ts';

export function TextField(props: {
  at: Keys;
  label: string;
  max?: number | undefined;
  hint?: string | undefined;
  /** An empty one is removed. */
  isOptional?: boolean | undefined;
  /** As the phone shows it; else a field with its label. */
  look?: 'bubble' | 'title' | 'words' | undefined;
  /** Read and written instead of the text at this place. */
  own?: { value: string; set: (value: string) => void } | undefined;
}) {
  const { at, label, max, hint, isOptional, look, own } = props;
  const field = useField(at);
  const area = useRef<HTMLTextAreaElement>(null);
  const value = own?.value ?? asText(field.value);
  const set = own?.set ?? ((text: string) => field.set(isOptional && text === '' ? undefined : text));

  function insert(variable: string): void {
    const { selectionStart, selectionEnd } = area.current!;
    const text = `{{ ${variable} }}`;
    set(value.slice(0, selectionStart) + text + value.slice(selectionEnd));
    // Once the list has closed and the new text is there.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(selectionStart + text.length, selectionStart + text.length);
    });
  }

  return (
    <div className={css['text']} data-look={look} data-path={field.pointer}>
      <Textarea
        ref={area}
        size={look ? 'sm' : 'xs'}
        autosize
        minRows={look === 'bubble' ? 2 : 1}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
        error={field.words}
        {...(look
          ? { 'aria-label': label, placeholder: label, variant: 'unstyled' }
          : { label, placeholder: hint ?? '' })}
        classNames={{ input: css['input'] ?? '' }}
      />
      <Group gap={4} justify="flex-end" className={css['tools'] ?? ''}>
        {max !== undefined && <Counter text={value} max={max} />}
        <Variables label={label} onChoose={insert} />
      </Group>
    </div>
  );
}

function Counter({ text, max }: { text: string; max: number }) {
  const length = lengthOf(text);
  const isOver = length > max && !holdsLiquid(text);
  return (
    <Text span fz={11} c={isOver ? 'var(--mantine-color-error)' : 'dimmed'} fw={isOver ? 700 : 400}>
      {holdsLiquid(text) ? texts.message.onceFilledIn(max) : texts.message.countOf(length, max)}
    </Text>
  );
}

function Variables({ label, onChoose }: { label: string; onChoose: (variable: string) => void }) {
  const { vocabulary } = useEditing();
  return (
    <Menu position="bottom-end" withinPortal returnFocus={false}>
      <Menu.Target>
        <Tooltip label={texts.message.insertVariable}>
          <ActionIcon variant="subtle" color="gray" size="xs" aria-label={texts.message.insertVariableInto(label)}>
            <IconBraces size={13} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah={280} style={{ overflowY: 'auto' }}>
        {variablesOf(vocabulary).map(({ group, variables }) => [
          <Menu.Label key={group}>{group}</Menu.Label>,
          ...variables.map((variable) => (
            <Menu.Item key={variable} fz="xs" ff="monospace" py={4} onClick={() => onChoose(variable)}>
              {variable}
            </Menu.Item>
          )),
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}
