/** What a credential may do: each scope in words. */
import { List } from '@mantine/core';
import type { Scope } from '@model/scope.ts';

const WORDS: Readonly<Record<Scope, string>> = {
  'agents:read': 'See brands, agents and test devices',
  'agents:write': 'Change agents and test devices',
  'flows:read': 'See and check flows',
  'flows:write': 'Change drafts of flows and tests',
  'flows:publish': 'Publish flows',
  'messages:read': 'See the status of messages',
  'messages:send': 'Send messages',
  'conversations:read': 'See conversations',
  'conversations:write': 'Record consent',
  'events:read': 'See events and the failure queue',
  'events:write': 'Forward events again, or discard them',
  'connectors:read': 'See connectors',
  'connectors:write': 'Change connectors and their credentials',
  'media:read': 'See media',
  'media:write': 'Upload and delete media',
  'audit:read': 'See the audit log',
};

/** For a choice, in the order of the words. */
export const SCOPE_CHOICES = Object.entries(WORDS).map(([value, label]) => ({ value, label }));

export function ScopeList({ scopes }: { scopes: readonly Scope[] }) {
  return (
    <List size="sm" listStyleType="none">
      {scopes.map((scope) => (
        <List.Item key={scope} title={scope}>
          {WORDS[scope]}
        </List.Item>
      ))}
    </List>
  );
}
