/** The two callers of the service: the operator with its key, and the client with an access token. */
import assert from 'node:assert/strict';
import { type Answer, ApiProblem, type Client, createClient } from '#client';

/** Anything slower is a failure of the story. */
const TIMEOUT_MS = 15_000;

/** Calls with this bearer token, or without one. */
export function caller(url: string, token?: string): Client {
  return createClient({ url, timeoutMs: TIMEOUT_MS, ...(token !== undefined && { token }) });
}

/** The service's refusal of this call. */
export function refusal(call: Promise<unknown>): Promise<ApiProblem> {
  return call.then(
    () => assert.fail('the service did not refuse it'),
    (problem) => (problem instanceof ApiProblem ? problem : Promise.reject(problem)),
  );
}

/** Specification, "Token": the client identifies itself with HTTP Basic, or with fields of the form. */
export function requestToken(
  url: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  way: 'basic' | 'form',
): Promise<Answer<'/oauth2/token', 'post'>> {
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  return caller(url).POST('/oauth2/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(way === 'basic' && { authorization: basic }) },
    body: {
      grant_type: 'client_credentials',
      ...(way === 'form' && { client_id: clientId, client_secret: clientSecret }),
    },
  });
}
