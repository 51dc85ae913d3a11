/** The page of a phone, in Spanish. */
import type { phone as english } from '../en/phone.ts';

export const phone: typeof english = {
  whatIsSeen: 'Lo que ve el usuario. Con el emulador puedes usar el teléfono tú mismo.',
  phones: 'Teléfonos',
  noDevices: 'Aún no hay dispositivos de prueba.',
  choose: 'Elige un teléfono',
  howToAdd:
    'Añade un número a la izquierda, por ejemplo +15550100001. Pasa a ser dispositivo de prueba, para que el agente pueda escribirle antes de lanzarse.',
  whyThat: '¿Por qué dijo eso?',
  notRegistered: 'No es un dispositivo de prueba',
  notMessaged: 'El agente está en modo de prueba y no escribe a este número.',
  register: 'Registrarlo',

  disconnected: 'Sin conexión',
  reconnecting: 'El teléfono ha perdido la conexión con el servicio y está volviendo a conectarse.',
  writeFirst: 'Aún no hay mensajes. Envía un estado a este teléfono, o escribe algo.',
  noMessages: 'Aún no hay mensajes.',
  readOnly: 'Un teléfono real: esto es un registro de solo lectura.',

  sendState: 'Enviar un estado',
  onItsWay: (stateId, phoneNumber) => `«${stateId}» está en camino a ${phoneNumber}.`,
  noSuchState: 'No existe ese estado',
  noStates: 'El agente aún no tiene estados',
  chooseState: 'Elige un estado',
  params: 'Parámetros',
  paramsForm: 'Un objeto JSON; las plantillas lo leen como params.',
  notJson: 'Esto no es JSON válido',

  settings: 'Este teléfono',
  hasRcs: 'Tiene RCS',
  withoutRcs: 'Sin él, la plataforma no conoce el número.',
  online: 'Conectado',
  whenOffline: 'Si no está conectado, los mensajes esperan en la plataforma.',
  deliveredAfter: 'Se entrega tras',
  reads: 'Lee los mensajes que llegan',
  refusesWith: 'La plataforma rechaza con',
  refusal: {
    '429': '429 · demasiados mensajes',
    '503': '503 · no está disponible',
    '500': '500 · la plataforma ha fallado',
    '403': '403 · usuario no permitido',
    '400': '400 · el mensaje no es válido',
  },
  times: 'Cuántas veces',
  refuse: 'Rechazar los próximos',
  cancelRefusals: (left) =>
    left === 1 ? '1 rechazo pendiente: cancelarlo' : `${left} rechazos pendientes: cancelarlos`,
};
