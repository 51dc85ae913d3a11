/** The state at which the flow of a state begins, by which the phone and reports group states. */
import { Autocomplete } from '@mantine/core';
import { texts } from '../texts/texts.ts';
import { type Fault, wordsAt } from './faults.ts';

type Props = {
  value: string | undefined;
  stateIds: string[];
  faults: readonly Fault[];
  onChange: (stateId: string | undefined, at: string) => void;
};

export function EntryField({ value = '', stateIds, faults, onChange }: Props) {
  return (
    <Autocomplete
      size="xs"
      label={texts.state.flowEntry}
      placeholder={texts.state.flowEntryHint}
      data={stateIds}
      value={value}
      onChange={(stateId) => onChange(stateId.trim() || undefined, 'flowEntryStateId')}
      wrapperProps={{ 'data-path': '/flowEntryStateId' }}
      error={wordsAt(faults, '/flowEntryStateId')}
    />
  );
}
