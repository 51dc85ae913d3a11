/** A filter in text: applied with Enter or on leaving it, so that half a number is not requested. */
import { TextInput } from '@mantine/core';

export function CommittedInput(props: {
  label: string;
  placeholder: string;
  value: string | undefined;
  onCommit: (value: string) => void;
}) {
  const { value = '', onCommit, ...rest } = props;
  return (
    <TextInput
      {...rest}
      w={160}
      defaultValue={value}
      onBlur={(event) => event.currentTarget.value !== value && onCommit(event.currentTarget.value.trim())}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}
