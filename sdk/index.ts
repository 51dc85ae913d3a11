/** The SDK's public names; its README shows them at work. */
export type { FieldError, Schemas } from '../client/index.ts';
export { expressWebhook, fastifyWebhook, type HandleEvent, honoWebhook, webhook } from './adapters.ts';
export { type ErrorCode, ParleyError } from './error.ts';
export type { ServerEvent, UserEvent, UserMessage, WebhookEvent } from './events.ts';
export { defineFlow } from './flow.ts';
export { createParley, type Parley, type Settings } from './parley.ts';
export {
  verifyWebhook,
  WebhookError,
  type WebhookFault,
  type WebhookHeaders,
  type WebhookSettings,
} from './webhook.ts';
