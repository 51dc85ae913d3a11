/** Conditions as rows, in Spanish. */
import type { conditions as english } from '../en/conditions.ts';

export const conditions: typeof english = {
  always: 'siempre',
  and: 'y',
  or: 'o',

  is: 'es',
  isNot: 'no es',
  contains: 'contiene',
  above: 'es mayor que',
  below: 'es menor que',
  least: 'es como mínimo',
  most: 'es como máximo',
  empty: 'está vacío',
  filled: 'no está vacío',
  there: 'existe',
  failed: 'falló',
  worked: 'no falló',

  howJoined: (condition) => `Cómo cuentan juntas las filas de ${condition}`,
  all: 'todas estas',
  any: 'alguna de estas',
  row: (position, condition) => `fila ${position} de ${condition}`,
  alwaysMeaning: 'Siempre: no se cumplió nada de lo anterior.',
  addRow: 'Añadir una fila',
  variable: (row) => `Variable de la ${row}`,
  noVariable: 'no es una variable',
  question: (row) => `Pregunta de la ${row}`,
  value: (row) => `Valor de la ${row}`,
  valueHint: 'valor',
  kind: (row) => `Tipo de valor de la ${row}`,
  asText: 'como texto',
  asItIs: 'tal cual',
};
