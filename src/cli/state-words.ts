/** A state in a list: what it says, and where it leads. */
import type { Schemas } from '#client';

type State = Schemas['State'];

export function says({ template }: State): string {
  const { text, richCard } = (template?.contentMessage ?? {}) as {
    text?: string;
    richCard?: { carouselCard?: object };
  };
  if (text !== undefined) return text;
  if (richCard) return richCard.carouselCard ? '(carousel)' : '(rich card)';
  return template ? '(file)' : '–';
}

/** Where it leads by itself or after the user's answer; chips may lead elsewhere. */
export function nexts({ transitions = [], input }: State): string[] {
  return [...new Set([...transitions.map(({ nextState }) => nextState), ...(input ? [input.nextState] : [])])];
}
