/** Shared by the emulator's tests: an emulator on a free port, an authorized client of its API, and a webhook. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importPKCS8, SignJWT } from 'jose';
import { startEmulator } from '#emulator';
import { until as untilThere } from '../until.ts';

export const OPERATOR_KEY = 'operator-key-for-the-tests';
export const AGENT = 'demo_agent';
const MESSAGING_SCOPE = 'https://www.googleapis.com/auth/rcsbusinessmessaging';
const MANAGEMENT_SCOPE = 'https://www.googleapis.com/auth/businesscommunications';

export const silent = { info() {}, warn() {}, error() {} };

// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape of the responses.
export type Answer = { status: number; headers: Headers; body: any };

export type Client = Awaited<ReturnType<typeof startClient>>;

/** An emulator and its callers on both sides. */
export async function startClient() {
  const emulator = await startEmulator({ host: '127.0.0.1', port: 0, operatorKey: OPERATOR_KEY, log: silent });
  const base = `${emulator.url}/emulator`;
  const drive = (method: string, path: string, body?: unknown) => call(`${base}${path}`, method, OPERATOR_KEY, body);
  const account = (await drive('GET', '/service-account')).body;
  const token = await signIn(account);
  return {
    url: emulator.url,
    base,
    account,
    token,
    /** An operator's call. */
    drive,
    /** A partner's call, with the path after `/emulator`. */
    google: (method: string, path: string, body?: unknown) => call(`${base}${path}`, method, token, body),
    send: (phone: string, messageId: string, body: unknown, agentId = AGENT) =>
      call(`${base}/v1/phones/${phone}/agentMessages?messageId=${messageId}&agentId=${agentId}`, 'POST', token, body),
    handset: async (phone: string) => (await drive('GET', `/handsets/${encodeURIComponent(phone)}?limit=500`)).body,
    [Symbol.asyncDispose]: () => emulator[Symbol.asyncDispose](),
  };
}

export async function call(url: string, method: string, token: string | null, body?: unknown): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
}

/** An assertion like google-auth-library's; `changes` makes it invalid. */
export async function assertion(
  account: { private_key: string; client_email: string; token_uri: string },
  changes = {},
) {
  const issuedAt = Math.floor(Date.now() / 1000);
  const claims = {
    iss: account.client_email,
    scope: `${MESSAGING_SCOPE} ${MANAGEMENT_SCOPE}`,
    aud: account.token_uri,
    iat: issuedAt,
    exp: issuedAt + 3600,
    ...changes,
  };
  const key = await importPKCS8(account.private_key, 'RS256');
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT' }).sign(key);
}

export async function exchange(
  tokenUri: string,
  jwt: string,
  grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer',
) {
  const answer = await fetch(tokenUri, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: grantType, assertion: jwt }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

async function signIn(account: { private_key: string; client_email: string; token_uri: string }): Promise<string> {
  const { body } = await exchange(account.token_uri, await assertion(account));
  return String(body['access_token']);
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
export type Received = { headers: IncomingHttpHeaders; envelope: any; raw: string; payload: any };

/** A webhook that passes the handshake, records what it receives and answers as given. */
export async function startWebhook(token = 'webhook-token') {
  const received: Received[] = [];
  const sink = {
    received,
    token,
    /** The response to the next delivery. */
    answer: async (_delivery: Received): Promise<number> => 200,
    /** The handshake's answer. */
    shakeHands: (secret: string): [number, string] => [200, secret],
    uri: '',
    payloads: (eventType?: string) =>
      received
        .map(({ payload }) => payload)
        .filter((payload) => eventType === undefined || payload.eventType === eventType),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer(async (request, response) => {
    const text = await request.toArray().then(
      (chunks) => chunks.join(''),
      () => '',
    );
    // An aborted call is repeated.
    if (!request.complete) return;
    const body = JSON.parse(text);
    if (body.secret !== undefined) {
      const [status, text] = body.clientToken === token ? sink.shakeHands(body.secret) : [403, ''];
      response.writeHead(status).end(text);
      return;
    }
    const raw = Buffer.from(body.message.data, 'base64').toString();
    const delivery = { headers: request.headers, envelope: body, raw, payload: JSON.parse(raw) };
    received.push(delivery);
    response.writeHead(await sink.answer(delivery)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sink.uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/platform`;
  return sink;
}

/** Waits for something; the code of `condition` shows what. */
export const until = <Value>(condition: () => Value | Promise<Value>) => untilThere(condition, String(condition));
