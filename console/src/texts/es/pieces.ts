/** Pieces that several pages are made of, in Spanish. */
import type { pieces as english } from '../en/pieces.ts';

export const pieces: typeof english = {
  justNow: 'ahora mismo',
  loading: 'Cargando',
  close: 'Cerrar',
  closeMessage: 'Cerrar el mensaje',
  serviceFailed: 'El servicio ha fallado',
  noReason: (status) => `Respondió ${status} sin dar un motivo.`,
  unreachable: 'No se puede contactar con el servicio',
  unreachableReason: 'Puede que esté parado o reiniciándose; comprueba que funciona y vuelve a intentarlo.',
};
