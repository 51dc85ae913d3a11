/** The events that we make: their payloads, with the specification's field names, and their place in the turn. */
import type { Agent } from './agent.ts';
import { classifyUserContent } from './classification.ts';
import { type Endpoint, type EndpointKey, gets, OWN_WEBHOOK } from './endpoint.ts';
import type {
  EventPayload,
  NewEvent,
  RichMessageClassification,
  ServerEvent,
  StoredEvent,
  UserMessage,
} from './event.ts';
import { eventId } from './event-id.ts';
import type { InboxItem, ServerEventItem, UserEventItem, UserMessageItem } from './inbox-item.ts';

/** Where an event happened: its inbox item's lane and number, and its conversation. */
export type TurnAddress = { lane: number; seq: number; agentId: string; phoneNumber: string };

/** The places of a turn's events: the user's own first, then the outcome of our message. */
const USER_ORDINAL = 0;
const OUTCOME_ORDINAL = 1;

export type Failure = { httpStatus: number | null; body: string | null };

/** Payload fields are written in the specification's order; undefined ones are left out. */
function stored(
  installation: string,
  address: TurnAddress,
  ordinal: number,
  about: Pick<StoredEvent, 'class' | 'type' | 'messageId' | 'response'>,
  payload: (ownEventId: string) => EventPayload,
): StoredEvent {
  const { lane, seq, agentId, phoneNumber } = address;
  const id = eventId(installation, { lane, seq, ordinal });
  return { lane, seq, ordinal, eventId: id, agentId, phoneNumber, ...about, body: JSON.stringify(payload(id)) };
}

export function userMessageEvent(installation: string, item: InboxItem, body: UserMessageItem): StoredEvent {
  const { content } = body;
  const type =
    content.text !== undefined
      ? 'text'
      : content.suggestionResponse
        ? 'suggestion'
        : content.location
          ? 'location'
          : 'file';
  const about = { class: 'UserMessage', type, messageId: body.messageId, response: null } as const;
  return stored(installation, item, USER_ORDINAL, about, () => ({
    agentId: item.agentId,
    senderPhoneNumber: item.phoneNumber,
    messageId: body.messageId,
    ...(content as Pick<UserMessage, 'text'>),
    sendTime: body.sendTime ?? item.receivedAt,
    richMessageClassification: body.classification ?? classifyUserContent(content),
  }));
}

export function userEvent(installation: string, item: InboxItem, body: UserEventItem): StoredEvent {
  const about = { class: 'UserEvent', type: body.eventType, messageId: body.messageId, response: null } as const;
  return stored(installation, item, USER_ORDINAL, about, () => ({
    agentId: item.agentId,
    senderPhoneNumber: item.phoneNumber,
    ...(body.messageId !== null && { messageId: body.messageId }),
    eventType: body.eventType,
    eventId: body.eventId,
    sendTime: body.sendTime ?? item.receivedAt,
  }));
}

/** The platform's own report about one of our messages. */
export function carrierEvent(installation: string, item: InboxItem, body: ServerEventItem): StoredEvent {
  const about = { class: 'ServerEvent', type: body.eventType, messageId: body.messageId, response: null } as const;
  return stored(installation, item, USER_ORDINAL, about, () => ({
    agentId: item.agentId,
    phoneNumber: item.phoneNumber,
    messageId: body.messageId,
    eventType: body.eventType,
    eventId: body.eventId,
    eventOrigin: 'CARRIER',
    sendTime: body.sendTime ?? item.receivedAt,
  }));
}

export function sentEvent(
  installation: string,
  address: TurnAddress,
  sent: { messageId: string; sendTime: string; classification: RichMessageClassification },
): StoredEvent {
  return ownEvent(installation, address, 'SENT', sent.messageId, sent.sendTime, {
    richMessageClassification: sent.classification,
  });
}

/**
 * `errorCode` and `errorMessage` are present when the platform refused, absent when the failure was found before that
 * (specification, "Rules for FAILED").
 */
export function failedEvent(
  installation: string,
  address: TurnAddress,
  failed: { messageId: string; sendTime: string; failure: Failure | null },
): StoredEvent {
  const { httpStatus = null, body = null } = failed.failure ?? {};
  return ownEvent(installation, address, 'FAILED', failed.messageId, failed.sendTime, {
    ...(httpStatus !== null && { errorCode: String(httpStatus), errorMessage: body ?? '' }),
  });
}

/** The time to live ended before the platform was called: nothing was sent, so nothing can arrive any more. */
export function expiredEvent(
  installation: string,
  address: TurnAddress,
  { messageId, sendTime }: { messageId: string; sendTime: string },
): StoredEvent {
  return ownEvent(installation, address, 'TTL_EXPIRATION_REVOKED', messageId, sendTime, {});
}

function ownEvent(
  installation: string,
  address: TurnAddress,
  eventType: 'SENT' | 'FAILED' | 'TTL_EXPIRATION_REVOKED',
  messageId: string,
  sendTime: string,
  more: Partial<ServerEvent>,
): StoredEvent {
  const about = { class: 'ServerEvent', type: eventType, messageId, response: null } as const;
  return stored(installation, address, OUTCOME_ORDINAL, about, (id) => ({
    agentId: address.agentId,
    phoneNumber: address.phoneNumber,
    messageId,
    eventType,
    eventId: id,
    eventOrigin: 'SERVICE',
    sendTime,
    ...more,
  }));
}

/** An event is forwarded to its agent's webhook and to the further endpoints that get it; to none, it is only recorded. */
export function withForwarding({ config, endpoints }: Agent, events: StoredEvent[]): NewEvent[] {
  const forwarded = config.eventForwardUrl !== undefined;
  return events.map((event) => ({ ...event, forwarded, ...(endpoints && { further: endpointsOf(endpoints, event) }) }));
}

function endpointsOf(endpoints: readonly Endpoint[], event: StoredEvent): string[] {
  return endpoints.filter((endpoint) => gets(endpoint, event)).map(({ endpointId }) => endpointId);
}

/** The event once for each endpoint that it goes to. */
export function forwardsOf(event: NewEvent): (StoredEvent & EndpointKey)[] {
  const { forwarded, further = [] } = event;
  return [...(forwarded ? [OWN_WEBHOOK] : []), ...further].map((endpointId) => ({ ...event, endpointId }));
}
