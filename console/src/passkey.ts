/**
 * Passkeys as browsers have them, to and from the JSON of the API: by the browser's own translation where it has one, as all
 * have since 2025.
 */
import type { CreatedCredential, UsedCredential } from '@model/passkey.ts';
import { ApiProblem } from '#client';
import { texts } from './texts/texts.ts';

/** Whether there can be passkeys at this address: browsers have them for names, over connections that they trust. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname);
}

/** Lets the devices make one. Rejects with a problem in words for people. */
export function makePasskey(options: object): Promise<CreatedCredential> {
  const json = options as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON?.(json) ?? {
    ...json,
    challenge: bytesOf(json.challenge),
    user: { ...json.user, id: bytesOf(json.user.id) },
    excludeCredentials: json.excludeCredentials?.map(({ id }) => ({ type: 'public-key', id: bytesOf(id) })) ?? [],
  };
  return answerTo(() => navigator.credentials.create({ publicKey: publicKey as PublicKeyCredentialCreationOptions }));
}

/** Lets them prove that they have one. Likewise. */
export function provePasskey(options: object): Promise<UsedCredential> {
  const json = options as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON?.(json) ?? {
    ...json,
    challenge: bytesOf(json.challenge),
    allowCredentials: [],
  };
  return answerTo(() => navigator.credentials.get({ publicKey: publicKey as PublicKeyCredentialRequestOptions }));
}

async function answerTo<Json>(ask: () => Promise<Credential | null>): Promise<Json> {
  try {
    return toJson((await ask()) as PublicKeyCredential) as Json;
  } catch (cause) {
    const { passkeyFaults } = texts.people;
    const name = cause instanceof Error ? cause.name : '';
    const detail = Object.hasOwn(passkeyFaults, name)
      ? passkeyFaults[name as keyof typeof passkeyFaults]
      : passkeyFaults.NotAllowedError;
    throw new ApiProblem({ status: 0, code: 'no_passkey', title: texts.people.noPasskey, detail });
  }
}

function toJson(credential: PublicKeyCredential): object {
  if (typeof credential.toJSON === 'function') return credential.toJSON();
  const { id, rawId, type, response } = credential;
  const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const;
  const given = response as unknown as Record<string, ArrayBuffer | null | undefined>;
  const said = parts.flatMap((part) => (given[part] ? [[part, textOf(given[part])]] : []));
  return { id, rawId: textOf(rawId), type, response: Object.fromEntries(said) };
}

function bytesOf(base64url: string): Uint8Array {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
