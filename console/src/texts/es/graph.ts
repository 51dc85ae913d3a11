/** A flow, drawn and listed, in Spanish. */
import type { graph as english } from '../en/graph.ts';
import { number } from './number.ts';

export const graph: typeof english = {
  layingOut: (count) => `Colocando ${number(count)} estados…`,
  pressEnter: 'Pulsa Intro para abrir el estado.',
  legend: 'Tipos de conexiones',
  kinds: {
    chip: 'sugerencia',
    input: 'respuesta',
    transition: 'transición',
    keyword: 'palabra clave',
    default: 'por defecto',
  },
  edge: (way, source, target) => `${way} de ${source} a ${target}`,
  theAgent: 'el agente',
  agentCard: 'El agente',
  stateCard: (stateId) => `Estado ${stateId}`,

  entry: 'entrada',
  notSaved: 'sin guardar',
  agentSummary: 'palabras clave y estado por defecto',
  doesNotExist: 'no existe',
  decides: 'decide adónde ir',
  sendsNothing: 'no envía ningún mensaje',
  withoutText: 'un mensaje sin texto',
  operations: (count) => `${number(count)} ${count === 1 ? 'operación' : 'operaciones'}`,
  transitions: (count) => `${number(count)} ${count === 1 ? 'transición' : 'transiciones'}`,
  contentKinds: { text: 'texto', card: 'tarjeta', file: 'archivo', other: 'mensaje' },
  waits: 'espera',
  backTo: (stateId) => `vuelve a ${stateId}`,
  draw: 'Traza una línea hasta otro estado, o al vacío para crear uno nuevo',
  drawFrom: (label) => `Traza una línea desde «${label}» hasta un estado, o al vacío para crear uno nuevo`,

  else: 'si no',
  answer: 'respuesta',
  anythingElse: 'cualquier otra cosa',

  missing: 'No hay ningún estado con este id.',
  leadsNowhere: (way, target) => `${way} lleva a «${target}», que no existe.`,
  noEntry: (stateId) => `Su entrada al flujo «${stateId}» no existe.`,
  unreached: 'Nada lleva hasta aquí: solo se puede entrar con una petición de envío.',
  loops: (path) => `Puede dar vueltas sin un mensaje ni una respuesta: ${path}.`,
  way: {
    chip: (label) => `La sugerencia «${label}»`,
    input: 'La respuesta',
    transition: (label) => `La transición «${label}»`,
    keyword: (label) => `La palabra clave «${label}»`,
    default: 'El estado por defecto',
  },
  usedBy: {
    chip: (state, label) => `${state}, por la sugerencia «${label}»`,
    input: (state) => `${state}, por su respuesta`,
    transition: (state, label) => `${state}, por la transición «${label}»`,
    keyword: (state, label) => `${state}, por la palabra clave «${label}»`,
    default: (state) => `${state}, por su estado por defecto`,
    entry: (state) => `${state}, como su entrada al flujo`,
  },

  list: 'Lista',
  asGraph: 'Grafo',
  states: (count) => `${number(count)} ${count === 1 ? 'estado' : 'estados'}`,
  says: 'Dice',
  leadsTo: 'Lleva a',
  notes: 'Notas',

  find: 'Buscar',
  findState: 'Buscar un estado',
  findHint: 'Buscar un estado (Ctrl+K)',
  findBy: 'Una parte de su id o de sus palabras',
  found: (count, all) => `${number(count)} de ${number(all)} estados`,
  foundFirst: (count, all, first) => `${number(count)} de ${number(all)} estados, los primeros ${number(first)}`,
  allStates: 'Estados',

  noStates: 'Aún no hay estados',
  noStatesReason:
    'Un estado es un mensaje de un flujo, con lo que ocurre antes y la respuesta que espera. El ejemplo empieza con el estado «{entry}». Una carpeta de estados se carga con {command}; los estados copiados en otro flujo, con Ctrl+V.',
  startWithSample: 'Empezar con un flujo de ejemplo',

  newAfterWay: (label) => `Un estado nuevo después de «${label}»`,
  newAfter: (stateId) => `Un estado nuevo después de ${stateId}`,
  connect: (source, target) => `De ${source} a ${target}`,
  leadThere: 'Llevar hasta ahí',
  howThere: '¿Cómo llega hasta ahí una conversación?',
  connectBy: {
    chip: 'con una sugerencia nueva',
    answer: 'con cualquier respuesta del usuario',
    otherwise: 'en silencio, cuando no se cumple ninguna transición anterior',
  },

  paste: 'Pegar',
  pasteTitle: 'Pegar en este flujo',
  pasteOne: 'Se añade un estado. Lo que ya hay se queda como está: un id ocupado recibe un número.',
  pasteSome: (count) =>
    `Se añaden ${number(count)} estados. Lo que ya hay se queda como está: un id ocupado recibe un número.`,
  pastedOne: (stateId) => `Se añadió ${stateId}.`,
  pastedSome: (count) => `Se añadieron ${number(count)} estados.`,
};
