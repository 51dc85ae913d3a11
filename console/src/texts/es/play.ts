/** Playing the flow as it is edited, in Spanish. */
import type { play as english } from '../en/play.ts';

export const play: typeof english = {
  title: 'Probar',
  begin: 'Empezar con',
  parameter: (name) => `Parámetro ${name}`,
  draft: 'Borrador',
  fromBeginning: 'Desde el principio',
  variables: 'Variables',
  keep: 'Guardar como prueba',
  kept: (testId) => `La prueba ${testId} se guardó con el agente.`,
  playedFrom: (stateId) => `Probado desde ${stateId}`,
};
