/** A message that is committed and not yet taken by the platform: the contents of its row in the outbox. */
import type { ContentMessage } from './content-message.ts';
import type { Held } from './held-event.ts';
import type { TrafficType } from './traffic-type.ts';

/** A message on its way to the platform, with what follows when it has arrived there. */
export type OutboxMessage = Held & {
  messageId: string;
  content: ContentMessage;
  /** The time to live that the request asked for, in seconds from `receivedAt`; null without a limit. */
  ttlSeconds: number | null;
  /** What it is to the platform, where the request or its state says so. */
  messageTrafficType?: TrafficType;
  /** When what led to this message arrived, ISO 8601. */
  receivedAt: string;
};
