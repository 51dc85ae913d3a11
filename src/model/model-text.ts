/** What a state allows of the text that a model wrote: without it, none is in its message. */
import Type, { type Static } from 'typebox';

export const ModelText = Type.Object(
  {
    maxLength: Type.Integer({
      minimum: 1,
      maximum: 3072,
      description: 'Characters of a text, a title or a description that holds such text, once rendered.',
    }),
    links: Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)+[a-z0-9-]*[a-z]$',
          maxLength: 253,
          description: 'A host, in lower case; its subdomains are included.',
          examples: ['shop.example'],
        }),
        { maxItems: 50, description: 'Where links in it may lead: none if absent.' },
      ),
    ),
  },
  {
    additionalProperties: false,
    description:
      'The text, titles and descriptions of the message may show what a model wrote (see `instructions` of an operation). Where a rendered one is too long or links elsewhere, that text is absent, as it is everywhere else.',
  },
);
export type ModelText = Static<typeof ModelText>;
