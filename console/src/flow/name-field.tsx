/** What people call a state, typed; its id stays as it is. */
import { TextInput } from '@mantine/core';
import { texts } from '../texts/texts.ts';

/** Characters; the service takes no more. */
const MAX_LENGTH = 80;

type Props = { value: string | undefined; onChange: (name: string | undefined, at: string) => void };

export function NameField({ value = '', onChange }: Props) {
  return (
    <TextInput
      size="xs"
      label={texts.state.displayName}
      placeholder={texts.state.displayNameHint}
      maxLength={MAX_LENGTH}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value.trimStart() || undefined, 'displayName')}
      wrapperProps={{ 'data-path': '/displayName' }}
    />
  );
}
