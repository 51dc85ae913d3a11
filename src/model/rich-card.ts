/** A rich card: one card, or a carousel of 2 to 10. Every limit: docs/platform.md, "Messages and their limits". */
import Type, { type Static } from 'typebox';
import type { FieldError } from '../errors.ts';
import { FileContent } from './file-content.ts';
import { Suggestion } from './suggestion.ts';
import { atLeastOneOf, exactlyOneOf, TemplatedText } from './templated.ts';

const MAX_CARD_SUGGESTIONS = 4;
const MIN_CAROUSEL_CARDS = 2;
const MAX_CAROUSEL_CARDS = 10;

const closed = { additionalProperties: false };

const Media = Type.Object(
  {
    height: Type.Optional(
      TemplatedText({ enum: ['HEIGHT_UNSPECIFIED', 'SHORT', 'MEDIUM', 'TALL'] }, 'Ignored for horizontal cards.'),
    ),
    ...FileContent,
  },
  exactlyOneOf(...Object.keys(FileContent)),
);

const CardContent = Type.Object(
  {
    title: Type.Optional(TemplatedText({ maxLength: 200 }, 'Up to 200 characters.')),
    description: Type.Optional(TemplatedText({ maxLength: 2000 }, 'Up to 2000 characters.')),
    media: Type.Optional(Media),
    suggestions: Type.Optional(Type.Array(Suggestion, { maxItems: MAX_CARD_SUGGESTIONS })),
  },
  atLeastOneOf('media', 'title', 'description'),
);
type CardContent = Static<typeof CardContent>;

const StandaloneCard = Type.Object(
  {
    cardOrientation: Type.Optional(
      TemplatedText(
        { enum: ['CARD_ORIENTATION_UNSPECIFIED', 'HORIZONTAL', 'VERTICAL'] },
        'The orientation of the card.',
      ),
    ),
    thumbnailImageAlignment: Type.Optional(
      TemplatedText({ enum: ['THUMBNAIL_IMAGE_ALIGNMENT_UNSPECIFIED', 'LEFT', 'RIGHT'] }, 'Horizontal cards only.'),
    ),
    cardContent: CardContent,
  },
  closed,
);

const CarouselCard = Type.Object(
  {
    cardWidth: Type.Optional(
      TemplatedText({ enum: ['CARD_WIDTH_UNSPECIFIED', 'SMALL', 'MEDIUM'] }, 'The width of every card.'),
    ),
    cardContents: Type.Array(CardContent, { minItems: MIN_CAROUSEL_CARDS, maxItems: MAX_CAROUSEL_CARDS }),
  },
  closed,
);

export const RichCard = Type.Object(
  { standaloneCard: Type.Optional(StandaloneCard), carouselCard: Type.Optional(CarouselCard) },
  exactlyOneOf('standaloneCard', 'carouselCard'),
);
export type RichCard = Static<typeof RichCard>;

/** The rules between fields, for a card that fits the schema. */
export function checkCardRules(richCard: RichCard, path: string): FieldError[] {
  if (richCard.standaloneCard) return checkStandalone(richCard.standaloneCard, `${path}/standaloneCard`);
  if (richCard.carouselCard) return checkCarousel(richCard.carouselCard, `${path}/carouselCard`);
  return [];
}

function checkStandalone(card: Static<typeof StandaloneCard>, path: string): FieldError[] {
  const { cardOrientation, thumbnailImageAlignment, cardContent } = card;
  if (cardOrientation === 'HORIZONTAL' && isMediaAlone(cardContent)) {
    const message = 'a horizontal card with media also needs a title, a description or suggestions';
    return [{ path: `${path}/cardContent`, message }];
  }
  if (cardOrientation === 'VERTICAL' && thumbnailImageAlignment !== undefined) {
    return [{ path: `${path}/thumbnailImageAlignment`, message: 'is for horizontal cards only' }];
  }
  return [];
}

function isMediaAlone(content: CardContent): boolean {
  return content.media !== undefined && !content.title && !content.description && !content.suggestions?.length;
}

function checkCarousel(carousel: Static<typeof CarouselCard>, path: string): FieldError[] {
  if (carousel.cardWidth !== 'SMALL') return [];
  return carousel.cardContents.flatMap((content, index) =>
    content.media?.height === 'TALL'
      ? [{ path: `${path}/cardContents/${index}/media/height`, message: 'TALL does not fit a carousel of width SMALL' }]
      : [],
  );
}
