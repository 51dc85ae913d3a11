/** How often conversations came to each state, in Spanish. */
import type { funnel as english } from '../en/funnel.ts';
import { number } from './number.ts';

export const funnel: typeof english = {
  span: {
    '1h': 'La última hora',
    '24h': 'Las últimas 24 horas',
    '7d': 'Los últimos 7 días',
    '30d': 'Los últimos 30 días',
  },
  allVersions: 'Todas las versiones',
  counts: 'Recuento',
  time: 'Tiempo',
  turnsOn: 'Turnos en',
  countAgain: 'Contar de nuevo',
  none: 'Ninguna conversación tuvo un turno en este tiempo.',
  counted: (turns, conversations) =>
    `${number(turns)} ${turns === 1 ? 'turno' : 'turnos'} de ${number(conversations)} ${conversations === 1 ? 'conversación' : 'conversaciones'}, contados {when}.`,
  notWhole: 'No es todo este tiempo: elige uno más corto.',
  whatIsCounted: 'Cada camino lleva cuántas veces se tomó y qué parte es de quienes entraron en el estado anterior.',

  entered: 'Entraron',
  answered: 'Respondieron',
  left: 'Se fueron',
  failed: 'Fallaron',
  ofState: (entered) => `${number(entered)} ${entered === 1 ? 'entró' : 'entraron'}`,
  ofStateAndLeft: (entered, left, share) =>
    `${number(entered)} ${entered === 1 ? 'entró' : 'entraron'}, ${number(left)} ${left === 1 ? 'se fue' : 'se fueron'}${share}`,
  otherWays: 'Caminos que el grafo no muestra',
  way: (from, because, count) => `de ${from ?? 'fuera'} a {state} por ${because}: ${number(count)}`,
};
