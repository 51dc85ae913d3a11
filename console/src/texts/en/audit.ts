/** Who changed what. */
import { pieces } from './pieces.ts';
import { shell } from './shell.ts';

export const audit = {
  whatIsHere: 'Every change, by whom and from where. Nobody can rewrite it.',
  noMatch: 'No such changes',
  none: 'No changes yet',
  firstChanges: 'Each change appears here: in the console, with the command line, and by programs.',

  what: 'What',
  id: 'Id',
  agentId: 'Agent id',
  by: 'By',
  howBy: (operation: string, actor: string) => `${operation} by ${actor}`,
  before: 'Before',
  after: 'After',
  nothing: 'Nothing',
  fact: { agent: 'agent', account: 'account', address: 'address', request: 'request' },

  resource: {
    agent: shell.agent,
    device: 'Test device',
    flow: shell.flow,
    state: pieces.state,
    test: 'Flow test',
    version: 'Version',
    replay: pieces.replay,
    exploration: 'Exploration',
    connector: pieces.connector,
    authentication: 'Credential of a connector',
    medium: 'Medium',
    redelivery: 'Redelivery',
    endpoint: 'Endpoint',
    discard: 'Discarded events',
    'dead-letter': 'Dead letter',
    account: 'Account',
    brand: pieces.brand,
    credential: pieces.credential,
    'signing-token': pieces.signingToken,
    'access-token-key': 'Key of access tokens',
    passkey: 'Passkey',
    person: 'Person',
    session: 'Console session',
    'log-in-link': 'Log-in link',
  },
};
