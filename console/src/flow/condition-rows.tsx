/** A condition as rows of a variable, a question and a value; all of them or any must be true. */
import { ActionIcon, Autocomplete, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { variablesOf } from '../message/variables.ts';
import { texts } from '../texts/texts.ts';
import css from './condition-rows.module.css';
import {
  ASKS,
  type Asks,
  canAsk,
  canBePlain,
  isComparison,
  isVariable,
  type Row,
  type Rule,
  shownAs,
  typedAs,
  writeCondition,
} from './conditions.ts';
import type { Vocabulary } from './liquid-completion.ts';

const FIRST: Row = { variable: 'message.text', asks: 'is', value: { text: '' } };

export function ConditionRows(props: {
  rule: Rule;
  of: string;
  vocabulary: Vocabulary;
  onChange: (rule: Rule) => void;
}) {
  const { rule, of, vocabulary, onChange } = props;
  const { join, rows } = rule;
  const variables = variablesOf(vocabulary).flatMap((group) => group.variables);
  /** What Liquid cannot say is not taken. */
  const change = (next: Rule) => writeCondition(next) !== null && onChange(next);

  return (
    <>
      {rows.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={texts.conditions.howJoined(of)}
          value={join}
          data={[
            { value: 'and', label: texts.conditions.all },
            { value: 'or', label: texts.conditions.any },
          ]}
          onChange={({ currentTarget }) => change({ join: currentTarget.value as Rule['join'], rows })}
        />
      )}
      {rows.map((row, index) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id; its place identifies it
          key={`${index} of ${rows.length}`}
          name={texts.conditions.row(index + 1, of)}
          row={row}
          variables={variables}
          onChange={(next) => change({ join, rows: rows.with(index, next) })}
          onRemove={() => change({ join, rows: rows.toSpliced(index, 1) })}
        />
      ))}
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.conditions.alwaysMeaning}
        </Text>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPlus size={14} />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => change({ join, rows: [...rows, rows.at(-1) ?? FIRST] })}
      >
        {texts.conditions.addRow}
      </Button>
    </>
  );
}

function ConditionRow(props: {
  name: string;
  row: Row;
  variables: string[];
  onChange: (row: Row) => void;
  onRemove: () => void;
}) {
  const { name, row, variables, onChange, onRemove } = props;
  const { variable, asks, value } = row;
  const shown = shownAs(value);
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <div className={css['row']}>
        <VariableField key={variable} name={name} row={row} variables={variables} onChange={onChange} />
        <NativeSelect
          size="xs"
          aria-label={texts.conditions.question(name)}
          value={asks}
          data={ASKS.filter((each) => each === asks || canAsk(each, variable)).map((each) => ({
            value: each,
            label: texts.conditions[each],
          }))}
          onChange={({ currentTarget }) => onChange(asking(row, currentTarget.value as Asks))}
        />
        {isComparison(asks) && (
          <TextInput
            size="xs"
            aria-label={texts.conditions.value(name)}
            placeholder={texts.conditions.valueHint}
            value={shown}
            onChange={({ currentTarget }) => onChange({ ...row, value: typedAs(asks, currentTarget.value, value) })}
          />
        )}
        {isComparison(asks) && canBePlain(shown) && (
          <NativeSelect
            size="xs"
            aria-label={texts.conditions.kind(name)}
            value={value && 'plain' in value ? 'plain' : 'text'}
            data={[
              { value: 'text', label: texts.conditions.asText },
              { value: 'plain', label: texts.conditions.asItIs },
            ]}
            onChange={({ currentTarget }) =>
              onChange({ ...row, value: currentTarget.value === 'plain' ? { plain: shown } : { text: shown } })
            }
          />
        )}
      </div>
      <ActionIcon variant="subtle" color="red" aria-label={texts.pieces.removeNamed(name)} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}

/** Taken as soon as it is the name of a variable. */
function VariableField(props: { name: string; row: Row; variables: string[]; onChange: (row: Row) => void }) {
  const { name, row, variables, onChange } = props;
  const [typed, setTyped] = useState(row.variable);
  return (
    <Autocomplete
      size="xs"
      aria-label={texts.conditions.variable(name)}
      data={variables}
      value={typed}
      onChange={setTyped}
      onOptionSubmit={(variable) => onChange(about(row, variable))}
      onBlur={() => isVariable(typed) && typed !== row.variable && onChange(about(row, typed))}
      error={!isVariable(typed) && texts.conditions.noVariable}
    />
  );
}

function asking({ variable, value = { text: '' } }: Row, asks: Asks): Row {
  return { variable, asks, ...(isComparison(asks) && { value: typedAs(asks, shownAs(value), value) }) };
}

function about(row: Row, variable: string): Row {
  return { ...asking(row, canAsk(row.asks, variable) ? row.asks : 'is'), variable };
}
