/** Versions of a flow, in Spanish. */
import type { versions as english } from '../en/versions.ts';
import { number } from './number.ts';

export const versions: typeof english = {
  title: 'Versiones',
  live: (version) => `Versión ${version} activa`,
  liveWithAnother: (version) => `Versión ${version} y otra activas`,
  unpublished: (count) => `${number(count)} ${count === 1 ? 'cambio' : 'cambios'} sin publicar`,

  history: 'Historial',
  noVersion: 'Aún no hay ninguna versión: el primer cambio del flujo crea una.',
  isLive: 'activa',
  liveShare: (percent) => `activa · ${percent} %`,
  forced: 'pese a los errores',
  made: '{author}, {when}',
  pinned: (count) => ` · ${number(count)} ${count === 1 ? 'conversación' : 'conversaciones'} en ella`,
  compare: 'Comparar',
  compareWithDraft: (version) => `Comparar la versión ${version} con el borrador`,
  changeShare: 'Cambiar la proporción',
  rollBack: 'Volver a esta',
  makeLive: 'Activar',
  verbFor: (verb, version) => `${verb}: versión ${version}`,

  immediate:
    'Lo que se guarda se activa al momento. El historial de abajo recoge todos los cambios y permite volver atrás.',
  publishInstead: 'Publicar versiones en su lugar',
  askDraft: '¿Trabajar con un borrador desde ahora?',
  draftConsequence:
    'Lo que está activo pasa a ser una versión y sigue activo. Lo que guardes desde entonces no llegará a nadie hasta que lo publiques. Así trabajarán todos los autores y clientes de este agente.',
  workOnDraft: 'Trabajar con un borrador',
  isDraft: 'Lo que guardes ahora es un borrador.',

  askLive: (version) => `¿Activar la versión ${version}?`,
  becomes: (version) => `El flujo vuelve a ser el de la versión ${version}, al momento y para todos.`,
  percent: 'Porcentaje de números de teléfono',
  sameSide: 'A un número de teléfono siempre le toca el mismo lado.',
  percentRange: 'De 1 a 100.',
  shared: (percent, version, other) =>
    `Las conversaciones nuevas del ${percent} % de los números de teléfono reciben la versión ${version}; las de los demás, la versión ${other}.`,
  forAll: (version) => `Todas las conversaciones nuevas reciben la versión ${version}.`,
  underWay: 'Las conversaciones en curso',
  stay: 'siguen en la versión en la que empezaron',
  move: 'continúan en lo que está activo',
  moveMeaning: 'En el estado con el mismo id o, si no lo hay, en el estado por defecto.',
  nowLive: (version) => `La versión ${version} está activa.`,
  nowLiveFor: (version, percent) =>
    `La versión ${version} está activa para el ${percent} % de los números de teléfono.`,

  comparison: 'Comparación',
  with: 'con',
  same: 'Son iguales.',
  settings: 'Palabras clave y estado por defecto',
  change: { added: 'añadido', changed: 'cambiado', removed: 'eliminado' },

  liveNow: 'Activo',
  versionShare: (version, percent) => `versión ${version} · ${percent} %`,
  news: 'Novedades',
  makeItLive: 'Activarla',
  makeItLiveMeaning:
    'La reciben todas las conversaciones nuevas; las que están en curso siguen en su versión. Si no, no la recibe nadie.',
  publish: 'Comprobar y publicar',
  publishAllTheSame: 'Publicar de todos modos',
  published: (version) => `Se publicó la versión ${version}.`,
  publishedLive: (version) => `Se publicó la versión ${version} y está activa.`,
  draftSame: (version) => `El borrador es igual que la versión ${version}.`,
  draftDiffers: (version, how) => `El borrador difiere de la versión ${version}: ${how}. {show}`,
  showWhat: 'Mostrar en qué',
  states: {
    added: (count) => `${number(count)} ${count === 1 ? 'estado añadido' : 'estados añadidos'}`,
    changed: (count) => `${number(count)} ${count === 1 ? 'estado cambiado' : 'estados cambiados'}`,
    removed: (count) => `${number(count)} ${count === 1 ? 'estado eliminado' : 'estados eliminados'}`,
  },
  settingsChanged: 'cambios en las palabras clave o en el estado por defecto',

  flowInvalid: 'El flujo tiene errores',
  testsFailed: 'Fallan pruebas del flujo',
  nothingPublished: 'No se publicó nada.',
  runTests: 'Ejecutar las pruebas paso a paso',

  stateInVersion: (stateId) => `${stateId} en una versión`,
  inNeither: 'Ninguna de las dos versiones tiene este estado.',
  readOnly: 'Solo para leer.',
  readOnlyGone: (version) => `Solo para leer. La versión ${version} ya no lo tiene.`,
};
