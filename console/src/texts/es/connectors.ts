/** The systems that flows ask, in Spanish. */
import type { connectors as english } from '../en/connectors.ts';
import { number } from './number.ts';

export const connectors: typeof english = {
  whatIsHere: 'Los sistemas a los que los flujos preguntan antes de responder.',
  operations: (count) => `${number(count)} ${count === 1 ? 'operación' : 'operaciones'}`,

  operationForm: (name) => `Operación ${name}`,
  noCredential: 'ninguna',
  runNow: 'Ejecutar ahora',
  forReal: 'Esto llama al sistema de verdad.',
  failed: 'Ha fallado',
  answered: (took) => `Respondió en ${took}. Un clic en un valor copia su variable.`,
  tool: (name) => `herramienta ${name}`,
  model: (name) => `modelo ${name}`,

  entries: (count) => `${number(count)} ${count === 1 ? 'elemento' : 'elementos'}`,
  fields: (count) => `${number(count)} ${count === 1 ? 'campo' : 'campos'}`,
  more: (count) => `… ${number(count)} más`,
  copyVariable: (variable) => `Copiar ${variable}`,
  copiedVariable: (variable) => `copiado: ${variable}`,

  addOperation: 'Añadir una operación',
  fillIn: 'Rellenar',
  paste: 'Pegar un curl',
  method: 'Método',
  address: 'Dirección',
  addHeader: 'Añadir una cabecera',
  addBody: 'Añadir un cuerpo',
  body: 'Cuerpo',
  removeBody: 'Quitar el cuerpo',
  bodyForm: 'JSON. Un texto que solo es {name} se convierte en ese valor, sea del tipo que sea.',
  header: (place) => `Cabecera ${place}`,
  headerValue: (place) => `Valor de la cabecera ${place}`,
  curl: 'Un comando curl, como lo imprime la documentación',
  curlForm: 'Escribe {name} donde haya que rellenar un valor.',
  leftOut: 'Se ha omitido',
  oneMore: 'Recibe una operación más.',
  newOne: 'Uno nuevo.',
  elsewhere: (address) => `Su dirección es ${address}`,
  operation: 'Operación',
  operationUse: 'El nombre que usan los estados.',
  saveOperation: 'Guardar la operación',
  saved: (connectorId, name) => `${connectorId} tiene la operación ${name}.`,

  noCurl: 'Esto no empieza por «curl».',
  noAddress: 'No contiene ninguna dirección.',
  noMethod: (method) => `${method} no es un método que use un conector.`,
  noJson: 'Su cuerpo no es JSON, que es lo único que envía un conector.',
  storeApart: (name) => `${name}: guárdalo como credencial`,
};
