/** A part of a state as JSON, with the reason why it cannot be parsed, and underlined where the API finds a fault. */
import { Stack, Text } from '@mantine/core';
import type { FieldError } from '#client';
import { CodeEditor } from './code-editor.tsx';
import type { Vocabulary } from './liquid-completion.ts';
import { locate } from './locate.ts';

export function JsonPart(props: {
  label: string;
  text: string;
  fault: string | null;
  /** Where the part is in the state. */
  pointer: string;
  errors: FieldError[];
  vocabulary: Vocabulary;
  onChange: (text: string) => void;
}) {
  const { label, text, fault, pointer, errors, vocabulary, onChange } = props;
  const faults = errors
    .filter(({ path }) => path.startsWith(pointer))
    .map(({ path, message, line, column }) => ({
      ...locate(text, path.slice(pointer.length)),
      message: line === undefined ? message : `${message} (line ${line}, column ${column} of this text)`,
      severity: 'error' as const,
    }));
  return (
    <Stack gap={4}>
      <CodeEditor value={text} onChange={onChange} label={label} faults={faults} vocabulary={vocabulary} />
      <Text size="xs" c={fault ? 'var(--mantine-color-error)' : 'dimmed'} role={fault ? 'alert' : undefined}>
        {fault ?? label}
      </Text>
    </Stack>
  );
}
