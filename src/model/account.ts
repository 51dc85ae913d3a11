/** An account: the tenant that owns brands, credentials, signing tokens, connectors and, through brands, agents. */
import Type, { type Static } from 'typebox';

export const DEFAULT_ACCOUNT_ID = 'default';

export const Account = Type.Object({
  accountId: Type.String(),
  name: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
});
export type Account = Static<typeof Account>;

export const NewAccount = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }) },
  { additionalProperties: false },
);
export type NewAccount = Static<typeof NewAccount>;
