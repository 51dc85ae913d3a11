/**
 * The console in Spanish. Its users are addressed as "tú"; names of the API and of code (state, input, params, webhook,
 * UserMessage) stay as they are where they are meant as such. The same word for the same thing everywhere:
 *
 * agent agente · attempt intento · audit log registro de auditoría · banner imagen de portada · brand marca ·
 * capture entrada capturada · card tarjeta · carousel carrusel · chip sugerencia · connector conector · conversation conversación ·
 * credential credencial · dead letter elemento abandonado · default state estado por defecto · device dispositivo ·
 * discard descartar · draft borrador · endpoint destino · event evento · failure queue cola de fallos · flow flujo · forward entregar,
 * entrega · funnel embudo · handset teléfono · keyword palabra clave · lane carril · launch lanzar · live activa ·
 * log in iniciar sesión · match coincidir · medium archivo · operation operación · parameter parámetro ·
 * promote promover · publish publicar · recorded registrado · redelivery reenvío · replay repetición · retire retirar ·
 * retry reintento, reintentar · scope permiso · session sesión · signing token token de firma · state estado ·
 * template plantilla · test prueba · test mode modo de prueba · trace traza · transition transición · turn turno ·
 * variable variable · version versión · way camino · webhook webhook
 */
import type { en } from './en.ts';
import { access } from './es/access.ts';
import { agents } from './es/agents.ts';
import { audit } from './es/audit.ts';
import { conditions } from './es/conditions.ts';
import { connectors } from './es/connectors.ts';
import { developer } from './es/developer.ts';
import { editor } from './es/editor.ts';
import { endpoints } from './es/endpoints.ts';
import { events } from './es/events.ts';
import { failures } from './es/failures.ts';
import { faults } from './es/faults.ts';
import { funnel } from './es/funnel.ts';
import { graph } from './es/graph.ts';
import { media } from './es/media.ts';
import { message } from './es/message.ts';
import { people } from './es/people.ts';
import { phone } from './es/phone.ts';
import { pieces } from './es/pieces.ts';
import { play } from './es/play.ts';
import { rcs } from './es/rcs.ts';
import { replay } from './es/replay.ts';
import { shell } from './es/shell.ts';
import { start } from './es/start.ts';
import { state } from './es/state.ts';
import { tests } from './es/tests.ts';
import { trace } from './es/trace.ts';
import { versions } from './es/versions.ts';

export const es: typeof en = {
  access,
  agents,
  audit,
  conditions,
  connectors,
  developer,
  editor,
  endpoints,
  events,
  failures,
  faults,
  funnel,
  graph,
  media,
  message,
  people,
  phone,
  pieces,
  play,
  rcs,
  replay,
  shell,
  start,
  state,
  tests,
  trace,
  versions,
};
