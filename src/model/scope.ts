/**
 * What an access token may be limited to (RFC 6749 §3.3). Only those that end in `:read` change nothing. Which operation
 * needs which one is in `http/auth/operations.ts`.
 */
import Type from 'typebox';

/** Each with what it allows, for the OpenAPI document. */
export const SCOPES = {
  'agents:read': 'Brands, agents and their test devices.',
  'agents:write': 'Create, change and delete agents and test devices.',
  'flows:read': 'Flows, their versions and tests; checks, previews and test runs, which store nothing.',
  'flows:write': 'Change the draft of a flow and its tests; start replays and explorations.',
  'flows:publish': 'Publish versions and make them live.',
  'messages:read': 'The status of outbound messages.',
  'messages:send': 'Send messages and revoke them.',
  'conversations:read': 'What was said, captured and consented to, and replays of it.',
  'conversations:write': 'Record consent.',
  'events:read': 'Events, their delivery and the failure queue.',
  'events:write': 'Forward events again, discard failed ones, test the webhook.',
  'connectors:read': 'Connectors, and the names of their credentials.',
  'connectors:write': 'Create, change and delete connectors and their credentials; run their operations.',
  'media:read': 'The files that messages show.',
  'media:write': 'Upload and delete them.',
  'audit:read': 'The audit log of the account.',
} as const;

export type Scope = keyof typeof SCOPES;

export const Scopes = Type.Array(Type.Enum(Object.keys(SCOPES) as Scope[], { type: 'string' }), {
  minItems: 1,
  uniqueItems: true,
  description: 'What its access tokens may be limited to; everything that a client may do if absent.',
});

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}
