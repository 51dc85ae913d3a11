/**
 * Whether a webhook is from the service, and what it says. The signature is that of Standard Webhooks, which covers the
 * id and the time beside the body. Source: docs/webhooks.md, "Verifying the signature".
 */
import type { ServerEvent, UserEvent, UserMessage, WebhookEvent } from './events.ts';

const MAX_AGE_SECONDS = 300;

/** How `Request`, Node and every framework have them. */
export type WebhookHeaders = Pick<Headers, 'get'> | Record<string, string | string[] | undefined>;

export type WebhookSettings = {
  /** The signing token; during a rotation both, in any order. */
  tokens: string | readonly string[];
  /**
   * What must be signed: `standard` (if absent) id, time and body; `body` only the body, by `X-Service-Signature`, for a
   * proxy that drops the `webhook-` headers. With `body` a request that somebody has seen can be sent again.
   */
  scheme?: 'standard' | 'body';
  /** How far the time of the attempt may be from now; 300 if absent. */
  maxAgeSeconds?: number;
};

export type WebhookFault = 'missing_header' | 'too_old' | 'wrong_signature' | 'invalid_body' | 'too_large';

const STATUS = { missing_header: 403, too_old: 403, wrong_signature: 403, invalid_body: 400, too_large: 413 };

/** Why a webhook is refused. */
export class WebhookError extends Error {
  readonly code: WebhookFault;
  /** What to respond with: 403; 400 for a body that is signed but no event, 413 for one that is too large. */
  readonly status: number;

  constructor(code: WebhookFault, message: string) {
    super(`${code}: ${message}`);
    this.name = 'WebhookError';
    this.code = code;
    this.status = STATUS[code];
  }
}

/**
 * The event of a webhook. Rejects with a `WebhookError`. `body` is what was received, byte for byte, before any
 * parsing; `now` is in milliseconds since 1970.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  settings: WebhookSettings,
  now: number = Date.now(),
): Promise<WebhookEvent> {
  const { scheme = 'standard', maxAgeSeconds = MAX_AGE_SECONDS } = settings;
  const bytes = bytesOf(body);
  const tokens = [settings.tokens].flat().filter((token) => token !== '');
  if (tokens.length === 0) throw new TypeError('`tokens` is empty: it needs the signing token.');
  if (scheme === 'standard') checkAge(headers, maxAgeSeconds, now);
  const isSigned = await isSignedByAny(
    tokens,
    scheme === 'standard' ? standard(headers, bytes) : plain(headers, bytes),
  );
  if (!isSigned) {
    const why =
      'no signature was made with your `tokens`. Is one of them live (`parley signing-tokens list`), and is the';
    throw new WebhookError('wrong_signature', `${why} body what was received, byte for byte?`);
  }
  return eventOf(bytes, headers);
}

function bytesOf(body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  const advice = 'Verify before a parser of JSON (express.json(), for example) has read it.';
  throw new TypeError(`The body must be the bytes or the text that was received, not ${typeof body}. ${advice}`);
}

/** What was signed, how, and the signatures to compare with. */
type Signed = { hash: 'SHA-256' | 'SHA-512'; signed: Uint8Array<ArrayBuffer>; signatures: string[] };

/** `v1,<signature>`, several separated by spaces while a token is rotated. */
function standard(headers: WebhookHeaders, body: Uint8Array): Signed {
  const before = new TextEncoder().encode(`${needed(headers, 'webhook-id')}.${needed(headers, 'webhook-timestamp')}.`);
  const signed = new Uint8Array(before.length + body.length);
  signed.set(before);
  signed.set(body, before.length);
  const listed = needed(headers, 'webhook-signature').split(' ');
  const signatures = listed.filter((one) => one.startsWith('v1,')).map((one) => one.slice('v1,'.length));
  return { hash: 'SHA-256', signed, signatures };
}

function plain(headers: WebhookHeaders, signed: Uint8Array<ArrayBuffer>): Signed {
  const current = needed(headers, 'x-service-signature');
  const others = ['next', 'previous'].map((stage) => header(headers, `x-service-signature-${stage}`));
  return { hash: 'SHA-512', signed, signatures: [current, ...others].filter((one) => one !== undefined) };
}

/** Compares in constant time, as `verify` of WebCrypto does. */
async function isSignedByAny(tokens: string[], { hash, signed, signatures }: Signed): Promise<boolean> {
  for (const token of tokens) {
    const key = new TextEncoder().encode(token);
    const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash }, false, ['verify']);
    for (const signature of signatures) {
      const given = fromBase64(signature);
      if (given && (await crypto.subtle.verify('HMAC', hmac, given, signed))) return true;
    }
  }
  return false;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function checkAge(headers: WebhookHeaders, maxAgeSeconds: number, now: number): void {
  const timestamp = needed(headers, 'webhook-timestamp');
  const ageSeconds = Math.round(now / 1000 - Number(timestamp));
  if (Math.abs(ageSeconds) <= maxAgeSeconds) return;
  const is = `webhook-timestamp ${timestamp} is ${ageSeconds} s old, and may be ${maxAgeSeconds} s from now`;
  throw new WebhookError('too_old', `${is}. It may be a replay, or a clock is wrong.`);
}

function needed(headers: WebhookHeaders, name: string): string {
  const value = header(headers, name);
  if (value !== undefined) return value;
  const why = name.endsWith('signature')
    ? 'Has the account a signing token (`parley signing-tokens issue`), or does a proxy drop the header?'
    : 'It may be from somebody else, or a proxy drops the header.';
  throw new WebhookError('missing_header', `${name} is missing. ${why}`);
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined;
  const key = Object.keys(headers).find((each) => each.toLowerCase() === name);
  return key === undefined ? undefined : [headers[key]].flat()[0];
}

/** A runtime may have several classes of them. */
function isHeaders(headers: WebhookHeaders): headers is Pick<Headers, 'get'> {
  return typeof headers.get === 'function';
}

/** The body itself says its class, since the signature does not cover `X-Service-Eventclass`. */
function eventOf(bytes: Uint8Array, headers: WebhookHeaders): WebhookEvent {
  const data = parsed(bytes);
  const id = header(headers, 'webhook-id') ?? '';
  if ('eventOrigin' in data) return { class: 'ServerEvent', id, data: data as ServerEvent };
  if ('eventType' in data) return { class: 'UserEvent', id, data: data as UserEvent };
  if (!('messageId' in data)) throw new WebhookError('invalid_body', 'It is signed, but no event of Parley.');
  const response = header(headers, 'x-service-response');
  const answered = response !== undefined && { response: decodeURIComponent(response) };
  return { class: 'UserMessage', id, ...answered, data: data as UserMessage };
}

function parsed(bytes: Uint8Array): object {
  try {
    return Object(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    throw new WebhookError('invalid_body', 'It is signed, but not JSON.');
  }
}
