/** A part of a state as JSON, with the reason why it cannot be parsed, and underlined where the API finds a fault. */
import { Stack, Text } from '@mantine/core';
import { CodeEditor } from './code-editor.tsx';
import type { Fault } from './faults.ts';
import type { Vocabulary } from './liquid-completion.ts';
import { locate } from './locate.ts';

export function JsonPart(props: {
  label: string;
  text: string;
  fault: string | null;
  /** Where the part is in the state. */
  pointer: string;
  faults: readonly Fault[];
  vocabulary: Vocabulary;
  onChange: (text: string) => void;
}) {
  const { label, text, fault, pointer, faults, vocabulary, onChange } = props;
  const marks = faults
    .filter(({ path }) => path.startsWith(pointer))
    .map(({ path, words }) => ({
      ...locate(text, path.slice(pointer.length)),
      message: words,
      severity: 'error' as const,
    }));
  return (
    <Stack gap={4} data-path={pointer}>
      <CodeEditor value={text} onChange={onChange} label={label} faults={marks} vocabulary={vocabulary} />
      <Text size="xs" c={fault ? 'var(--mantine-color-error)' : 'dimmed'} role={fault ? 'alert' : undefined}>
        {fault ?? label}
      </Text>
    </Stack>
  );
}
