/** The failure queue of an agent, and what was given up for it, in Spanish. */
import type { failures as english } from '../en/failures.ts';
import { number } from './number.ts';
import { pieces } from './pieces.ts';

export const failures: typeof english = {
  whatFailed: 'Eventos que el webhook rechazó con un 4xx, o que no aceptó en el último intento.',
  nothing: 'No ha fallado nada',
  whatWaitsHere:
    'Los eventos que el webhook rechaza, o que no acepta en el último intento, esperan aquí a que se envíen de nuevo.',
  allFailed: 'Todos los eventos fallidos',
  failedWith: (reason) => `Fallaron con ${reason}`,
  showAll: 'Mostrar todos',
  noneLikeThis: 'Ningún evento falló así, o ya han salido de la cola.',

  inThisTime: 'Fallaron en este tiempo',
  failedFrom: 'Fallaron desde',
  failedTo: 'hasta',
  anyTime: 'Cualquier momento',

  reasons: 'Motivos',
  span: 'desde {since} hasta {until}',
  checkThis: 'Comprueba:',
  noWebhook: 'El agente no tiene webhook.',
  keepsFailing: '{webhook} sigue fallando desde {since}.',
  refusing: '{webhook} solo ha respondido 4xx desde {since}.',
  lastAccepted: 'Aceptó un evento por última vez {when}.',

  sendAll: 'Enviar todos de nuevo',
  askSend: (count) => `¿Enviar ${pieces.events(count)} de nuevo?`,
  sendEffect:
    'Primero se envía un evento. Si el webhook lo acepta, le siguen los demás, con los mismos bytes e ids que antes; si no, se quedan aquí.',
  sendReason: (reason) => `Enviar de nuevo: ${reason}`,
  discardAll: 'Descartar todos',
  askDiscard: (count) => `¿Descartar ${pieces.events(count)}?`,
  why: 'Por qué',
  whyKept: 'Se conserva con tu decisión. Los eventos salen de la cola y conservan su historial.',
  discardReason: (reason) => `Descartar: ${reason}`,
  discarded: (count) => `Se han descartado ${pieces.events(count)}.`,

  chooseShown: 'Elegir los que se muestran',
  chooseFirst: (count) => `Elegir los primeros ${number(count)}`,
  chosenEvents: 'Eventos elegidos',
  chosen: (count) => `${pieces.events(count)} ${count === 1 ? 'elegido' : 'elegidos'}`,
  sendChosen: 'Enviar los elegidos de nuevo',
  sentChosen: (count) => `${pieces.events(count)} ${count === 1 ? 'se enviará' : 'se enviarán'} de nuevo.`,
  discardChosen: 'Descartar los elegidos',
  chooseNone: 'No elegir ninguno',

  redelivery: {
    WAITING: 'Enviando de nuevo',
    PROBING: 'Primero se envía un evento',
    SENDING: 'Enviando de nuevo',
    DONE: 'Enviados de nuevo',
    STOPPED: 'No se han enviado de nuevo',
  },
  stop: 'Detener',
  othersFollow: 'Los demás le siguen cuando el webhook lo haya aceptado.',
  sentSoFar: (accepted, matched) => `${number(accepted)} de ${number(matched)} eventos hasta ahora.`,
  allSent: (accepted, matched) =>
    `Se enviaron ${number(accepted)} de ${number(matched)} eventos. Los que vuelvan a fallar regresan a esta lista.`,
  stopped: (reason, accepted, matched) =>
    `${reason} Se enviaron ${number(accepted)} de ${number(matched)} eventos; los demás siguen aquí.`,

  deadLetters: 'Elementos abandonados',
  whatDeadLetters:
    'El servicio los abandonó para que sus conversaciones pudieran seguir. Reinténtalos cuando se haya corregido la causa.',
  letter: (attempts) => `{kind} para {phoneNumber}, abandonado {when} tras ${number(attempts)} intentos`,
  retry: 'Reintentar',
  retryLetter: (kind, phoneNumber) => `Reintentar: ${kind} para ${phoneNumber}`,
  retried: 'Se vuelve a intentar, después de lo que ya ha llegado.',
  askDelete: '¿Eliminar este elemento abandonado?',
  deleteEffect: 'No se procesará nunca.',
  deleteLetter: (kind, phoneNumber) => `Eliminar: ${kind} para ${phoneNumber}`,
  whatArrived: 'Lo que llegó',
};
