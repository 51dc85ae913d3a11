/** A message that is committed and not yet accepted by the platform: the contents of its row in the outbox. */

import type { Traced } from '../traced.ts';
import type { ContentMessage } from './content-message.ts';
import type { Held } from './held-event.ts';
import type { TrafficType } from './traffic-type.ts';

/** A message on its way to the platform, with the events that follow its outcome. */
export type OutboxMessage = Traced &
  Partial<Held> & {
    messageId: string;
    content: ContentMessage;
    /** The requested time to live, in seconds from `receivedAt`; null, or not there, without a limit. */
    ttlSeconds?: number | null;
    /** Its traffic type, if the request or its state sets one. */
    messageTrafficType?: TrafficType;
    /** When the item that led to this message arrived, ISO 8601. */
    receivedAt: string;
  };
