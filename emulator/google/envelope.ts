/**
 * One webhook call in Google's format: the Pub/Sub envelope and its signature. `webhook.ts` sends it.
 * Source: docs/platform.md, "The webhook: envelope and signature".
 */
import { createHmac } from 'node:crypto';

/** The content of the envelope. `data` is the JSON text that is signed and encoded, byte for byte. */
export type Delivery = {
  pubsubId: string;
  publishTime: string;
  attributes: Record<string, string>;
  /** `X-Goog-Webhook-Type`. */
  webhookType: 'message_callback' | 'agent_callback';
  data: string;
};

export const PROJECT_ID = 'parley-emulator';
export const PROJECT_NUMBER = '100000000001';
const SUBSCRIPTION = `projects/${PROJECT_ID}/subscriptions/rbm-agent-webhook`;

/**
 * The request's body, with both spellings of the id and the time, as in Google's deliveries. Serialized by hand because
 * it is made for every call: base64 and our own ids need no escaping.
 */
export function wrap(delivery: Delivery): string {
  const { pubsubId, publishTime } = delivery;
  return (
    `{"message":{"attributes":${JSON.stringify(delivery.attributes)},"data":"${Buffer.from(delivery.data).toString('base64')}",` +
    `"messageId":"${pubsubId}","message_id":"${pubsubId}","publishTime":"${publishTime}","publish_time":"${publishTime}"},` +
    `"subscription":"${SUBSCRIPTION}"}`
  );
}

/** `X-Goog-Signature`: HMAC-SHA512 over the bytes that `data` decodes to, keyed with the webhook's token, in base64. */
export function sign(data: string, verificationToken: string): string {
  return createHmac('sha512', verificationToken).update(data).digest('base64');
}
