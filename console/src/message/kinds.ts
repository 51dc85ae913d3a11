/** The kinds of a content message, and how one becomes another without losing what both have. Pure. */
import { asList, asObject, asText, type Loose } from './loose.ts';

export const KINDS = ['text', 'card', 'carousel', 'file'] as const;

export type Kind = (typeof KINDS)[number];

/** Null if it is of none, or of several: the API refuses it. */
export function kindOf(content: Loose): Kind | null {
  const { standaloneCard, carouselCard } = asObject(content['richCard']);
  const found: Record<Kind, boolean> = {
    text: content['text'] !== undefined,
    card: standaloneCard !== undefined,
    carousel: carouselCard !== undefined,
    file: fileOf(content) !== null,
  };
  const kinds = KINDS.filter((kind) => found[kind]);
  return kinds.length === 1 ? kinds[0]! : null;
}

/** A new card of a carousel, or the first one. */
export const NEW_CARD: Loose = { title: '' };
const NEW_FILE: Loose = { contentInfo: { fileUrl: '' } };

/** The message as another kind, with its chips, and its words, picture and first card as far as that kind has them. */
export function withKind(content: Loose, kind: Kind): Loose {
  const { text, richCard, uploadedRbmFile, contentInfo, ...rest } = content;
  const card = firstCardOf(content);
  const words = asText(text) || asText(card?.['description']) || asText(card?.['title']);
  const file = fileOf(content) ?? fileOf(asObject(card?.['media']));
  const asCard = card ?? { ...(words ? { description: words } : !file && NEW_CARD), ...(file && { media: file }) };
  switch (kind) {
    case 'text':
      return { text: words, ...rest };
    case 'card':
      return { richCard: { standaloneCard: { cardOrientation: 'VERTICAL', cardContent: asCard } }, ...rest };
    case 'carousel':
      return { richCard: { carouselCard: { cardWidth: 'MEDIUM', cardContents: [asCard, NEW_CARD] } }, ...rest };
    case 'file':
      return { ...(file ?? NEW_FILE), ...rest };
  }
}

function firstCardOf({ richCard }: Loose): Loose | null {
  const { standaloneCard, carouselCard } = asObject(richCard);
  const card = asObject(standaloneCard)['cardContent'] ?? asList(asObject(carouselCard)['cardContents'])[0];
  return card === undefined ? null : asObject(card);
}

/** Its file, in the field in which it stands. */
function fileOf({ contentInfo, uploadedRbmFile }: Loose): Loose | null {
  if (contentInfo !== undefined) return { contentInfo };
  return uploadedRbmFile === undefined ? null : { uploadedRbmFile };
}
