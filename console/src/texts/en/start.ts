/** The start page: what runs, the last day, what needs attention, the first flow. */
import { number } from './number.ts';

export const start = {
  agents: 'Agents',
  whatRuns: (isEmulated: boolean, processes: number) =>
    `Parley {version} with ${isEmulated ? 'the emulator' : 'Google RCS for Business'} in ${number(processes)} ${processes === 1 ? 'process' : 'processes'}; started {when}.`,
  useCase: { TRANSACTIONAL: 'transactional', PROMOTIONAL: 'promotional', MULTI_USE: 'multi use', OTP: 'otp' },

  calm: 'All is well',
  calmBecause: 'No webhook is failing, no failure queue has events, and no turn has stopped in the last day.',
  attention: 'Needs attention',
  unowned: (lanes: number) => `${number(lanes)} lanes have no owner at the moment; their conversations are waiting.`,
  keepsFailing: 'The webhook of {agent} keeps failing; its events have been waiting since {since}.',
  refusing: 'The webhook of {agent} has answered nothing but 4xx since {since}.',
  queued: '{events} of {agent} in the failure queue.',
  deadLetters: (count: number) =>
    `${number(count)} ${count === 1 ? 'dead letter' : 'dead letters'}: a turn kept failing, and the conversation went on without it. See {command}`,
  stopped: 'A turn of {agent} with {phoneNumber} stopped ({when}): {reason}.',
  latestStopped: (count: number, orMore: boolean) =>
    `${number(count)}${orMore ? ' or more' : ''} turns stopped in the last day; these are the latest.`,

  sent: 'sent',
  received: 'received',
  failed: 'failed',
  forwarded: 'forwarded',
  from: 'From',
  span: 'Time shown',
  spans: { hour: '1 hour', day: '24 hours', week: '7 days' },
  spanIs: {
    hour: 'the last hour, by the minute',
    day: 'the last 24 hours, by the hour',
    week: 'the last 7 days, by three hours',
  },
  asOf: 'As of {time}',

  waiting: 'Waiting now',
  nothingWaits: 'Nothing: every turn is taken, every message is with the platform, every event with its webhook.',
  backlog: {
    inbox: 'Turns to take',
    outbox: 'Messages for the platform',
    forwarding: 'Events to forward',
    retrying: 'Events to try again',
  },
  oldest: (seconds: number) => `the oldest for ${number(seconds)} s`,
  throttled: 'The platform throttles {agent} since {since}; its messages wait for it.',

  firstMessage: 'Your first message, in four clicks',
  onlyEmulated: 'Nothing here reaches a real phone: the RCS platform is an emulator in this service.',
  createBrand: 'Create a brand',
  whatBrands: 'Agents message people on behalf of a brand. This one is called Corner Shop.',
  createAgent: 'Create an agent',
  whatAgents: 'An agent messages people. It starts in test mode and messages only registered devices.',
  loadFlow: 'Load the sample flow',
  whatFlows: 'A flow is made of states: what to say, where a chip leads, what to ask the user.',
  sendFirst: 'Send the first message',
  whatPhones: (phoneNumber: string) =>
    `An emulator phone, ${phoneNumber}, becomes a test device and gets a message from the agent.`,
  sampleBrand: 'Corner Shop',
  sampleUser: 'Ada',
};
