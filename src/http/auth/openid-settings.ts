/** The operator's provider of OpenID Connect, as the environment names it. What it is for: `openid-provider.ts`. */

export type OpenIdSettings = Readonly<{
  /** As the provider writes it, to the last slash. */
  issuer: string;
  clientId: string;
  /** null: a public client, which PKCE alone protects. */
  clientSecret: string | null;
  /** What people call the provider. */
  name: string;
}>;

/** On these an unencrypted connection leaves the machine for nobody. */
const OWN_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
const NAMES = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'];
/** It is on a button. */
const MAX_NAME_LENGTH = 40;

/** null: off. What is wrong is added to `problems`. */
export function readOpenId(text: (name: string) => string | null, problems: string[]): OpenIdSettings | null {
  const [issuer, clientId, clientSecret, name] = NAMES.map(text) as [string | null, ...(string | null)[]];
  if (NAMES.every((known) => text(known) === null)) return null;
  const url = issuer === null ? null : URL.parse(issuer);
  const isPlain = url?.protocol === 'http:' && OWN_HOSTS.includes(url.hostname);
  if (!url || !(url.protocol === 'https:' || isPlain) || url.search || url.hash || url.username) {
    problems.push(
      `OIDC_ISSUER must be the issuer that your provider names: an https:// URL without a query (http:// only on ${OWN_HOSTS.join(', ')})`,
    );
  }
  if (!clientId) problems.push('OIDC_CLIENT_ID is missing: OIDC_ISSUER needs the client that you registered there');
  if (name && name.length > MAX_NAME_LENGTH) problems.push(`OIDC_NAME has more than ${MAX_NAME_LENGTH} characters`);
  if (!url || !issuer || !clientId) return null;
  return { issuer, clientId, clientSecret: clientSecret ?? null, name: name ?? url.host };
}
