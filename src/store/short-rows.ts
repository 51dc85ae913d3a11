/**
 * What rows leave out because it can be said again from the rest of them: each byte of a row is written twice, in its table and
 * in the log.
 */
import type { StoredEvent } from '../model/event.ts';
import type { InboxBody } from '../model/inbox-item.ts';
import type { Session } from '../model/session.ts';

/** The columns that the bytes repeat. */
export type EventColumns = Pick<
  StoredEvent,
  'eventId' | 'agentId' | 'phoneNumber' | 'class' | 'type' | 'messageId' | 'body'
>;

/** What of an event's bytes is stored, without their beginning, which says what the columns say: all of them, where they begin in another way. */
export function storedBody(event: EventColumns): string {
  const id = idOf(event);
  const begun = beginning(event);
  const rest = event.body.slice(begun.length + (event.body.startsWith(id, begun.length) ? id.length : 0));
  return wholeBody({ ...event, body: rest }) === event.body ? rest : event.body;
}

/** The bytes that every attempt sends. */
export function wholeBody(row: EventColumns): string {
  // Rows of older versions are whole, too.
  if (row.body.startsWith('{')) return row.body;
  const hasId = row.class === 'UserMessage' || row.body.startsWith(ID);
  return beginning(row) + (hasId ? '' : idOf(row)) + row.body;
}

const ID = ',"eventId":';

function idOf({ eventId }: EventColumns): string {
  return `${ID}"${eventId}"`;
}

/** The first fields in the order of `model/event-payload.ts`. */
function beginning({ agentId, phoneNumber, messageId, class: eventClass, type }: EventColumns): string {
  const fields = {
    agentId,
    ...(eventClass === 'ServerEvent' ? { phoneNumber } : { senderPhoneNumber: phoneNumber }),
    ...(messageId !== null && { messageId }),
    ...(eventClass !== 'UserMessage' && { eventType: type }),
  };
  return JSON.stringify(fields).slice(0, -1);
}

const EMPTY = { awaitingStateId: null, params: {}, data: {}, input: {} } as const;

export type StoredSession = Omit<Session, keyof typeof EMPTY> & Partial<Pick<Session, keyof typeof EMPTY>>;

export function storedSession(session: Session): StoredSession {
  const isEmpty = (value: unknown) => value === null || (typeof value === 'object' && Object.keys(value!).length === 0);
  const full = Object.entries(session).filter(([name, value]) => !(name in EMPTY && isEmpty(value)));
  return Object.fromEntries(full) as StoredSession;
}

/** Sessions of older versions are whole, too. */
export function wholeSession({ stateId, ...stored }: StoredSession): Session {
  return { stateId, ...EMPTY, params: {}, data: {}, input: {}, ...stored };
}

type Item = { item: InboxBody; messageId: string | null };

/** A sent message's id is in the turn's own column. */
export function storedItem({ item, messageId }: Item): object {
  return item.kind === 'send' && messageId !== null ? { ...item, messageId: undefined } : item;
}

export function wholeItem({ item, messageId }: Item): InboxBody {
  return item.kind === 'send' && messageId !== null ? { ...item, messageId } : item;
}
