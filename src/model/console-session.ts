/** A log-in to the console: whose it is, how and from where it was opened, and until when it lasts. */
import Type, { type Static } from 'typebox';
import { Person } from './person.ts';

const OPENED_BY = ['operator-key', 'log-in-link', 'password', 'openid-connect', 'passkey'] as const;
export type OpenedBy = (typeof OPENED_BY)[number];

export const ConsoleSession = Type.Object({
  sessionId: Type.String(),
  person: Type.Union([Person, Type.Null()], { description: 'Null: of whoever has the operator key.' }),
  openedBy: Type.Enum([...OPENED_BY], { type: 'string', description: 'More ways may come.' }),
  address: Type.String({ description: 'Where it was opened; behind `TRUST_PROXY`, the caller.' }),
  userAgent: Type.Union([Type.String(), Type.Null()], { description: 'Of the browser that it was opened in.' }),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time', description: 'It cannot be extended: log in again.' }),
});
export type ConsoleSession = Static<typeof ConsoleSession>;
