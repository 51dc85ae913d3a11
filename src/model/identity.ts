/**
 * How an agent introduces itself: what stands in the head of the phone and on its page of information. Fields and limits
 * are the RCS platform's: docs/platform.md, "Identity".
 */
import Type, { type Static } from 'typebox';

const closed = { additionalProperties: false };

const HttpsUrl = (description: string) =>
  Type.String({ maxLength: 2048, pattern: '^https?://[^\\s/]+(/\\S*)?$', description });

export const Identity = Type.Object(
  {
    description: Type.Optional(Type.String({ maxLength: 100, description: 'What it is for, up to 100 characters.' })),
    logoUri: Type.Optional(HttpsUrl('A square picture, 224 × 224, up to 50 kB; phones show it as a circle.')),
    heroUri: Type.Optional(HttpsUrl('A banner, 1440 × 448, up to 200 kB.')),
    color: Type.Optional(
      Type.String({
        pattern: '^#[0-9A-Fa-f]{6}$',
        description: 'Of what stands out in the conversation: dark enough to be read on white.',
        examples: ['#0B57D0'],
      }),
    ),
    websites: Type.Optional(
      Type.Array(
        Type.Object({ uri: HttpsUrl('Where it leads.'), label: Type.String({ minLength: 1, maxLength: 25 }) }, closed),
        { maxItems: 3, description: 'Links on the page of information.' },
      ),
    ),
  },
  { ...closed, description: 'How the agent introduces itself on phones; absent fields are left out.' },
);
export type Identity = Static<typeof Identity>;
