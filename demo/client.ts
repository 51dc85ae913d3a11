/** Two who call the service over HTTP: the operator with its key, and the client with an access token. */

// biome-ignore lint/suspicious/noExplicitAny: what an answer is, is what the story checks
export type Answer = { status: number; body: any };
export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Slower than this is a failure of the story. */
const TIMEOUT_MS = 15_000;

/** Calls with this bearer token; without one when it is null. */
export function caller(url: string, token: string | null): Call {
  return async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  };
}

/** Specification, "Token": the client identifies itself with HTTP Basic, or with fields of the form. */
export async function requestToken(
  url: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  way: 'basic' | 'form',
): Promise<Answer> {
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (way === 'form') {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
  }
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const response = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    headers: way === 'basic' ? { authorization: `Basic ${basic}` } : {},
    body: form,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, body: await response.json() };
}
