/** The condition of a transition: as rows where it can be said so, and as Liquid behind “advanced”. */
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';
import { CodeEditor } from './code-editor.tsx';
import { ConditionRows } from './condition-rows.tsx';
import { readCondition, writeCondition } from './conditions.ts';
import type { Vocabulary } from './liquid-completion.ts';

export function Condition(props: {
  condition: string;
  /** Of the transition, from 1. */
  number: number;
  vocabulary: Vocabulary;
  onChange: (condition: string) => void;
}) {
  const { condition, number, vocabulary, onChange } = props;
  const rule = readCondition(condition);
  const [isAdvanced, setAdvanced] = useState(rule === null);
  const of = texts.editor.transition(number);
  return (
    <Stack gap={6}>
      {rule && !isAdvanced ? (
        <ConditionRows
          rule={rule}
          of={of}
          vocabulary={vocabulary}
          onChange={(next) => onChange(writeCondition(next)!)}
        />
      ) : (
        <CodeEditor
          language="liquid"
          label={texts.editor.conditionOf(of)}
          value={condition}
          vocabulary={vocabulary}
          onChange={onChange}
        />
      )}
      {rule === null ? (
        <Text size="xs" c="dimmed">
          {parts(texts.editor.noRows, { value: <code>true</code> })}
        </Text>
      ) : (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setAdvanced(!isAdvanced)}
        >
          {isAdvanced ? texts.editor.backToRows : texts.editor.advanced}
        </Button>
      )}
    </Stack>
  );
}
