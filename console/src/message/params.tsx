/** The params that a chip passes to its state, as rows of a name and a value. */
import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../texts/texts.ts';
import { shownValue, typedValue } from './target.ts';

type Param = [name: string, value: unknown];

export function Params({ params, onChange }: { params: Param[]; onChange: (params: Param[]) => void }) {
  return (
    <>
      {params.map(([name, value], index) => (
        <Group key={name} gap={4} wrap="nowrap" align="flex-end">
          <Name
            name={name}
            taken={params.map(([other]) => other)}
            onChange={(next) => onChange(params.with(index, [next, value]))}
          />
          <TextInput
            size="xs"
            label={texts.message.target.valueOf(name)}
            value={shownValue(value)}
            onChange={(event) => onChange(params.with(index, [name, typedValue(event.currentTarget.value, value)]))}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            mb={2}
            aria-label={texts.message.target.deleteParameter(name)}
            onClick={() => onChange(params.toSpliced(index, 1))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...params, [freshName(params), '']])}
      >
        {texts.message.target.pass}
      </Button>
    </>
  );
}

/** Taken when the field is left: halfway it may be the name of another one. */
function Name({ name, taken, onChange }: { name: string; taken: string[]; onChange: (name: string) => void }) {
  const [typed, setTyped] = useState(name);
  const isTaken = typed !== name && taken.includes(typed);
  return (
    <TextInput
      size="xs"
      label={texts.message.target.parameter}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => (typed === '' || isTaken ? setTyped(name) : typed !== name && onChange(typed))}
      error={isTaken && texts.message.target.taken}
    />
  );
}

function freshName(params: readonly Param[]): string {
  const taken = new Set(params.map(([name]) => name));
  for (let number = 1; ; number += 1) if (!taken.has(`value${number}`)) return `value${number}`;
}
