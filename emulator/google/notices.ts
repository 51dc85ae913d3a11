/**
 * The partner's notices, kind by kind, as the JSON inside a webhook call. Source: docs/platform.md, "The webhook:
 * payloads".
 */
import { randomUUID } from 'node:crypto';
import { type EmulatedAgent, launchEvent } from '../agents.ts';
import { timestamp } from '../clock.ts';
import type { Platform } from '../platform.ts';
import { type Delivery, PROJECT_NUMBER } from './envelope.ts';

export type UserEventType = 'DELIVERED' | 'READ' | 'IS_TYPING' | 'SUBSCRIBE' | 'UNSUBSCRIBE';
export type ServerEventType = 'TTL_EXPIRATION_REVOKED' | 'TTL_EXPIRATION_REVOKE_FAILED';

/** The phone and the agent (without `@rbm.goog`) of a notice. */
export type Parties = { phoneNumber: string; agentId: string };

export function tellUserEvent(platform: Platform, who: Parties, eventType: UserEventType, messageId?: string): string {
  const eventId = randomUUID();
  tell(
    platform,
    who,
    { event_type: eventType },
    {
      senderPhoneNumber: who.phoneNumber,
      eventType,
      eventId,
      ...(messageId !== undefined && { messageId }),
    },
  );
  return eventId;
}

/** The number is in `phoneNumber` here, unlike everywhere else. */
export function tellServerEvent(platform: Platform, who: Parties, eventType: ServerEventType, messageId: string): void {
  tell(
    platform,
    who,
    { event_type: eventType },
    {
      phoneNumber: who.phoneNumber,
      eventType,
      eventId: randomUUID(),
      messageId,
    },
  );
}

export function tellUserMessage(platform: Platform, who: Parties, messageId: string, content: object): void {
  const attributes = { type: 'message', message_type: messageType(content) };
  tell(platform, who, attributes, { senderPhoneNumber: who.phoneNumber, messageId, ...content });
}

/** The event-shaped form of a tapped action: an `eventId`, but neither `eventType` nor `messageId`. */
export function tellActionTap(platform: Platform, who: Parties, content: object): string {
  const eventId = randomUUID();
  tell(platform, who, { type: 'message' }, { senderPhoneNumber: who.phoneNumber, eventId, ...content });
  return eventId;
}

export function tellLaunch(platform: Platform, agent: EmulatedAgent): void {
  const { agentId } = agent;
  const event = launchEvent(agent, platform.clock.now());
  const attributes = { type: 'agent_launch_event', event_type: event.newLaunchState };
  const delivery = deliveryOf(platform, agentId, attributes, { eventId: `${agentId}/${randomUUID()}`, ...event });
  platform.webhooks.enqueue(`agent ${agentId}`, agentId, { ...delivery, webhookType: 'agent_callback' });
}

function tell(platform: Platform, who: Parties, attributes: Record<string, string>, payload: object): void {
  const delivery = deliveryOf(platform, who.agentId, attributes, payload);
  platform.webhooks.enqueue(who.phoneNumber, who.agentId, delivery);
}

/** Pretty-printed, to catch clients that serialize again before they check the signature. */
function deliveryOf(
  platform: Platform,
  agentId: string,
  attributes: Record<string, string>,
  payload: object,
): Delivery {
  const nowMs = platform.clock.now();
  const businessId = `${agentId}@rbm.goog`;
  const data = JSON.stringify({ ...payload, sendTime: timestamp(nowMs), agentId: businessId }, null, 2);
  return {
    pubsubId: String(platform.nextPubsubId++),
    publishTime: `${new Date(nowMs).toISOString()}`,
    attributes: { product: 'RBM', project_number: PROJECT_NUMBER, business_id: businessId, ...attributes },
    webhookType: 'message_callback',
    data,
  };
}

/** Only `TEXT` was ever observed; the others follow its pattern. */
function messageType(content: object): string {
  if ('userFile' in content) return 'FILE';
  if ('location' in content) return 'LOCATION';
  return 'suggestionResponse' in content ? 'SUGGESTION_RESPONSE' : 'TEXT';
}
