/** The failure queue of an agent, and what was given up for it. */
import { number } from './number.ts';
import { pieces } from './pieces.ts';

export const failures = {
  whatFailed: 'Events that the webhook refused with a 4xx, or did not accept at the last attempt.',
  nothing: 'Nothing has failed',
  whatWaitsHere: 'Events that the webhook refuses, or does not accept at the last attempt, wait here to be sent again.',
  allFailed: 'All failed events',
  failedWith: (reason: string) => `Failed with ${reason}`,
  showAll: 'Show all',
  noneLikeThis: 'No event failed like this, or they have left the queue.',

  inThisTime: 'Failed in this time',
  failedFrom: 'Failed from',
  failedTo: 'to',
  anyTime: 'Any time',

  reasons: 'Reasons',
  span: '{since} to {until}',
  checkThis: 'Check:',
  noWebhook: 'The agent has no webhook.',
  keepsFailing: '{webhook} keeps failing since {since}.',
  refusing: '{webhook} has answered nothing but 4xx since {since}.',
  lastAccepted: 'It last accepted an event {when}.',

  sendAll: 'Send all again',
  askSend: (count: number) => `Send ${pieces.events(count)} again?`,
  sendEffect:
    'One event is sent first. If the webhook takes it, the others follow, with the same bytes and ids as before; if not, they stay here.',
  sendReason: (reason: string) => `Send again: ${reason}`,
  discardAll: 'Discard all',
  askDiscard: (count: number) => `Discard ${pieces.events(count)}?`,
  why: 'Why',
  whyKept: 'Kept with your decision. The events leave the queue and keep their history.',
  discardReason: (reason: string) => `Discard: ${reason}`,
  discarded: (count: number) => `${number(count)} events were discarded.`,

  chooseShown: 'Choose those shown',
  chooseFirst: (count: number) => `Choose the first ${number(count)}`,
  chosenEvents: 'Chosen events',
  chosen: (count: number) => `${pieces.events(count)} chosen`,
  sendChosen: 'Send the chosen again',
  sentChosen: (count: number) => `${pieces.events(count)} will be sent again.`,
  discardChosen: 'Discard the chosen',
  chooseNone: 'Choose none',

  redelivery: {
    WAITING: 'Sending again',
    PROBING: 'One event is sent first',
    SENDING: 'Sending again',
    DONE: 'Sent again',
    STOPPED: 'Not sent again',
  },
  stop: 'Stop',
  othersFollow: 'The others follow when the webhook has taken it.',
  sentSoFar: (accepted: number, matched: number) => `${number(accepted)} of ${number(matched)} events so far.`,
  allSent: (accepted: number, matched: number) =>
    `${number(accepted)} of ${number(matched)} events were sent. Those that fail again return to this list.`,
  stopped: (reason: string, accepted: number, matched: number) =>
    `${reason} ${number(accepted)} of ${number(matched)} events were sent; the others are still here.`,

  deadLetters: 'Dead letters',
  whatDeadLetters:
    'The service gave these up so that their conversations could go on. Retry them once the cause is mended.',
  letter: (attempts: number) => `{kind} for {phoneNumber}, given up {when} after ${number(attempts)} attempts`,
  retry: 'Retry',
  retryLetter: (kind: string, phoneNumber: string) => `Retry: ${kind} for ${phoneNumber}`,
  retried: 'It is tried again, after what has arrived.',
  askDelete: 'Delete this dead letter?',
  deleteEffect: 'It will never be processed.',
  deleteLetter: (kind: string, phoneNumber: string) => `Delete: ${kind} for ${phoneNumber}`,
  whatArrived: 'What arrived',
};
