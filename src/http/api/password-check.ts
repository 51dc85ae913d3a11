/**
 * Whether a password is right, in the same time and with the same refusal whether there is such a person or not. Other
 * than a generated secret, a password can be guessed: past the limit even the right one waits, but only at the address
 * and for the person that the guesses were for.
 */
import type { RateLimit } from '../../rate-limit.ts';
import { isPassword } from '../../secrets/password.ts';
import { findPassword } from '../../store/people.ts';
import type { Sql } from '../../store/sql.ts';

/** The person whose password it is, else null. Rejects with a Problem `too_many_requests`. */
export function createPasswordCheck(sql: Sql, rateLimit: RateLimit) {
  return async (email: string, password: string, address: string): Promise<string | null> => {
    const guessed = `password of ${email.toLowerCase()}`;
    // Counted first: of many at once no more than the limit are looked at.
    rateLimit.refuseMore(address, guessed, 'passwords for this person');
    const known = await findPassword(sql, email);
    const isRight = await isPassword(password, known?.hash ?? null);
    if (!known || !isRight) return null;
    rateLimit.forget(address, guessed);
    return known.personId;
  };
}
