/** The start page, in Spanish. */
import type { start as english } from '../en/start.ts';
import { number } from './number.ts';

export const start: typeof english = {
  agents: 'Agentes',
  whatRuns: (isEmulated, processes) =>
    `Parley {version} con ${isEmulated ? 'el emulador' : 'Google RCS for Business'} en ${number(processes)} ${processes === 1 ? 'proceso' : 'procesos'}; iniciado {when}.`,
  useCase: { TRANSACTIONAL: 'transaccional', PROMOTIONAL: 'promocional', MULTI_USE: 'uso múltiple', OTP: 'otp' },

  calm: 'Todo va bien',
  calmBecause:
    'Ningún webhook falla, no hay eventos en ninguna cola de fallos y ningún turno se ha detenido en el último día.',
  attention: 'Requiere atención',
  unowned: (lanes) => `${number(lanes)} carriles no tienen dueño en este momento; sus conversaciones están esperando.`,
  keepsFailing: 'El webhook de {agent} sigue fallando; sus eventos esperan desde {since}.',
  refusing: 'El webhook de {agent} solo ha respondido 4xx desde {since}.',
  queued: '{events} de {agent} en la cola de fallos.',
  deadLetters: (count) =>
    `${number(count)} ${count === 1 ? 'elemento abandonado' : 'elementos abandonados'}: un turno fallaba una y otra vez, y la conversación siguió sin él. Consulta {command}`,
  stopped: 'Un turno de {agent} con {phoneNumber} se detuvo ({when}): {reason}.',
  latestStopped: (count, orMore) =>
    `${number(count)}${orMore ? ' o más' : ''} turnos se detuvieron en el último día; estos son los más recientes.`,

  sent: 'enviados',
  received: 'recibidos',
  failed: 'fallidos',
  forwarded: 'entregados',
  from: 'Desde',
  span: 'Tiempo mostrado',
  spans: { hour: '1 hora', day: '24 horas', week: '7 días' },
  spanIs: {
    hour: 'la última hora, por minutos',
    day: 'las últimas 24 horas, por horas',
    week: 'los últimos 7 días, cada tres horas',
  },
  asOf: 'A las {time}',

  waiting: 'En espera ahora',
  nothingWaits:
    'Nada: todos los turnos están hechos, todos los mensajes están en la plataforma y todos los eventos en su webhook.',
  backlog: {
    inbox: 'Turnos por hacer',
    outbox: 'Mensajes para la plataforma',
    forwarding: 'Eventos por entregar',
    retrying: 'Eventos por reintentar',
  },
  oldest: (seconds) => `el más antiguo, desde hace ${number(seconds)} s`,
  throttled: 'La plataforma limita a {agent} desde {since}; sus mensajes esperan.',

  firstMessage: 'Tu primer mensaje, en cuatro clics',
  onlyEmulated: 'Nada de esto llega a un teléfono real: la plataforma RCS es un emulador de este servicio.',
  createBrand: 'Crear una marca',
  whatBrands: 'Los agentes escriben a la gente en nombre de una marca. Esta se llama La Esquina.',
  createAgent: 'Crear un agente',
  whatAgents: 'Un agente escribe a la gente. Empieza en modo de prueba y solo escribe a dispositivos registrados.',
  loadFlow: 'Cargar el flujo de ejemplo',
  whatFlows: 'Un flujo se compone de estados: qué decir, adónde lleva una sugerencia, qué preguntar al usuario.',
  sendFirst: 'Enviar el primer mensaje',
  whatPhones: (phoneNumber) =>
    `Un teléfono del emulador, ${phoneNumber}, pasa a ser dispositivo de prueba y recibe un mensaje del agente.`,
  sampleBrand: 'La Esquina',
  sampleUser: 'Ada',
};
