/** What a credential may do: each scope in words. */
import { List } from '@mantine/core';
import type { Scope } from '@model/scope.ts';
import { texts } from '../texts/texts.ts';

const WORDS: Readonly<Record<Scope, string>> = texts.developer.scope;

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
