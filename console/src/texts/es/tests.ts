/** The flow tests of an agent, in Spanish. */
import type { tests as english } from '../en/tests.ts';
import { number } from './number.ts';

const steps = (count: number) => `${number(count)} ${count === 1 ? 'paso' : 'pasos'}`;
const states = (count: number) => `${number(count)} ${count === 1 ? 'estado' : 'estados'}`;
const transitions = (count: number) => `${number(count)} ${count === 1 ? 'transición' : 'transiciones'}`;
const chips = (count: number) => `${number(count)} ${count === 1 ? 'sugerencia' : 'sugerencias'}`;

export const tests: typeof english = {
  run: 'Ejecutar con el borrador',
  told: (passed, failed, skipped, count) =>
    `${number(passed)} superadas, ${number(failed)} fallidas${skipped > 0 ? `, ${number(skipped)} omitidas` : ''}, ${steps(count)}`,
  none: 'Una prueba dice qué le ocurre al flujo y qué debe responder, y se ejecuta antes de cada publicación. Lo más rápido es partir de una {conversation}: ábrela y haz de ella una prueba.',
  conversation: 'conversación',
  reached: 'Alcanzado',
  reachedStates: (covered, all) => `${number(covered)} de ${states(all)}`,
  reachedTransitions: (covered, all) => `${number(covered)} de ${transitions(all)}`,
  reachedChips: (covered, all) => `${number(covered)} de ${chips(all)}`,
  notEntered: 'Ninguna prueba entra en {states}.',

  passed: '✓ superada',
  failedAt: (step) => `✗ falló en el paso ${step}`,
  skipped: 'omitida',
  steps,
  stepsBefore: (count) => `${steps(count)} antes`,
  stepsAfter: (count) => `${steps(count)} después`,
  expected: 'Se esperaba',
  butWas: 'Pero fue',
  happened: 'Lo que ocurrió',
  nothing: 'no hace nada',
  sends: (stateId) => `el cliente envía ${stateId}`,
  waits: (time) => `no ocurre nada durante ${time}`,
  does: {
    writes: (what) => `el usuario escribe ${what}`,
    taps: (what) => `el usuario toca ${what}`,
    shares: (what) => `el usuario comparte ${what}`,
    files: (what) => `el usuario envía el archivo ${what}`,
  },

  make: 'Hacer una prueba de esto',
  ofConversation: 'Una prueba de esta conversación',
  keepPersonal: 'Conservar los datos personales',
  elseReplaced: 'Si no, se sustituyen el número y lo que se reconoce como personal.',
  lookFirst: 'Mira esto primero',
  title: 'Lo que hace el flujo, en una frase',
  id: 'Id de la prueba',
  idForm: 'Letras, cifras y . _ ~ : @ -',
  idTaken: 'Otra prueba tiene este id.',
  stepsTitle: 'Pasos',
  wholeTest: 'La prueba entera en JSON',
  theTest: 'La prueba',
  keep: 'Guardarla con el agente',
  kept: 'La prueba se ha guardado con el agente.',
};
