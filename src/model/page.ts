/**
 * How every list is requested and returned: newest first unless a natural order exists. Source: docs/spec-choices.md
 * §3.
 */
import Type, { type TSchema } from 'typebox';

export const MAX_PAGE_SIZE = 100;

export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PAGE_SIZE,
      default: MAX_PAGE_SIZE,
      description: 'The number of rows to return.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'The `nextCursor` of the previous response.' }),
  ),
};

/** `limit` is `MAX_PAGE_SIZE` if absent. */
export type PageRequest = { limit?: number | undefined; cursor?: string | undefined };
export type Page<Row> = { rows: Row[]; nextCursor?: string };

/** The schema of a list response: `{ "<plural>": [...], "nextCursor"?: string }`. */
export function PageOf<Plural extends string, Item extends TSchema>(plural: Plural, item: Item) {
  return Type.Object({
    [plural]: Type.Array(item),
    nextCursor: Type.Optional(Type.String({ description: 'Present when there is more.' })),
  });
}
