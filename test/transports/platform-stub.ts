/** A small platform for tests of the client: a token endpoint that checks the assertion, and scripted responses. */
import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWTPayload, jwtVerify } from 'jose';
import { pino } from 'pino';
import type { ServiceAccountKey } from '../../src/transports/google-token.ts';

export const silent = pino({ level: 'silent' });

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

export { privateKey };

export function serviceAccountKey(tokenUri: string): ServiceAccountKey {
  return { client_email: 'parley@example.test', private_key: privateKey, private_key_id: 'k1', token_uri: tokenUri };
}

export type Seen = { method: string; url: URL; headers: IncomingMessage['headers']; body: string };
export type Answer = { status?: number; headers?: Record<string, string>; body?: unknown } | 'break' | 'hang';

export async function startPlatform() {
  const key = createPublicKey(publicKey);
  const seen: Seen[] = [];
  const assertions: JWTPayload[] = [];
  const tokens = new Set<string>();
  /** The responses to the next API calls, in order; then 200 with a name and a time. */
  const script: Answer[] = [];
  const tokenScript: Answer[] = [];

  async function exchangeToken(body: string): Promise<Answer> {
    const scripted = tokenScript.shift();
    if (scripted) return scripted;
    const form = new URLSearchParams(body);
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return { status: 400, body: 'grant' };
    const { payload } = await jwtVerify(form.get('assertion') ?? '', key, {
      algorithms: ['RS256'],
      audience: tokenUri,
    });
    assertions.push(payload);
    const token = `token-${randomUUID()}`;
    tokens.add(token);
    return { body: { access_token: token, expires_in: 3599, token_type: 'Bearer' } };
  }

  async function answerOf(request: Seen): Promise<Answer> {
    if (request.url.pathname === '/token') return exchangeToken(request.body);
    seen.push(request);
    const scripted = script.shift();
    if (scripted) return scripted;
    if (!tokens.has((request.headers.authorization ?? '').replace('Bearer ', ''))) {
      return { status: 401, body: { error: { code: 401, message: 'no', status: 'UNAUTHENTICATED' } } };
    }
    return { body: { name: request.url.pathname, sendTime: '2026-01-02T03:04:05.678901Z' } };
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const url = new URL(request.url ?? '', 'http://platform.test');
    const answer = await answerOf({ method: request.method ?? '', url, headers: request.headers, body });
    if (answer === 'break') return request.socket.destroy();
    if (answer === 'hang') return;
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) =>
      response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant', error_description: String(error) })),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tokenUri = `${origin}/token`;
  return {
    origin,
    tokenUri,
    seen,
    assertions,
    tokens,
    script,
    tokenScript,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function googleError(code: number, status: string, message = 'no') {
  return { status: code, body: { error: { code, message, status } } };
}
