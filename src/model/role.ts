/**
 * What a person may do: the role from which on each scope is had. Each role may do what the ones before it may, so this is
 * the whole table; operations that no scope opens name their role themselves, in `http/auth/operations.ts`.
 */
import Type from 'typebox';
import type { Scope } from './scope.ts';

/**
 * reader: sees, and changes nothing. author: flows, their tests and media, connectors without their credentials, and sends
 * to test devices. operator: what reaches the public. owner: who may do what, and the keys.
 */
export const ROLES = ['reader', 'author', 'operator', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const RoleName = Type.Enum([...ROLES], {
  type: 'string',
  description:
    '`reader`: sees everything but secrets. `author`: also writes flows, tests, media and connectors, and sends to test devices. `operator`: also agents, devices, publishing, failures, consent, credentials of connectors. `owner`: everything.',
});

export const ROLE_OF_SCOPE = {
  'agents:read': 'reader',
  'agents:write': 'operator',
  'flows:read': 'reader',
  'flows:write': 'author',
  'flows:publish': 'operator',
  'messages:read': 'reader',
  'messages:send': 'author',
  'conversations:read': 'reader',
  'conversations:write': 'operator',
  'events:read': 'reader',
  'events:write': 'operator',
  'connectors:read': 'reader',
  'connectors:write': 'author',
  'media:read': 'reader',
  'media:write': 'author',
  'audit:read': 'reader',
} as const satisfies Record<Scope, Role>;

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

export function hasRole(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}
