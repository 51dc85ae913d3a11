/** The limits of a message's fields, in characters or in rows, as the API has them: a test compares them. */

export const LIMITS = {
  text: 3072,
  title: 200,
  description: 2000,
  chips: 11,
  cardChips: 4,
  minCards: 2,
  cards: 10,
  label: 25,
  postback: 2048,
  url: 2048,
  eventTitle: 100,
  eventDescription: 500,
} as const;

/** A text with Liquid has its length only once it is rendered. */
export function holdsLiquid(text: string): boolean {
  return /\{\{|\{%/.test(text);
}

/** In characters as the API counts them: code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}
