/** What a state is called, and the calls that it makes, in Spanish. */
import type { state as english } from '../en/state.ts';

export const state: typeof english = {
  displayName: 'Nombre visible',
  displayNameHint: 'Cómo lo llama la gente, por ejemplo «Pedir el número de pedido»',
  flowEntry: 'El flujo empieza en',
  flowEntryHint: 'El primer estado de su flujo',

  more: 'Más',
  tests: 'Pruebas',
  replay: 'Repetición',

  viewOfMessage: 'Vista del mensaje',
  viewOfCalls: 'Vista de las operaciones',
  asForm: 'Formulario',

  callsWhat: 'Se hacen una tras otra al entrar en el estado, antes de probar sus transiciones.',
  call: (position) => `llamada ${position}`,
  callNumber: (number) => `Llamada ${number}`,
  addCall: 'Añadir una llamada',
  connector: 'Conector',
  operation: 'Operación',
  credential: 'Credencial',
  noCredential: 'ninguna',
  resultName: 'Nombre del resultado',
  instructions: 'Instrucciones para el modelo',
  otherData: 'Otros datos',
  answers: (call) => `Qué responde ${call}`,
  nothingIsCalled: 'Al jugar no se llama por sí solo a ningún sistema.',
  goOn: 'Continuar',
  callIt: 'Llamar ahora',
  tryCall: 'Probar',
  tryCallTitle: 'Ejecutar la operación ahora',
};
