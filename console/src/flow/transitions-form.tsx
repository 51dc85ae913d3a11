/** The transitions of a state, in order: the first whose condition is true is taken. */
import { ActionIcon, Autocomplete, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { StateBody } from '@model/state.ts';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { texts } from '../texts/texts.ts';
import { Condition } from './condition.tsx';
import { ALWAYS, readCondition, writeCondition } from './conditions.ts';
import { type Fault, wordsAt } from './faults.ts';
import type { Vocabulary } from './liquid-completion.ts';

type Row = NonNullable<StateBody['transitions']>[number];

export function TransitionsForm(props: {
  transitions: Row[];
  faults: readonly Fault[];
  vocabulary: Vocabulary;
  /** `at`: the place that was typed in. */
  onChange: (transitions: Row[], at?: string) => void;
}) {
  const { transitions, faults, vocabulary, onChange } = props;
  const replace = (index: number, row: Row, field: keyof Row) =>
    onChange(transitions.with(index, row), `/transitions/${index}/${field}`);

  function move(index: number, by: -1 | 1): void {
    const moved = transitions.toSpliced(index, 1);
    onChange(moved.toSpliced(index + by, 0, transitions[index]!));
  }

  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {texts.editor.transitionOrder}
      </Text>
      {transitions.map((row, index) => (
        <Paper
          // biome-ignore lint/suspicious/noArrayIndexKey: a transition has no id; its place identifies it
          key={`${index} of ${transitions.length}`}
          withBorder
          p="sm"
          data-path={`/transitions/${index}`}
        >
          <Stack gap="xs">
            <Group justify="space-between">
              <Text size="sm" fw={600}>
                {readCondition(row.condition)?.rows.length === 0
                  ? texts.editor.otherwise(index + 1)
                  : texts.editor.if(index + 1)}
              </Text>
              <Group gap={2}>
                <ActionIcon
                  variant="subtle"
                  aria-label={texts.editor.moveUp(texts.editor.transition(index + 1))}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                >
                  <IconArrowUp size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  aria-label={texts.editor.moveDown(texts.editor.transition(index + 1))}
                  disabled={index === transitions.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <IconArrowDown size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={texts.pieces.removeNamed(texts.editor.transition(index + 1))}
                  onClick={() => onChange(transitions.toSpliced(index, 1))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Group>
            </Group>
            <div data-path={`/transitions/${index}/condition`}>
              <Condition
                condition={row.condition}
                number={index + 1}
                vocabulary={vocabulary}
                onChange={(condition) => replace(index, { ...row, condition }, 'condition')}
              />
              <FaultText text={wordsAt(faults, `/transitions/${index}/condition`)} />
            </div>
            <Autocomplete
              label={texts.editor.goOnTo}
              data={vocabulary.states}
              value={row.nextState}
              onChange={(nextState) => replace(index, { ...row, nextState }, 'nextState')}
              wrapperProps={{ 'data-path': `/transitions/${index}/nextState` }}
              error={wordsAt(faults, `/transitions/${index}/nextState`)}
            />
          </Stack>
        </Paper>
      ))}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...transitions, { condition: firstCondition(vocabulary), nextState: '' }])}
        >
          {texts.editor.addTransition}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          onClick={() => onChange([...transitions, { condition: writeCondition(ALWAYS)!, nextState: '' }])}
        >
          {texts.editor.addOtherwise}
        </Button>
      </Group>
    </Stack>
  );
}

/** Something to begin with, of what the flow knows. */
function firstCondition({ input }: Vocabulary): string {
  const variable = input[0] === undefined ? 'message.text' : `input.${input[0]}`;
  return writeCondition({ join: 'and', rows: [{ variable, asks: 'is', value: { text: 'yes' } }] })!;
}

function FaultText({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Text size="xs" c="var(--mantine-color-error)">
      {text}
    </Text>
  );
}
