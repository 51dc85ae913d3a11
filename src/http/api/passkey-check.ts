/** Whose passkey was used to log in, with the same refusal whatever is wrong with it. */
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import type { UsedCredential } from '../../model/passkey.ts';
import type { RateLimit } from '../../rate-limit.ts';
import { findPasskey, updatePasskeyUse } from '../../store/passkeys.ts';
import { createPasskeys } from '../auth/passkeys.ts';

/** The person. Rejects with a Problem `invalid_token`, or `too_many_requests` after many wrong ones. */
export function createPasskeyCheck(context: Context, rateLimit: RateLimit) {
  const { sql, now } = context;
  const passkeys = createPasskeys(context);

  async function check(credential: UsedCredential): Promise<string | null> {
    const known = await findPasskey(sql, credential.id);
    const proof = known && (await passkeys.verifyUse(credential, known));
    if (!proof) return null;
    const { passkeyId, personId } = known;
    // Together, so that of two answers at the same time one counts.
    const isFirst = await sql.begin(
      async (transaction) =>
        (await passkeys.useChallenge(transaction, proof.challenge)) &&
        updatePasskeyUse(transaction, { passkeyId, counter: proof.counter, now: now() }),
    );
    return isFirst ? personId : null;
  }

  return async (credential: UsedCredential, address: string): Promise<string> => {
    const personId = await check(credential);
    if (personId !== null) return personId;
    rateLimit.refuseMore(address, 'passkey', 'passkeys');
    const message = 'is not known here, or its proof was not accepted';
    throw new Problem('invalid_token', `This passkey ${message}.`, { errors: [{ path: '/passkey', message }] });
  };
}
