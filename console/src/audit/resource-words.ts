/** What can be changed, in words. */
import type { ResourceKind } from '@model/audit.ts';

export const RESOURCE_WORDS: Readonly<Record<ResourceKind, string>> = {
  agent: 'Agent',
  device: 'Test device',
  flow: 'Flow',
  state: 'State',
  test: 'Flow test',
  version: 'Version',
  replay: 'Replay',
  exploration: 'Exploration',
  connector: 'Connector',
  authentication: 'Credential of a connector',
  medium: 'Medium',
  redelivery: 'Redelivery',
  discard: 'Discarded events',
  'dead-letter': 'Dead letter',
  account: 'Account',
  brand: 'Brand',
  credential: 'Credential',
  'signing-token': 'Signing token',
  'access-token-key': 'Key of access tokens',
  person: 'Person',
  session: 'Console session',
  'log-in-link': 'Log-in link',
};
