/** A signing token: the key of `X-Service-Signature`, one account's, for all its agents. */
import Type, { type Static } from 'typebox';

/** Rotation: next → current → previous → retired. Source: docs/webhooks.md, "Rotating the signing token". */
const SIGNING_STAGES = ['next', 'current', 'previous', 'retired'] as const;
export type SigningStage = (typeof SIGNING_STAGES)[number];

export const SigningToken = Type.Object({
  signingTokenId: Type.String(),
  accountId: Type.String(),
  stage: Type.Enum([...SIGNING_STAGES], { type: 'string' }),
  createdAt: Type.String({ format: 'date-time' }),
});
export type SigningToken = { signingTokenId: string; accountId: string; stage: SigningStage; createdAt: string };

export const SigningTokenWithSecret = Type.Object({
  ...SigningToken.properties,
  signingToken: Type.String({ description: 'Shown once; it cannot be retrieved later.' }),
});
export type SigningTokenWithSecret = SigningToken & { signingToken: string };

export const NewSigningToken = Type.Object(
  { accountId: Type.Optional(Type.String({ description: '`default` if absent.' })) },
  { additionalProperties: false },
);
export type NewSigningToken = Static<typeof NewSigningToken>;
