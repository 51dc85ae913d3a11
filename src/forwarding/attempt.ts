/**
 * One POST of one event, and what its response means. The next attempt is decided elsewhere.
 * Source: the specification, "Request to the client's endpoint" and "Client response rules";
 * docs/webhooks.md, "What your response does".
 */
import { RemoteFailure } from '../errors.ts';
import type { Headers } from '../model/endpoint-headers.ts';
import type { StoredEvent } from '../model/event.ts';
import { storableText } from '../model/json.ts';
import type { BodyMac } from '../net/mac.ts';
import type { Outbound } from '../net/outbound.ts';
import { retryAfterMs } from '../net/retry-after.ts';
import { USER_AGENT } from '../version.ts';
import { hide } from './own-headers.ts';
import { type SigningKeys, signature } from './sign.ts';

/** Connecting, sending and the whole response: an endpoint should answer first and work afterwards. */
export const DEADLINE_MS = 10_000;
/** Far more than an acknowledgement; then the socket is destroyed. */
const MAX_RESPONSE_BYTES = 64 * 1024;
/** Bytes of a response kept for display. */
const KEPT_RESPONSE_BYTES = 1024;

/** `accepted`: the client has it. `refused`: a 4xx, final. `retry`: everything else, including broken connections. */
type Outcome = 'accepted' | 'refused' | 'retry';

export type AttemptResult = {
  outcome: Outcome;
  /** The HTTP status; null when there was no complete response. */
  status: number | null;
  /** What went wrong, in a few words; null when the status is enough. */
  error: string | null;
  /** The first KiB of the response body; null when it was empty. */
  response: string | null;
  startedAt: Date;
  durationMs: number;
  /** `Retry-After` of a 5xx, in milliseconds. */
  retryAfterMs: number | null;
};

/** The parts of an event in its request. */
export type ForwardedParts = Pick<StoredEvent, 'eventId' | 'class' | 'response'>;

/** The request before an event's body; `macs` are the headers computed from the body, `own` those of the endpoint. */
export function requestHead(
  event: ForwardedParts,
  keys: SigningKeys,
  startedAt: Date,
  own: Headers = {},
): { headers: Record<string, string>; macs: BodyMac[] } {
  const timestampSeconds = Math.floor(startedAt.getTime() / 1000);
  const signed = signature(keys, { id: event.eventId, timestampSeconds });
  const headers: Record<string, string> = {
    ...own,
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENT,
    'X-Service-Eventclass': event.class,
    ...signed.headers,
  };
  if (event.class === 'UserMessage' && event.response !== null) {
    headers['X-Service-Response'] = headerText(event.response);
  }
  return { headers, macs: signed.macs };
}

type AttemptRequest = {
  url: string;
  headers: Record<string, string>;
  macs: readonly BodyMac[];
  body: string;
  startedAt: Date;
  /** What is not kept of a response. */
  secrets?: readonly string[];
};

/** Never rejects. Redirects are not followed: `outbound` does not. */
export async function attempt(outbound: Outbound, request: AttemptRequest): Promise<AttemptResult> {
  const { startedAt, secrets = [], ...parts } = request;
  const begun = performance.now();
  try {
    const { status, headers, body } = await outbound.request({
      ...parts,
      method: 'POST',
      deadlineMs: DEADLINE_MS,
      maxResponseBytes: MAX_RESPONSE_BYTES,
    });
    const outcome = outcomeOf(status);
    return {
      outcome,
      status,
      error: status >= 300 && status < 400 ? 'redirects are not followed' : null,
      response: keptText(hide(secrets, body)),
      startedAt,
      durationMs: Math.round(performance.now() - begun),
      retryAfterMs: status >= 500 ? retryAfterMs(headers['retry-after'], startedAt.getTime()) : null,
    };
  } catch (cause) {
    return {
      outcome: 'retry',
      status: null,
      error: cause instanceof RemoteFailure ? cause.message : 'the attempt failed',
      response: null,
      startedAt,
      durationMs: Math.round(performance.now() - begun),
      retryAfterMs: null,
    };
  }
}

// Specification, "Client response rules": 2xx is received, 4xx is final, 5xx is retried. 3xx: our choice, retried.
function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'accepted';
  return status >= 400 && status < 500 ? 'refused' : 'retry';
}

/** A header holds printable ASCII; a keyword may be anything. Other characters become percent-encoded UTF-8. */
function headerText(text: string): string {
  return /^[\x20-\x24\x26-\x7e]*$/.test(text)
    ? text
    : text.toWellFormed().replace(/[^\x20-\x24\x26-\x7e]+/g, encodeURIComponent);
}

/** PostgreSQL's `text` refuses U+0000; a character that the limit cuts in two is left out. */
function keptText(body: Buffer): string | null {
  if (body.length === 0) return null;
  let end = Math.min(body.length, KEPT_RESPONSE_BYTES);
  if (end < body.length) while (end > 0 && (body[end]! & 0xc0) === 0x80) end -= 1;
  return storableText(body.toString('utf8', 0, end));
}
