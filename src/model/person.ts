/** Somebody who logs in to the console. Users are the people at the phones. */
import Type, { type Static } from 'typebox';
import { RoleName } from './role.ts';

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });
/** RFC 5321 §4.5.3.1.3 allows 254 characters. What is before and after the @ is up to who sends mail there. */
const Email = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@]+@[^\\s@]+$',
  description: 'An e-mail address, to log in with; upper and lower case are the same.',
});
const Disabled = Type.Boolean({ description: 'Cannot log in; the sessions have ended.' });

export const Person = Type.Object({
  personId: Type.String(),
  name: Name,
  email: Email,
  role: RoleName,
  disabled: Disabled,
  createdAt: Type.String({ format: 'date-time' }),
  hasPassword: Type.Boolean(),
  lastLogInAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});
export type Person = Static<typeof Person>;

/** Long enough that guesses, which are limited, come to nothing. NIST SP 800-63B asks for no kinds of characters. */
const MIN_PASSWORD_LENGTH = 12;
export const NewPassword = Type.String({
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: 200,
  description: 'Any characters, also spaces: a sentence is easier to remember than signs.',
});

export const NewPerson = Type.Object({ name: Name, email: Email, role: RoleName }, { additionalProperties: false });
export type NewPerson = Static<typeof NewPerson>;

export const PersonPatch = Type.Partial(Type.Object({ ...NewPerson.properties, disabled: Disabled }), {
  additionalProperties: false,
});
export type PersonPatch = Static<typeof PersonPatch>;
