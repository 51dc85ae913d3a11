/** The accounts that things belong to, and the credentials that connectors send, in Spanish. */
import type { access as english } from '../en/access.ts';
import { pieces } from './pieces.ts';

export const access: typeof english = {
  account: 'Cuenta',

  credentialsOf: (connectorId) => `Credenciales de ${connectorId}`,
  none: 'Ninguna: sus operaciones se llaman sin credencial.',
  add: 'Añadir una credencial',
  kind: 'Tipo',
  name: 'Nombre de la credencial',
  optional: 'opcional',
  save: 'Guardar la credencial',
  saved: (name) => `La credencial ${name} está guardada; nadie puede volver a leer su secreto.`,
  kinds: {
    bearer: 'un token',
    basic: 'un usuario y una contraseña',
    apiKey: 'una clave de API',
    oauth2ClientCredentials: 'OAuth: un cliente y su secreto',
  },
  fields: {
    username: 'Usuario',
    password: 'Contraseña',
    token: 'Token',
    in: 'Se envía en',
    parameter: 'Se llama',
    key: 'Clave',
    tokenUrl: 'Dirección de los tokens',
    clientId: pieces.clientId,
    clientSecret: pieces.clientSecret,
    scope: 'Ámbito',
  },
  places: { header: 'una cabecera', query: 'la consulta' },

  askRemove: (name) => `¿Eliminar la credencial «${name}»?`,
  removeMeans: 'Su secreto se pierde. Se rechaza mientras un estado la use.',
  removeConnector: (connectorId) => `Eliminar el conector ${connectorId}`,
  askRemoveConnector: (connectorId) => `¿Eliminar el conector «${connectorId}»?`,
  removeConnectorMeans: 'Sus operaciones y sus credenciales se van con él. Se rechaza mientras un estado lo llame.',
};
