/**
 * Google's webhook calls: the handshake, the envelope and its signature. `google-notice.ts` interprets the payload.
 * Source: docs/platform.md, "The webhook: handshake" and the sections after it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Logger } from '../log.ts';
import { isSecret, secretDigest } from '../secrets/digest.ts';
import { launchChangeOf, noticeOf } from './google-notice.ts';
import { type Fields, fieldsOf } from './google-values.ts';
import type { InboundRequest, Received } from './transport.ts';

/** Bytes. A delivery is a few kilobytes: files come as URLs. */
export const MAX_WEBHOOK_BYTES = 1024 * 1024;

/** `webhookToken`: the clientToken of the webhook; it answers the handshake and keys the signature. */
export function createGoogleWebhook({ webhookToken, log }: { webhookToken: string; log: Logger }) {
  const tokenDigest = secretDigest(webhookToken);
  return function receive(request: InboundRequest): Received {
    if (request.body.length > MAX_WEBHOOK_BYTES) return refusal(413, 'the body is too large');
    const body = parse(request.body);
    const data = fieldsOf(body?.['message'])?.['data'];
    if (typeof data === 'string') {
      const payload = Buffer.from(data, 'base64');
      if (isSigned(payload, request.headers['x-goog-signature'])) return acknowledge(payload);
      // The official sample answers 200 here. Google would take that for a receipt and never resend the message, so a
      // wrong token would lose a week of messages; after a refusal it retries for 7 days, time enough to fix the token.
      // A forger learns only what he knows.
      log.warn('refused a webhook call with a wrong or missing X-Goog-Signature: check the webhook token');
      return refusal(403, 'the signature is wrong');
    }
    if (body && typeof body['clientToken'] === 'string' && typeof body['secret'] === 'string') {
      if (isSecret(body['clientToken'], tokenDigest)) return accepted(body['secret']);
      log.warn('refused a webhook handshake with a different clientToken');
      return refusal(403, 'the clientToken is wrong');
    }
    return refusal(400, 'this is neither a delivery nor a handshake');
  };

  /** Hashes the bytes as they came: Google's JSON is indented, and serializing it again would change it. */
  function isSigned(payload: Buffer, signature: string | string[] | undefined): boolean {
    if (typeof signature !== 'string') return false;
    const expected = createHmac('sha512', webhookToken).update(payload).digest();
    const given = Buffer.from(signature, 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  /** A signed payload is always acknowledged, even an unknown one: Google would repeat it for 7 days. */
  function acknowledge(payload: Buffer): Received {
    const fields = parse(payload);
    const notice = fields && noticeOf(fields);
    if (notice) return { ...accepted(''), notices: [notice] };
    const launch = fields && launchChangeOf(fields);
    if (launch) log.info({ launch }, `the agent ${launch.platformAgentId} is now ${launch.to} at the RCS platform`);
    // Field names only: their values are a user's.
    else
      log.warn(
        { fields: fields && Object.keys(fields).slice(0, 20) },
        'dropped a webhook call that was not understood',
      );
    return accepted('');
  }
}

function parse(bytes: Buffer): Fields | null {
  try {
    return fieldsOf(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null;
  }
}

const accepted = (body: string): Received => ({
  status: 200,
  contentType: 'text/plain; charset=utf-8',
  body,
  notices: [],
});

const refusal = (status: number, body: string): Received => ({ ...accepted(body), status });
