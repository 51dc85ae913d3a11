/** An RCS platform's notice, translated by its transport into one vocabulary. */
import type { RichMessageClassification, ServerEventType, UserEventType, UserMessage } from './event.ts';

/** The user's content, as in the UserMessage event: exactly one of the four. */
export type UserContent = Pick<UserMessage, 'text' | 'suggestionResponse' | 'location' | 'userFile'>;

type Common = {
  /** The agent's id at the platform, without `@rbm.goog`. */
  platformAgentId: string;
  phoneNumber: string;
  /** The platform repeats deliveries for 7 days; a repeat always has the same id here. */
  dedupeId: string;
  /** ISO 8601, UTC with Z; null when the platform gave none. */
  sendTime: string | null;
};

export type Notice = Common &
  (
    | {
        kind: 'user-message';
        messageId: string;
        content: UserContent;
        classification: RichMessageClassification | null;
      }
    | { kind: 'user-event'; eventType: UserEventType; eventId: string; messageId: string | null }
    | { kind: 'server-event'; eventType: ServerEventType; eventId: string; messageId: string }
  );
