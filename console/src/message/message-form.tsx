/** A content message as a form that looks like the phone: its kind, the bubble or cards to type in, and its chips. */
import { SegmentedControl, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts.ts';
import { Carousel, StandaloneCard } from './cards.tsx';
import { Chips } from './chips.tsx';
import { type Editing, EditingContext } from './editing.ts';
import css from './form.module.css';
import { KINDS, type Kind, kindOf, withKind } from './kinds.ts';
import { LIMITS } from './limits.ts';
import { FileFields } from './media.tsx';
import { TextField } from './text-field.tsx';

const BODIES: Record<Kind, () => ReactNode> = {
  text: () => <TextField at={['text']} label={texts.message.kinds.text} max={LIMITS.text} look="bubble" />,
  card: StandaloneCard,
  carousel: Carousel,
  file: () => (
    <div className={css['file']}>
      <FileFields at={[]} />
    </div>
  ),
};

export function MessageForm(editing: Editing) {
  const { content, path, onChange } = editing;
  const kind = kindOf(content);
  const Body = kind && BODIES[kind];
  return (
    <EditingContext value={editing}>
      <Stack gap="sm" data-path={path}>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={texts.message.kind}
          value={kind ?? ''}
          data={KINDS.map((each) => ({ value: each, label: texts.message.kinds[each] }))}
          onChange={(next) => onChange(withKind(content, next as Kind), path)}
        />
        {Body ? <Body key={kind} /> : <Text size="sm">{texts.message.noKind}</Text>}
        <Chips at={['suggestions']} max={LIMITS.chips} />
      </Stack>
    </EditingContext>
  );
}
