/** Theirs and mine, place by place. */
import { Stack, Text } from '@mantine/core';
import type { StateBody } from '@model/state.ts';
import { texts } from '../texts/texts.ts';
import { differencesOf } from './compare.ts';
import { placeAt } from './faults.ts';

/** With more, the JSON is easier to read. */
const MAX_SHOWN = 20;

export function Differences({ theirs, mine }: { theirs: StateBody; mine: StateBody }) {
  const all = differencesOf(theirs, mine);
  return (
    <Stack gap={6} component="ul" p={0} m={0} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
      {all.slice(0, MAX_SHOWN).map(({ path, theirs, mine }) => (
        <li key={path}>
          <Text size="sm" fw={600}>
            {placeAt(path)}
          </Text>
          <Text size="sm">{texts.editor.theirs(shown(theirs))}</Text>
          <Text size="sm">{texts.editor.mine(shown(mine))}</Text>
        </li>
      ))}
      {all.length > MAX_SHOWN && (
        <Text size="sm" component="li">
          {texts.shell.andMore(all.length - MAX_SHOWN)}
        </Text>
      )}
    </Stack>
  );
}

function shown(value: unknown): string {
  if (value === undefined) return texts.editor.nothing;
  return typeof value === 'string' ? texts.pieces.quoted(value) : JSON.stringify(value);
}
