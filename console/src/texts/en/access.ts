/** The accounts that things belong to, and the credentials that connectors send. */
import { pieces } from './pieces.ts';

export const access = {
  account: 'Account',

  credentialsOf: (connectorId: string) => `Credentials of ${connectorId}`,
  none: 'None: its operations are called without one.',
  add: 'Add a credential',
  kind: 'Kind',
  name: 'Name of the credential',
  optional: 'optional',
  save: 'Save the credential',
  saved: (name: string) => `The credential ${name} is saved; nobody can read its secret again.`,
  kinds: {
    bearer: 'a token',
    basic: 'a user and a password',
    apiKey: 'an API key',
    oauth2ClientCredentials: 'OAuth: a client and its secret',
  },
  fields: {
    username: 'User',
    password: 'Password',
    token: 'Token',
    in: 'Sent in',
    parameter: 'Called',
    key: 'Key',
    tokenUrl: 'Token address',
    clientId: pieces.clientId,
    clientSecret: pieces.clientSecret,
    scope: 'Scope',
  },
  places: { header: 'a header', query: 'the query' },

  askRemove: (name: string) => `Delete the credential “${name}”?`,
  removeMeans: 'Its secret is gone. It is refused while a state uses it.',
  removeConnector: (connectorId: string) => `Delete the connector ${connectorId}`,
  askRemoveConnector: (connectorId: string) => `Delete the connector “${connectorId}”?`,
  removeConnectorMeans: 'Its operations and its credentials go with it. It is refused while a state calls it.',
};
