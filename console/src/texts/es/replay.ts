/** Recorded conversations on a changed flow, in Spanish. */
import type { replay as english } from '../en/replay.ts';
import { number } from './number.ts';

const sessions = (count: number) => `${number(count)} ${count === 1 ? 'sesión' : 'sesiones'}`;

export const replay: typeof english = {
  whatItShows: 'Conversaciones registradas, repetidas en un flujo que has cambiado: ¿qué habría sido distinto?',

  beginOne: 'Iniciar una repetición',
  nothingIsSent:
    'No se envía nada y no se llama a ningún conector. Se ejecuta en segundo plano, detrás de las conversaciones de los usuarios.',
  conversationsOf: 'Conversaciones de',
  runOn: 'Repetirlas en',
  theDraft: 'el borrador',
  version: (id) => `la versión ${id}`,
  atMost: 'Sesiones como máximo',
  begin: 'Iniciar',

  what: { message: 'Otro mensaje', waits: 'Otra espera', stop: 'Otra parada' },
  found: (count) => `${sessions(count)}: {same}, {different}, {cannotSay}.`,
  foundSoFar: (count) => `Hasta ahora, ${sessions(count)}: {same}, {different}, {cannotSay}.`,
  same: (count) => `${number(count)} ${count === 1 ? 'igual' : 'iguales'}`,
  different: (count) => `${number(count)} ${count === 1 ? 'distinta' : 'distintas'}`,
  cannotSay: (count) => `${number(count)} de las que nadie puede saberlo`,
  noneFromStart: 'Ninguna sesión que empezara en este tiempo está registrada desde el principio.',
  groupOf: (what, count) => `${what} en ${sessions(count)}`,
  noState: 'El turno registrado no entró en ningún estado.',
  atState: 'En el estado {state}.',

  runOfDraft: 'Conversaciones desde {since} en el borrador; repetición iniciada {begun}',
  runOfVersion: (id) => `Conversaciones desde {since} en la versión ${id}; repetición iniciada {begun}`,
  another: 'Otra repetición',
  askDelete: '¿Eliminar este informe?',
  askCancel: '¿Cancelar esta repetición?',
  effect: 'Se elimina lo que ha encontrado; las conversaciones y el flujo se quedan como están.',
  cancel: 'Cancelar la repetición',
  deleted: 'El informe se ha eliminado.',
  cancelled: 'La repetición se ha cancelado.',
  progress: 'Sesiones repetidas',
  queued: 'Espera su turno.',
  done: (count, limit) => `${number(count)} de ${number(limit)} sesiones como máximo.`,
  failed: 'La repetición ha fallado',
  nobodyCanSay: 'Nadie puede saberlo',
  reason: (count) => `${sessions(count)}: {reason}; por ejemplo, {turn}`,

  turn: (phoneNumber, turn) => `${phoneNumber}, turno ${turn}`,
  recorded: 'Registrado',
  replayed: 'Repetido',
  noMessage: 'Ningún mensaje',
  enteredNone: 'no entró en ningún estado',
  at: (state) => `en ${state}`,
  waits: (state) => `${state} espera`,
  stopped: (reason) => `detenido: ${reason}`,
};
