/** A client id and secret, exchanged for access tokens. Only the response to its creation contains the secret. */
import Type, { type Static } from 'typebox';
import { Scopes } from './scope.ts';

export const Credential = Type.Object({
  clientId: Type.String(),
  accountId: Type.String(),
  name: Type.String(),
  scopes: Type.Optional(Scopes),
  createdAt: Type.String({ format: 'date-time' }),
  lastUsedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});
export type Credential = Static<typeof Credential>;

export const CredentialWithSecret = Type.Object({
  ...Credential.properties,
  clientSecret: Type.String({ description: 'Shown once; it cannot be retrieved later.' }),
});
export type CredentialWithSecret = Static<typeof CredentialWithSecret>;

export const NewCredential = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    scopes: Type.Optional(Scopes),
    accountId: Type.Optional(
      Type.String({ description: 'The account that the client acts for; `default` if absent.' }),
    ),
  },
  { additionalProperties: false },
);
export type NewCredential = Static<typeof NewCredential>;
