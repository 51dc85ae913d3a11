/** A part of a state as JSON: handed on as soon as it can be read, and underlined where the API finds a fault. */
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { FieldError } from '../api.ts';
import { CodeEditor, type Vocabulary } from './code-editor.tsx';
import { locate } from './locate.ts';

export function JsonPart(props: {
  label: string;
  value: unknown;
  /** Where the part stands in the state. */
  pointer: string;
  errors: FieldError[];
  vocabulary: Vocabulary;
  onChange: (value: unknown) => void;
}) {
  const { label, value, pointer, errors, vocabulary, onChange } = props;
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const [fault, setFault] = useState<string | null>(null);

  function edit(next: string): void {
    setText(next);
    try {
      onChange(JSON.parse(next));
      setFault(null);
    } catch (error) {
      setFault((error as Error).message);
    }
  }

  const faults = errors
    .filter(({ path }) => path.startsWith(pointer))
    .map(({ path, message, line, column }) => ({
      ...locate(text, path.slice(pointer.length)),
      message: line === undefined ? message : `${message} (line ${line}, column ${column} of this text)`,
      severity: 'error' as const,
    }));
  return (
    <Stack gap={4}>
      <CodeEditor value={text} onChange={edit} label={label} faults={faults} vocabulary={vocabulary} />
      <Text size="xs" c={fault ? 'red.8' : 'dimmed'} role={fault ? 'alert' : undefined}>
        {fault ? `Not JSON yet, so not taken over: ${fault}` : label}
      </Text>
    </Stack>
  );
}
