/** Where events of an agent go, and how each endpoint is, in Spanish. */
import type { endpoints as english } from '../en/endpoints.ts';
import { number } from './number.ts';

const events = (count: number) => `${number(count)} ${count === 1 ? 'evento' : 'eventos'}`;

export const endpoints: typeof english = {
  title: 'Destinos',
  what: 'Adónde van los eventos de este agente. Cada destino recibe los suyos, en orden, pase lo que pase con los demás.',
  own: 'El webhook propio del agente',
  noOwn: 'El agente no tiene webhook propio.',
  setOwn: 'Definir uno',
  changeOwn: 'Cambiar su dirección',

  add: 'Añadir un destino',
  url: 'Dirección',
  description: 'Descripción',
  descriptionHint: 'De quién es, qué hace',
  classes: 'Solo eventos de estas clases',
  types: 'Solo eventos de estos tipos',
  allIfNone: 'Todos, si no se elige ninguno.',
  perSecond: 'Peticiones por segundo como máximo',
  noLimit: 'Sin límite si está vacío.',
  headers: 'Cabeceras que pide',
  headersHint: 'Se envían con cada petición, por ejemplo Authorization. Sus valores no se vuelven a mostrar.',

  everything: 'todos los eventos',
  gets: (wanted, perSecond) =>
    `Recibe ${wanted}${perSecond === undefined ? '' : `, como máximo ${number(perSecond)} por segundo`}.`,
  sentWith: (names) => `Se envía con ${names}.`,

  isWell: 'bien',
  isPaused: 'en pausa',
  keepsFailing: 'sigue fallando',
  refusing: 'solo responde 4xx',
  since: 'desde {since}',

  accepted: 'Aceptados',
  waiting: 'En espera',
  failed: 'Fallidos',
  answerTime: 'Responde en',
  oldest: 'el más antiguo, de {when}',
  orMore: (count) => `${number(count)} o más`,

  pause: 'Pausar',
  pauseNamed: (name) => `Pausar ${name}`,
  paused: 'En pausa: sus eventos esperan.',
  resume: 'Reanudar',
  resumeNamed: (name) => `Reanudar ${name}`,
  resumed: 'Reanudado: lo que esperaba se envía.',
  change: 'Cambiar',
  changeNamed: (name) => `Cambiar ${name}`,
  deleteNamed: (name) => `Eliminar ${name}`,
  deleteTitle: (name) => `¿Eliminar el destino ${name}?`,
  deleteEffect: (waiting, failed) =>
    `${waiting + failed === 0 ? 'Nada lo espera ni ha fallado allí.' : `${events(waiting)} en espera y ${events(failed)} que fallaron allí ya no se le envían.`} Los eventos mismos permanecen.`,
};
