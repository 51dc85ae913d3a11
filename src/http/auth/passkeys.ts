/**
 * What browsers are asked about passkeys, and whether their answers prove anything (WebAuthn Level 3, §7): for our own address,
 * to a challenge of ours, by a device that has recognized its person. What follows is in `api/passkeys.ts` and
 * `api/passkey-check.ts`. The library is loaded with the first passkey.
 */
import type { Context } from '../../context.ts';
import type { CreatedCredential, UsedCredential } from '../../model/passkey.ts';
import type { KnownPasskey } from '../../store/passkeys.ts';
import { CHALLENGE_MS, createPasskeyChallenges, type PasskeyChallenges } from './passkey-challenges.ts';

/** EdDSA, ES256 and RS256, as COSE numbers them: all that devices have, without what Node still calls experimental. */
const ALGORITHMS = [-8, -7, -257];
const LOG_IN = 'log in';
const forPerson = (personId: string) => `for ${personId}`;
const handleOf = (personId: string) => Buffer.from(personId).toString('base64url');

type Named = { personId: string; name: string; email: string };
type NewKey = Pick<KnownPasskey, 'credentialId' | 'publicKey' | 'counter'> & { challenge: string };

export type Passkeys = {
  /** For `navigator.credentials.create()`. A device that holds one of `knownIds` makes no other. */
  creationOptions: (person: Named, knownIds: string[]) => Promise<object>;
  /** For `navigator.credentials.get()`. It names nobody: the device offers what it has. */
  requestOptions: () => Promise<object>;
  /** null: it proves nothing. The challenge is still to be used up. */
  verifyNew: (credential: CreatedCredential, personId: string) => Promise<NewKey | null>;
  /** Likewise. */
  verifyUse: (credential: UsedCredential, known: KnownPasskey) => Promise<Pick<NewKey, 'challenge' | 'counter'> | null>;
  useChallenge: PasskeyChallenges['use'];
};

export function createPasskeys(context: Context): Passkeys {
  const challenges = createPasskeyChallenges(context);
  /** The address that people know; a browser at another one is refused, by itself and by us. */
  const place = () => {
    const { origin, hostname } = new URL(context.publicUrl());
    return { expectedOrigin: origin, expectedRPID: hostname };
  };
  /** Notes what the device has signed. */
  const expecting = (purpose: string, seen: { challenge: string }) => (challenge: string) => {
    seen.challenge = challenge;
    return challenges.isOpen(challenge, purpose);
  };

  return {
    useChallenge: challenges.use,

    async creationOptions({ personId, name, email }, knownIds) {
      const { generateRegistrationOptions } = await import('@simplewebauthn/server');
      return generateRegistrationOptions({
        rpName: 'Parley',
        rpID: place().expectedRPID,
        userID: Uint8Array.from(Buffer.from(personId)),
        userName: email,
        userDisplayName: name,
        challenge: challenges.make(forPerson(personId)),
        timeout: CHALLENGE_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: knownIds.map((id) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    async requestOptions() {
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
      return generateAuthenticationOptions({
        rpID: place().expectedRPID,
        challenge: challenges.make(LOG_IN),
        timeout: CHALLENGE_MS,
        userVerification: 'required',
      });
    },

    async verifyNew(credential, personId) {
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
      const seen = { challenge: '' };
      try {
        if (await hasCertificate(credential)) return null;
        const { registrationInfo } = await verifyRegistrationResponse({
          ...place(),
          response: { ...credential, clientExtensionResults: {} },
          expectedChallenge: expecting(forPerson(personId), seen),
          supportedAlgorithmIDs: ALGORITHMS,
        });
        if (!registrationInfo) return null;
        const { id, publicKey, counter } = registrationInfo.credential;
        return { credentialId: id, publicKey: Buffer.from(publicKey), counter, ...seen };
      } catch {
        return null;
      }
    },

    async verifyUse({ id, rawId, type, response }, { personId, credentialId, publicKey, counter }) {
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
      const { clientDataJSON, authenticatorData, signature, userHandle } = response;
      if (userHandle && userHandle !== handleOf(personId)) return null;
      const seen = { challenge: '' };
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...place(),
          response: {
            id,
            rawId,
            type,
            response: { clientDataJSON, authenticatorData, signature },
            clientExtensionResults: {},
          },
          expectedChallenge: expecting(LOG_IN, seen),
          credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter },
        });
        return verified ? { counter: authenticationInfo.newCounter, ...seen } : null;
      } catch {
        return null;
      }
    },
  };
}

/**
 * We ask for none. To look at one, the library would ask the address that it names for revoked ones: an address that
 * somebody else chose.
 */
async function hasCertificate({ response }: CreatedCredential): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(response.attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  return !['none', 'packed'].includes(format) || attestation.get('attStmt').get('x5c') !== undefined;
}
