/** The chips of a message or of a card, as rows: the label, what a tap does, and where it leads. */
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Keys } from '../flow/pointer.ts';
import { texts } from '../texts/texts.ts';
import { CHIP_KINDS, type ChipKind, chipKindOf, type FieldSpec, NEW_CHIP, withChipKind } from './chip-kinds.ts';
import { ChipTarget } from './chip-target.tsx';
import { useField } from './editing.ts';
import css from './form.module.css';
import { LIMITS } from './limits.ts';
import { asList, asObject } from './loose.ts';
import { Ordered } from './ordered.tsx';
import { PlainField } from './plain-field.tsx';
import { TextField } from './text-field.tsx';

const say = texts.message.chip;

/** Of every action. */
const FALLBACK: FieldSpec = {
  at: ['fallbackUrl'],
  label: say.fallback,
  max: LIMITS.url,
  hint: 'https://…',
  isOptional: true,
};

/** `at`: the place of the list. `of`: what they belong to, as “card 2”; nothing for the message itself. */
export function Chips({ at, max, of }: { at: Keys; max: number; of?: string }) {
  const { value, set, words, pointer } = useField(at);
  const rows = asList(value);
  const change = (chips: unknown[]) => set(chips.length > 0 ? chips : undefined);
  return (
    <Stack gap="xs" data-path={pointer}>
      <Ordered
        rows={rows}
        nameOf={(position) => (of ? say.numberedOf(position, of) : say.numbered(position))}
        max={max}
        onChange={change}
      >
        {(index, tools) => <Chip at={[...at, index]} number={index + 1} tools={tools} />}
      </Ordered>
      <Group gap="xs">
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={rows.length >= max}
          onClick={() => change([...rows, NEW_CHIP])}
        >
          {of ? say.addTo(of) : say.add}
        </Button>
        <Text fz={11} c={words ? 'var(--mantine-color-error)' : 'dimmed'}>
          {words ?? texts.message.countOf(rows.length, max)}
        </Text>
      </Group>
    </Stack>
  );
}

const KINDS = (Object.keys(CHIP_KINDS) as ChipKind[]).map((kind) => ({ value: kind, label: CHIP_KINDS[kind].label }));

function Chip({ at, number, tools }: { at: Keys; number: number; tools: ReactNode }) {
  const { value, set, words, pointer } = useField(at);
  const chip = asObject(value);
  const kind = chipKindOf(chip);
  const holder = [...at, chip['reply'] === undefined ? 'action' : 'reply'];
  if (kind === null) return <Strange words={words} tools={tools} />;
  return (
    <fieldset className={css['chip']} data-path={pointer} aria-label={say.title(number)}>
      <div className={css['chip-head']}>
        <TextField at={[...holder, 'text']} label={say.label} max={LIMITS.label} />
        {tools}
      </div>
      <div className={css['pair']}>
        <NativeSelect
          size="xs"
          label={say.tap}
          value={kind}
          data={KINDS}
          onChange={({ currentTarget }) => set(withChipKind(chip, currentTarget.value as ChipKind))}
        />
        {CHIP_KINDS[kind].fields.map((spec) => (
          <PlainField key={spec.at.join('.')} spec={spec} under={[...holder, kind]} />
        ))}
        {kind !== 'reply' && <PlainField spec={FALLBACK} under={holder} />}
        <ChipTarget at={[...holder, 'postbackData']} isOptional={kind !== 'reply'} />
      </div>
    </fieldset>
  );
}

/** A chip that no form can show: it stays as it is. */
function Strange({ words, tools }: { words: string | undefined; tools: ReactNode }) {
  return (
    <div className={css['chip']}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{words ?? say.strange}</Text>
        {tools}
      </Group>
    </div>
  );
}
