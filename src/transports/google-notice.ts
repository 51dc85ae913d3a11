/**
 * A decoded payload of Google's webhook, translated into our vocabulary. Its signature was already verified. The kinds
 * are told apart by their fields alone, because the envelope's attributes are unsigned. Source: docs/platform.md, "The
 * webhook: payloads".
 */
import { SERVER_EVENT_TYPES, type ServerEventType, USER_EVENT_TYPES, type UserEventType } from '../model/event.ts';
import type { Notice, UserContent } from '../model/notice.ts';
import { isPhoneNumber } from '../model/phone-number.ts';
import { classificationOf, countOf, decimalOf, type Fields, fieldsOf, textOf, utcTime } from './google-values.ts';

/** Characters. Message ids come from the user's phone and become keys of an index: a longer one is refused. */
const MAX_ID_LENGTH = 256;

/** A payload about the agent itself, not about a conversation. */
export type LaunchChange = { platformAgentId: string; from: string; to: string; comment: string };

/** `x@rbm.goog` or `x`, both seen at Google → `x`. */
export function platformAgentIdOf(value: unknown): string {
  return textOf(value).replace(/@rbm\.goog$/, '');
}

export function launchChangeOf(fields: Fields): LaunchChange | null {
  const to = textOf(fields['newLaunchState']);
  if (to === '') return null;
  return {
    platformAgentId: platformAgentIdOf(fields['agentId']),
    from: textOf(fields['oldLaunchState']),
    to,
    comment: textOf(fields['comment']),
  };
}

/** Null for an unknown payload: a kind newer than this code, or an essential field missing. */
export function noticeOf(fields: Fields): Notice | null {
  const isServerEvent = fields['senderPhoneNumber'] === undefined;
  const platformAgentId = platformAgentIdOf(fields['agentId']);
  const phoneNumber = textOf(fields[isServerEvent ? 'phoneNumber' : 'senderPhoneNumber']);
  if (!isId(platformAgentId) || !isPhoneNumber(phoneNumber)) return null;
  const eventType = fields['eventType'];
  const eventId = textOf(fields['eventId']);
  const messageId = textOf(fields['messageId']);
  const sendTime = utcTime(fields['sendTime']);
  const eventKey = {
    platformAgentId,
    phoneNumber,
    sendTime,
    dedupeId: `event:${platformAgentId}:${phoneNumber}:${eventId}`,
  };

  if (isServerEvent) {
    if (!isPlatformServerEvent(eventType) || !isId(eventId) || !isId(messageId)) return null;
    return { ...eventKey, kind: 'server-event', eventType, eventId, messageId };
  }
  if (eventType !== undefined) {
    if (!isUserEvent(eventType) || !isId(eventId)) return null;
    return { ...eventKey, kind: 'user-event', eventType, eventId, messageId: isId(messageId) ? messageId : null };
  }

  // The tap of an action may come in the form of an event: with an eventId and no messageId.
  const isTap = messageId === '' && fields['suggestionResponse'] !== undefined;
  const content = contentOf(fields, isTap ? 'ACTION' : 'REPLY');
  if (!content || !isId(isTap ? eventId : messageId)) return null;
  const classification = classificationOf(fields['richMessageClassification']);
  if (isTap) return { ...eventKey, kind: 'user-message', messageId: eventId, content, classification };
  const dedupeId = `message:${platformAgentId}:${messageId}`;
  return { platformAgentId, phoneNumber, sendTime, dedupeId, kind: 'user-message', messageId, content, classification };
}

const isId = (id: string) => id.length > 0 && id.length <= MAX_ID_LENGTH;

const isUserEvent = (type: unknown): type is UserEventType => (USER_EVENT_TYPES as readonly unknown[]).includes(type);

/** SENT and FAILED are ours to make; the platform only reports expiry. */
const isPlatformServerEvent = (type: unknown): type is ServerEventType =>
  (SERVER_EVENT_TYPES as readonly unknown[]).includes(type) && type !== 'SENT' && type !== 'FAILED';

function contentOf(fields: Fields, defaultType: 'REPLY' | 'ACTION'): UserContent | null {
  const suggestion = fieldsOf(fields['suggestionResponse']);
  if (suggestion) {
    const { type } = suggestion;
    return {
      suggestionResponse: {
        text: textOf(suggestion['text']),
        postbackData: textOf(suggestion['postbackData']),
        // A newer field of Google's: it may be absent or UNKNOWN.
        type: type === 'REPLY' || type === 'ACTION' ? type : defaultType,
      },
    };
  }
  const location = fieldsOf(fields['location']);
  if (location) {
    const latitude = decimalOf(location['latitude']);
    const longitude = decimalOf(location['longitude']);
    return latitude === null || longitude === null ? null : { location: { latitude, longitude } };
  }
  const file = fieldsOf(fields['userFile']);
  if (file) {
    const payload = fileOf(file['payload']);
    const thumbnail = fileOf(file['thumbnail']);
    return payload && { userFile: { payload, ...(thumbnail && { thumbnail }) } };
  }
  return typeof fields['text'] === 'string' ? { text: textOf(fields['text']) } : null;
}

/** A file without its URI is no file. */
function fileOf(value: unknown) {
  const file = fieldsOf(value);
  const fileUri = textOf(file?.['fileUri']);
  if (!file || fileUri === '') return null;
  const fileName = textOf(file['fileName']);
  return {
    mimeType: textOf(file['mimeType']) || 'application/octet-stream',
    fileSizeBytes: countOf(file['fileSizeBytes']),
    ...(fileName && { fileName }),
    fileUri,
  };
}
