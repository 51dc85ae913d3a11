/** What an endpoint can be limited to: the names that events have in the API. */
import type { NewEndpoint } from '@model/endpoint.ts';

type All<Names extends string> = Record<Names, true>;

const CLASS_NAMES: All<(NewEndpoint['classes'] & {})[number]> = {
  UserMessage: true,
  UserEvent: true,
  ServerEvent: true,
};
const TYPE_NAMES: All<(NewEndpoint['types'] & {})[number]> = {
  text: true,
  suggestion: true,
  location: true,
  file: true,
  DELIVERED: true,
  READ: true,
  IS_TYPING: true,
  SUBSCRIBE: true,
  UNSUBSCRIBE: true,
  SENT: true,
  FAILED: true,
  TTL_EXPIRATION_REVOKED: true,
  TTL_EXPIRATION_REVOKE_FAILED: true,
};

// As records, so that the compiler misses none.
export const CLASSES = Object.keys(CLASS_NAMES);
export const TYPES = Object.keys(TYPE_NAMES);
