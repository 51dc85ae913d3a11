/** Who changed what, in Spanish. */
import type { audit as english } from '../en/audit.ts';
import { pieces } from './pieces.ts';
import { shell } from './shell.ts';

export const audit: typeof english = {
  whatIsHere: 'Cada cambio, de quién y desde dónde. Nadie puede reescribirlo.',
  noMatch: 'No hay cambios así',
  none: 'Aún no hay cambios',
  firstChanges: 'Cada cambio aparece aquí: desde la consola, desde la línea de comandos y de los programas.',

  what: 'Qué',
  id: 'Id',
  agentId: 'Id del agente',
  by: 'Quién',
  howBy: (operation, actor) => `${operation}, de ${actor}`,
  before: 'Antes',
  after: 'Después',
  nothing: 'Nada',
  fact: { agent: 'agente', account: 'cuenta', address: 'dirección', request: 'petición' },

  resource: {
    agent: shell.agent,
    device: 'Dispositivo de prueba',
    flow: shell.flow,
    state: pieces.state,
    test: 'Prueba de flujo',
    version: 'Versión',
    replay: pieces.replay,
    exploration: 'Exploración',
    connector: pieces.connector,
    authentication: 'Credencial de un conector',
    medium: 'Archivo',
    redelivery: 'Reenvío',
    endpoint: 'Destino',
    discard: 'Eventos descartados',
    'dead-letter': 'Elemento abandonado',
    account: 'Cuenta',
    brand: pieces.brand,
    credential: pieces.credential,
    'signing-token': pieces.signingToken,
    'access-token-key': 'Clave de los tokens de acceso',
    passkey: 'Clave de acceso',
    person: 'Persona',
    session: 'Sesión de la consola',
    'log-in-link': 'Enlace de inicio de sesión',
  },
};
