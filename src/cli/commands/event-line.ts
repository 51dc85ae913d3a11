/** An event on one line: when, what, which phone, its content, and its delivery. */
import type { Schemas } from '#client';
import { accent, bad, dim, good, short } from '../output.ts';

type ForwardedEvent = Schemas['ForwardedEvent'];

const CONTENT_WIDTH = 60;
/** The longest type is longer, and rare. */
const TYPE_WIDTH = 10;

type Head = Pick<ForwardedEvent, 'createdAt' | 'type' | 'phoneNumber' | 'payload' | 'response'> & { class: string };

export function eventLine(event: ForwardedEvent): string {
  return [eventHead(event), howFar(event)].filter((part) => part !== '').join('  ');
}

/** Without its delivery. */
export function eventHead({ createdAt, class: eventClass, type, phoneNumber, payload, response }: Head): string {
  const content = short(contentOf(payload), CONTENT_WIDTH);
  const reply = response === null ? '' : accent(` → ${short(response, CONTENT_WIDTH)}`);
  return [
    dim(createdAt.slice(11, 19)),
    eventClass.padEnd('ServerEvent'.length),
    (type === 'FAILED' ? bad : (text: string) => text)(type.padEnd(TYPE_WIDTH)),
    phoneNumber.padEnd(16),
    `${content}${reply}`,
  ]
    .filter((part) => part !== '')
    .join('  ');
}

function contentOf(payload: ForwardedEvent['payload']): string {
  const { text, suggestionResponse, location, userFile } = payload as Schemas['UserMessage'];
  if (text !== undefined) return `"${text}"`;
  if (suggestionResponse) return `[${suggestionResponse.text}] ${suggestionResponse.postbackData}`;
  if (location) return `${location.latitude}, ${location.longitude}`;
  if (userFile) return userFile.payload.fileUri;
  const { errorCode, errorMessage, messageId } = payload as Schemas['ServerEvent'];
  if (errorCode !== undefined) return `${errorCode} ${errorMessage ?? ''}`;
  return messageId ?? '';
}

function howFar({ status, attempts, nextAttemptAt, failure }: ForwardedEvent): string {
  if (status === 'FORWARDED') return good('forwarded');
  if (status === 'RECORDED') return dim('recorded');
  if (status === 'FAILED') return bad(`not accepted: ${short(failure?.reason ?? '', CONTENT_WIDTH)}`);
  const next = nextAttemptAt === undefined || attempts.length === 0 ? '' : `, retry at ${nextAttemptAt.slice(11, 19)}`;
  return dim(attempts.length === 0 ? 'pending' : `tried ${attempts.length}×${next}`);
}
