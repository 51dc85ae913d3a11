/**
 * The client's webhook, as the specification requires: it checks the signature over the raw body before parsing it,
 * refuses a mismatch with 403, and answers 2xx at once. For the story it can also be made to fail.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { listen } from './listen.ts';
import { arrives } from './narrator.ts';

/** Far longer than anything in the story takes. */
const PATIENCE_MS = 10_000;

export type Arrival = {
  headers: IncomingHttpHeaders;
  raw: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: the story checks its type
  body: any;
  phoneNumber: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The webhook's response. */
  status: number;
};

export type Webhook = AsyncDisposable & {
  url: string;
  arrivals: readonly Arrival[];
  /** The key that it checks signatures with. */
  signingToken: string;
  /** The next requests with this type of event and number get these responses, later ones 200. */
  answerWith(phoneNumber: string, eventType: string, statuses: number[]): void;
  /** The next arrival for this number. Rejects when none comes. */
  take(phoneNumber: string): Promise<Arrival>;
  /** Arrivals that were not taken. */
  untaken(): Arrival[];
};

export async function startWebhook(): Promise<Webhook> {
  const arrivals: Arrival[] = [];
  const taken = new Set<Arrival>();
  const planned: { phoneNumber: string; eventType: string; statuses: number[] }[] = [];
  const arrived = new EventTarget();

  const server = await listen(({ headers }, raw) => {
    const isGenuine = verify(webhook.signingToken, raw, headers['x-service-signature']);
    const body = JSON.parse(raw.toString());
    const phoneNumber = body.senderPhoneNumber ?? body.phoneNumber;
    const plan = planned.find((one) => one.phoneNumber === phoneNumber && one.eventType === body.eventType);
    const status = isGenuine ? (plan?.statuses.shift() ?? 200) : 403;
    arrivals.push({ headers, raw, body, phoneNumber, at: Date.now(), status });
    arrives(`${headers['x-service-eventclass']} ${summary(body)}`, status);
    arrived.dispatchEvent(new Event('arrival'));
    return { status };
  });

  const webhook: Webhook = {
    url: `${server.url}/events`,
    arrivals,
    signingToken: '',
    answerWith: (phoneNumber, eventType, statuses) => planned.push({ phoneNumber, eventType, statuses }),
    async take(phoneNumber) {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      for (;;) {
        const next = arrivals.find((arrival) => arrival.phoneNumber === phoneNumber && !taken.has(arrival));
        if (next) {
          taken.add(next);
          return next;
        }
        if (signal.aborted) throw new Error(`no event of ${phoneNumber} arrived within ${PATIENCE_MS / 1000} s`);
        await new Promise((resolve) => {
          arrived.addEventListener('arrival', resolve, { once: true, signal });
          signal.addEventListener('abort', resolve, { once: true });
        });
      }
    },
    untaken: () => arrivals.filter((arrival) => !taken.has(arrival)),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return webhook;
}

/** Specification, "Signature verification": base64 of HMAC-SHA512 over the raw body, compared in constant time. */
function verify(signingToken: string, raw: Buffer, signature: string | string[] | undefined): boolean {
  const expected = createHmac('sha512', signingToken).update(raw).digest();
  const given = Buffer.from(String(signature ?? ''), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function summary(body: Arrival['body']): string {
  const { eventType, errorCode, text, suggestionResponse, location, userFile } = body;
  if (eventType !== undefined) return errorCode === undefined ? eventType : `${eventType} (errorCode ${errorCode})`;
  if (suggestionResponse) return `[${suggestionResponse.text}]`;
  if (location) return `${location.latitude}, ${location.longitude}`;
  return userFile ? userFile.payload.fileName : `"${text}"`;
}
