/** Where events of an agent go, and how each endpoint is. */
import { number } from './number.ts';

const events = (count: number) => `${number(count)} ${count === 1 ? 'event' : 'events'}`;

export const endpoints = {
  title: 'Endpoints',
  what: 'Where the events of this agent go. Each endpoint gets its own, in order, whatever becomes of the others.',
  own: 'The agent’s own webhook',
  noOwn: 'The agent has no webhook of its own.',
  setOwn: 'Set one',
  changeOwn: 'Change its address',

  add: 'Add an endpoint',
  url: 'Address',
  description: 'Description',
  descriptionHint: 'Whose it is, what it does',
  classes: 'Only events of these classes',
  types: 'Only events of these types',
  allIfNone: 'All, if none is chosen.',
  perSecond: 'Requests a second at most',
  noLimit: 'No limit if empty.',
  headers: 'Headers it wants',
  headersHint: 'Sent with each request, such as Authorization. Their values are not shown again.',

  everything: 'every event',
  gets: (wanted: string, perSecond: number | undefined) =>
    `Gets ${wanted}${perSecond === undefined ? '' : `, at most ${number(perSecond)} a second`}.`,
  sentWith: (names: string) => `Sent with ${names}.`,

  isWell: 'well',
  isPaused: 'paused',
  keepsFailing: 'keeps failing',
  refusing: 'answers 4xx only',
  since: 'since {since}',

  accepted: 'Accepted',
  waiting: 'Waiting',
  failed: 'Failed',
  answerTime: 'Answers in',
  oldest: 'the oldest from {when}',
  orMore: (count: number) => `${number(count)} or more`,

  pause: 'Pause',
  pauseNamed: (name: string) => `Pause ${name}`,
  paused: 'Paused: its events wait.',
  resume: 'Resume',
  resumeNamed: (name: string) => `Resume ${name}`,
  resumed: 'Resumed: what waited is sent.',
  change: 'Change',
  changeNamed: (name: string) => `Change ${name}`,
  deleteNamed: (name: string) => `Delete ${name}`,
  deleteTitle: (name: string) => `Delete the endpoint ${name}?`,
  deleteEffect: (waiting: number, failed: number) =>
    `${waiting + failed === 0 ? 'Nothing waits for it or has failed there.' : `${events(waiting)} that wait for it, and ${events(failed)} that failed there, are not sent to it any more.`} The events themselves stay.`,
};
