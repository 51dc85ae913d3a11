/** The mark and the name. */
import { Group, Text } from '@mantine/core';
import logo from '../logo.svg';

export function Logo() {
  return (
    <Group gap="xs" wrap="nowrap">
      <img src={logo} alt="" width={26} height={26} />
      <Text fw={700} fz="lg" lts="-0.01em">
        Parley
      </Text>
    </Group>
  );
}
