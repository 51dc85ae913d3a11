/** The id of a state, typed: for a new one, or as another name. */
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts.ts';

type Props = { value: string; onChange: (stateId: string) => void; error?: ReactNode; isSuggested?: boolean };

/** `isSuggested`: what is there is a proposal, which the first letter replaces. */
export function StateIdField({ value, onChange, error, isSuggested = false }: Props) {
  return (
    <TextInput
      label={texts.editor.stateId}
      description={texts.editor.stateIdMeaning}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onFocus={(event) => isSuggested && event.currentTarget.select()}
      error={error}
      data-autofocus
    />
  );
}
