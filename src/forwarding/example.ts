/** An example of each class of events, for a test of a webhook. */
import { randomUUID } from 'node:crypto';
import type { EventClass, EventPayload } from '../model/event.ts';

/** Reserved for fiction, so that no receiver takes it for a user's. */
const PHONE_NUMBER = '+12025550100';

const classification = { classificationType: 'RICH_MESSAGE', segmentCount: 1 } as const;

const EXAMPLES: Readonly<Record<EventClass, (about: { agentId: string; sendTime: string }) => EventPayload>> = {
  UserMessage: ({ agentId, sendTime }) => ({
    agentId,
    senderPhoneNumber: PHONE_NUMBER,
    messageId: testId(),
    text: 'This is a test event.',
    sendTime,
    richMessageClassification: classification,
  }),
  UserEvent: ({ agentId, sendTime }) => ({
    agentId,
    senderPhoneNumber: PHONE_NUMBER,
    messageId: testId(),
    eventType: 'DELIVERED',
    eventId: testId(),
    sendTime,
  }),
  ServerEvent: ({ agentId, sendTime }) => ({
    agentId,
    phoneNumber: PHONE_NUMBER,
    messageId: testId(),
    eventType: 'SENT',
    eventId: testId(),
    eventOrigin: 'SERVICE',
    sendTime,
    richMessageClassification: classification,
  }),
};

/** The bytes of one that happened now. */
export function exampleBody(agentId: string, eventClass: EventClass, now: Date): string {
  return JSON.stringify(EXAMPLES[eventClass]({ agentId, sendTime: now.toISOString() }));
}

function testId(): string {
  return `test-${randomUUID()}`;
}
