/**
 * Lets people prove their e-mail address at the operator's provider of OpenID Connect: the authorization code flow, with
 * PKCE, state and nonce. Who may log in with the address is decided in `api/openid-log-in.ts`. Source: OpenID Connect Core
 * 1.0 §3.1, RFC 9700.
 *
 * The provider's addresses are the operator's configuration, so they may be private: they do not pass the guard of `net/`,
 * which is for addresses that others chose. The library is loaded with the first log-in.
 */
import type { Configuration } from 'openid-client';
import type { OpenIdSettings } from './openid-settings.ts';

/** Of each request to the provider. */
const TIMEOUT_SECONDS = 10;
/** How far the provider's clock may be from ours. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** After this the provider's metadata is read again, with the next log-in. Its keys: whenever one is unknown. */
const METADATA_MAX_AGE_MS = 3600_000;

/** What binds the way back from the provider to the way there: all of it secret but for its own browser. */
export type OpenIdAttempt = { state: string; nonce: string; verifier: string };

/** What to tell people: the provider said no (or they did), or it cannot be reached or believed. */
export type OpenIdFault = 'refused' | 'failed';

export class OpenIdFailure extends Error {
  readonly fault: OpenIdFault;
  /** For the log: without what the provider said about a person. */
  readonly reason: string;

  constructor(fault: OpenIdFault, cause: unknown) {
    super(fault, { cause });
    this.name = 'OpenIdFailure';
    this.fault = fault;
    this.reason = reasonOf(cause);
  }
}

export type OpenIdProvider = {
  /** Where to send the browser. Rejects with an OpenIdFailure. */
  begin: (redirectUri: string) => Promise<{ url: URL; attempt: OpenIdAttempt }>;
  /**
   * The e-mail address that the provider vouches for; null when it vouches for none. `callback` is the redirect URI, with
   * what the provider added. Rejects with an OpenIdFailure.
   */
  finish: (callback: URL, attempt: OpenIdAttempt) => Promise<string | null>;
};

export function createOpenIdProvider(settings: OpenIdSettings, now: () => Date): OpenIdProvider {
  let known: { configuration: Promise<Configuration>; readAtMs: number } | null = null;

  async function discover(): Promise<Configuration> {
    const openid = await import('openid-client');
    const { issuer, clientId, clientSecret } = settings;
    const [post, basic] = [openid.ClientSecretPost, openid.ClientSecretBasic].map((by) => by(clientSecret ?? ''));
    return openid.discovery(
      new URL(issuer),
      clientId,
      { [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      clientSecret === null
        ? openid.None()
        : // In the header only where the provider knows no other way: not all decode it alike.
          (as, ...rest) =>
            (as.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post! : basic!)(as, ...rest),
      {
        timeout: TIMEOUT_SECONDS,
        execute: [
          // The signature of the identity as well, and not the connection alone.
          openid.enableNonRepudiationChecks,
          ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
        ],
      },
    );
  }

  /** Read once for all who log in at the same time; a provider that was down is asked again. */
  function configured(): Promise<Configuration> {
    const nowMs = now().getTime();
    if (known && nowMs - known.readAtMs < METADATA_MAX_AGE_MS) return known.configuration;
    const configuration = discover();
    const asked = { configuration, readAtMs: nowMs };
    known = asked;
    configuration.catch(() => {
      if (known === asked) known = null;
    });
    return configuration;
  }

  return {
    async begin(redirectUri) {
      const configuration = await configured().catch(fail);
      const openid = await import('openid-client');
      const attempt = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      });
      return { url, attempt };
    },

    async finish(callback, { state, nonce, verifier }) {
      const configuration = await configured().catch(fail);
      const openid = await import('openid-client');
      const checks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      };
      const tokens = await openid.authorizationCodeGrant(configuration, callback, checks).catch((cause: unknown) => {
        throw new OpenIdFailure(cause instanceof openid.AuthorizationResponseError ? 'refused' : 'failed', cause);
      });
      const identity = tokens.claims()!;
      // Some give the address only here. From one place or the other: never the address of one, verified by the other.
      const isElsewhere = identity['email'] === undefined && configuration.serverMetadata().userinfo_endpoint;
      const { email, email_verified: isVerified } = isElsewhere
        ? await openid.fetchUserInfo(configuration, tokens.access_token, identity.sub).catch(fail)
        : identity;
      return typeof email === 'string' && isVerified === true ? email : null;
    },
  };
}

function fail(cause: unknown): never {
  throw new OpenIdFailure('failed', cause);
}

/** Messages alone: what else is in these errors may be claims. */
function reasonOf(cause: unknown): string {
  const messages: string[] = [];
  for (let error = cause; error instanceof Error && messages.length < 5; error = error.cause) {
    const { code, message } = error as Error & { code?: unknown };
    messages.push(message || String(code ?? error.name));
  }
  return messages.join(': ');
}
