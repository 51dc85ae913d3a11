/** A card and a carousel as the phone shows them, with their texts, pictures and chips to edit in place. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Keys } from '../flow/pointer.ts';
import { texts } from '../texts/texts.ts';
import { Chips } from './chips.tsx';
import { useField } from './editing.ts';
import css from './form.module.css';
import { NEW_CARD } from './kinds.ts';
import { LIMITS } from './limits.ts';
import { asList } from './loose.ts';
import { Media } from './media.tsx';
import { Ordered } from './ordered.tsx';
import { ChoiceField } from './plain-field.tsx';
import { TextField } from './text-field.tsx';

const say = texts.message.card;

const CARD = ['richCard', 'standaloneCard'];
const CAROUSEL = ['richCard', 'carouselCard'];

export function StandaloneCard() {
  const { value: orientation } = useField([...CARD, 'cardOrientation']);
  const isLying = orientation === 'HORIZONTAL';
  return (
    <Stack gap="xs">
      <Card at={[...CARD, 'cardContent']} name={say.only} />
      <div className={css['pair']}>
        <ChoiceField
          at={[...CARD, 'cardOrientation']}
          label={say.picture}
          isOptional
          choices={[
            ['', say.orientations.any],
            ['VERTICAL', say.orientations.VERTICAL],
            ['HORIZONTAL', say.orientations.HORIZONTAL],
          ]}
        />
        {isLying && (
          <ChoiceField
            at={[...CARD, 'thumbnailImageAlignment']}
            label={say.side}
            isOptional
            choices={[
              ['', say.sides.any],
              ['LEFT', say.sides.LEFT],
              ['RIGHT', say.sides.RIGHT],
            ]}
          />
        )}
      </div>
    </Stack>
  );
}

export function Carousel() {
  const at = [...CAROUSEL, 'cardContents'];
  const { value, set, words, pointer } = useField(at);
  const cards = asList(value);
  return (
    <Stack gap="xs" data-path={pointer}>
      <Ordered rows={cards} nameOf={say.numbered} max={LIMITS.cards} onChange={set} isAcross>
        {(index, tools) => <Card at={[...at, index]} name={say.numbered(index + 1)} tools={tools} />}
      </Ordered>
      <Group gap="xs">
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={cards.length >= LIMITS.cards}
          onClick={() => set([...cards, NEW_CARD])}
        >
          {say.add}
        </Button>
        <Text fz={11} c={words ? 'var(--mantine-color-error)' : 'dimmed'}>
          {words ?? texts.message.countFrom(cards.length, LIMITS.cards, LIMITS.minCards)}
        </Text>
      </Group>
      <ChoiceField
        at={[...CAROUSEL, 'cardWidth']}
        label={say.width}
        isOptional
        choices={[
          ['', texts.message.asPhoneLikes],
          ['SMALL', say.widths.SMALL],
          ['MEDIUM', say.widths.MEDIUM],
        ]}
      />
    </Stack>
  );
}

function Card({ at, name, tools }: { at: Keys; name: string; tools?: ReactNode }) {
  const { words, pointer } = useField(at);
  const label = (field: string) => (tools ? say.fieldOf(field, name) : field);
  return (
    <section className={css['card']} aria-label={name} data-path={pointer}>
      {tools && (
        <header>
          <Text size="xs" c="dimmed">
            {name}
          </Text>
          {tools}
        </header>
      )}
      <Media at={[...at, 'media']} of={name} />
      <div className={css['words']}>
        <TextField at={[...at, 'title']} label={label(say.title)} max={LIMITS.title} isOptional look="title" />
        <TextField
          at={[...at, 'description']}
          label={label(texts.pieces.description)}
          max={LIMITS.description}
          isOptional
          look="words"
        />
        {words && (
          <Text size="xs" c="var(--mantine-color-error)">
            {words}
          </Text>
        )}
        <Chips at={[...at, 'suggestions']} max={LIMITS.cardChips} of={name} />
      </div>
    </section>
  );
}
