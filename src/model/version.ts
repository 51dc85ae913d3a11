/** A version: a numbered copy of a flow that does not change any more. */
import Type, { type Static } from 'typebox';

export const MAX_PINNED_COUNTED = 1_000;

/** What the database's `integer` holds. */
export const MAX_VERSION = 2 ** 31 - 1;

export const FlowVersion = Type.Object({
  version: Type.Integer({ description: 'Counts from 1.' }),
  message: Type.Optional(Type.String()),
  author: Type.String({
    description: 'The client id or e-mail address of whoever made it; `operator`; `upgrade` for what was there.',
  }),
  createdAt: Type.String({ format: 'date-time' }),
  forced: Type.Optional(Type.Boolean({ description: 'Published although checks had found errors.' })),
  percent: Type.Integer({ description: 'Its share of new conversations; 0 if it is not live.' }),
  pinnedSessions: Type.Integer({
    description: `Sessions that go on on this version; counted up to ${MAX_PINNED_COUNTED}.`,
  }),
});
export type FlowVersion = Static<typeof FlowVersion>;

export const NewVersion = Type.Object(
  {
    message: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' })),
    activate: Type.Optional(Type.Boolean({ description: 'Give it to all new conversations; true if absent.' })),
    force: Type.Optional(Type.Boolean({ description: 'Publish despite errors; the version shows it as `forced`.' })),
  },
  { additionalProperties: false },
);
export type NewVersion = Static<typeof NewVersion>;

export const ActivationRequest = Type.Object(
  {
    percent: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description:
          'Of the phone numbers; 100 if absent. The rest stays on the live version that had the largest share.',
      }),
    ),
    sessions: Type.Optional(
      Type.Enum(['keep', 'move'], {
        type: 'string',
        description:
          'Sessions on other versions stay there (`keep`, if absent), or go on on the live one (`move`): in the state of the same id, or at the default state if there is none.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ActivationRequest = { percent?: number; sessions?: 'keep' | 'move' };

/** In requests that name a flow to run something on. */
export const WhichVersion = Type.Union([Type.Integer({ minimum: 1, maximum: MAX_VERSION }), Type.Literal('draft')], {
  description: 'The flow: a version, or `draft`, which it is if absent.',
});
