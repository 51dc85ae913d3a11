/** A brand: on whose behalf an agent speaks. Created by the operator, listed by clients. */
import Type, { type Static } from 'typebox';

export const Brand = Type.Object({
  brandId: Type.String(),
  accountId: Type.String(),
  name: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
});
export type Brand = Static<typeof Brand>;

export const NewBrand = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
      description: 'Display name, 1 to 100 characters.',
    }),
    accountId: Type.Optional(
      Type.String({ description: 'The account that the brand belongs to; `default` if absent.' }),
    ),
  },
  { additionalProperties: false },
);
export type NewBrand = Static<typeof NewBrand>;
