/** A JSON value below its name. */
import { Text } from '@mantine/core';
import { Json } from './json.tsx';

export function NamedJson({ name, value }: { name: string; value: unknown }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Json value={value} label={name} />
    </div>
  );
}
