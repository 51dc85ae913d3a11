/** The events of an agent, in Spanish. */
import type { events as english } from '../en/events.ts';
import { number } from './number.ts';

export const events: typeof english = {
  whatEvents: 'Los eventos se entregan al webhook. Esta lista se actualiza sola.',
  noMatch: 'Ningún evento coincide',
  none: 'Aún no hay eventos',
  firstEvents:
    'Los mensajes, los acuses y los fallos aparecen aquí a medida que ocurren. Envía un estado a un teléfono para ver el primero.',
  status: 'Situación',
  class: 'Clase',
  type: 'Tipo',
  any: 'Todos',
  pause: 'Pausar',
  goOn: 'Continuar',
  live: 'Los eventos nuevos aparecen cuando llegan.',
  paused: 'En pausa.',
  atRest: 'Quieta mientras lees.',
  waiting: (count, isMore) => `${isMore ? 'Más de ' : ''}${number(count)} ${count === 1 ? 'nuevo' : 'nuevos'}`,
  beganAnew:
    'Llegaron demasiados a la vez: la lista volvió a empezar {when}, por los más nuevos. Los anteriores aparecen al desplazarte.',
  loadingMore: 'Cargando más…',
  allShown: (count) => (count === 1 ? 'Se muestra el único.' : `Se muestran los ${number(count)}.`),
};
