/** A field of a message from its description: a text, a number, or a choice. */
import { NativeSelect } from '@mantine/core';
import type { Keys } from '../flow/pointer.ts';
import type { FieldSpec } from './chip-kinds.ts';
import { useField } from './editing.ts';
import { asText } from './loose.ts';
import { TextField } from './text-field.tsx';

/** `under`: the place of what the field belongs to. */
export function PlainField({ spec, under }: { spec: FieldSpec; under: Keys }) {
  const { at, choices, isNumber, ...rest } = spec;
  const keys = [...under, ...at];
  if (choices) return <ChoiceField at={keys} label={spec.label} choices={choices} isOptional={spec.isOptional} />;
  return isNumber ? <NumberField at={keys} label={spec.label} /> : <TextField at={keys} {...rest} />;
}

export function ChoiceField(props: {
  at: Keys;
  label: string;
  choices: [value: string, name: string][];
  /** The choice with an empty value removes the field. */
  isOptional?: boolean | undefined;
}) {
  const { at, label, choices, isOptional } = props;
  const { value, set, words, pointer } = useField(at);
  const chosen = asText(value);
  // What the API takes beyond the usual: Liquid, or another name for “unspecified”.
  const all = choices.some(([each]) => each === chosen) ? choices : [...choices, [chosen, chosen] as [string, string]];
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={chosen}
      data={all.map(([each, name]) => ({ value: each, label: name }))}
      onChange={({ currentTarget }) => set(isOptional && currentTarget.value === '' ? undefined : currentTarget.value)}
      error={words}
      wrapperProps={{ 'data-path': pointer }}
    />
  );
}

const DECIMAL = /^-?\d{1,3}(\.\d{1,15})?$/;

/** Liquid is possible too. The last of several numbers that is emptied takes what holds them with it. */
function NumberField({ at, label }: { at: Keys; label: string }) {
  const { value, set } = useField(at);
  const holder = useField(at.slice(0, -1));
  function write(typed: string): void {
    const others = Object.keys(Object(holder.value)).filter((name) => name !== at.at(-1));
    if (typed !== '') set(DECIMAL.test(typed) && String(Number(typed)) === typed ? Number(typed) : typed);
    else if (others.length === 0) holder.set(undefined);
    else set(undefined);
  }
  return <TextField at={at} label={label} own={{ value: asText(value), set: write }} />;
}
