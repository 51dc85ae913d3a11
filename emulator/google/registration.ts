/**
 * A webhook is registered with the platform only once it has passed the handshake. Source: docs/platform.md, "The
 * webhook: handshake".
 */
import type { Platform } from '../platform.ts';
import { type WebhookTarget, webhookTarget } from './webhook.ts';

export type Verified = { target: WebhookTarget; refusal: null } | { target: null; refusal: string };

/** The verified webhook, or why it was refused. */
export async function verifyWebhook(platform: Platform, webhookUri: string, token: string): Promise<Verified> {
  if (token === '') return { target: null, refusal: 'the verification token is missing' };
  const target = webhookTarget(webhookUri, token);
  if (!target) return { target: null, refusal: 'the webhook is not an http or https URL' };
  const refusal = await platform.webhooks.verify(target);
  return refusal === null ? { target, refusal } : { target: null, refusal };
}
