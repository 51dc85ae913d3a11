/** A phone and what it shows, in Spanish. */
import type { rcs as english } from '../en/rcs.ts';

export const rcs: typeof english = {
  phone: (phoneNumber) => `Teléfono ${phoneNumber}`,
  allPhones: 'Todos los teléfonos',
  verified: 'Verificado',
  typing: 'escribiendo',
  why: '¿por qué?',
  aboutAgent: 'Sobre este agente',

  status: {
    QUEUED: 'esperando al teléfono',
    ENQUEUED: 'en espera',
    ACCEPTED: 'enviado',
    SENT: 'enviado',
    DELIVERED: 'entregado',
    READ: 'leído',
    NOT_SENT: 'no enviado',
    FAILED: 'fallido',
    REVOKED: 'revocado',
    EXPIRED: 'caducado',
    DROPPED: 'desechado',
  },

  carousel: 'Carrusel',
  file: 'archivo',
  medium: 'imagen o vídeo',
  tapEffect: {
    dialAction: 'En un teléfono, llama.',
    openUrlAction: 'En un teléfono, abre una URL.',
    viewLocationAction: 'En un teléfono, muestra una ubicación.',
    shareLocationAction: 'En un teléfono, comparte la ubicación.',
    createCalendarEventAction: 'En un teléfono, crea una entrada en el calendario.',
  },

  moreToSend: 'Más cosas que enviar',
  shareLocation: 'Compartir una ubicación',
  sendFile: 'Enviar un archivo',
  subscribe: 'Suscribirse',
  unsubscribe: 'Darse de baja',
  writeAsUser: 'Escribe como el usuario',
};
