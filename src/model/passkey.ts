/** A key with which a person logs in, kept by a device of theirs, and what browsers say of one (WebAuthn Level 3, §5.1). */
import Type, { type Static } from 'typebox';

export const MAX_PASSKEYS = 20;

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: 'Where it is kept.' });

export const Passkey = Type.Object({
  passkeyId: Type.String(),
  name: Name,
  createdAt: Type.String({ format: 'date-time' }),
  lastUsedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});
export type Passkey = Static<typeof Passkey>;

/** Far more than any key or signature has. */
const Bytes = Type.String({ maxLength: 20_000, pattern: '^[A-Za-z0-9_-]+$', description: 'In base64url.' });

const credential = { id: Bytes, rawId: Bytes, type: Type.Literal('public-key') };

/** `PublicKeyCredential.toJSON()` of a new one. What else browsers put into it is of no account. */
export const CreatedCredential = Type.Object({
  ...credential,
  response: Type.Object({ clientDataJSON: Bytes, attestationObject: Bytes }),
});
export type CreatedCredential = Static<typeof CreatedCredential>;

/** The same of one that is used. */
export const UsedCredential = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Type.Optional(Type.Union([Bytes, Type.Null()])),
  }),
});
export type UsedCredential = Static<typeof UsedCredential>;

export const NewPasskey = Type.Object(
  {
    name: Name,
    credential: CreatedCredential,
    currentPassword: Type.Optional(
      Type.String({ maxLength: 200, description: 'Unless there is none, or a log-in link opened this session.' }),
    ),
  },
  { additionalProperties: false },
);
