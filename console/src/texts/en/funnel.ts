/** How often conversations came to each state. */
import { number } from './number.ts';

export const funnel = {
  span: { '1h': 'The last hour', '24h': 'The last 24 hours', '7d': 'The last 7 days', '30d': 'The last 30 days' },
  allVersions: 'All versions',
  counts: 'Counts',
  time: 'Time',
  turnsOn: 'Turns on',
  countAgain: 'Count again',
  none: 'No conversation had a turn in this time.',
  counted: (turns: number, conversations: number) =>
    `${number(turns)} ${turns === 1 ? 'turn' : 'turns'} of ${number(conversations)} ${conversations === 1 ? 'conversation' : 'conversations'}, counted {when}.`,
  notWhole: 'That is not all of this time: choose a shorter one.',
  whatIsCounted: 'Each way has how often it was taken, and its share of those who entered the state before it.',

  entered: 'Entered',
  answered: 'Answered',
  left: 'Left',
  failed: 'Failed',
  ofState: (entered: number) => `${number(entered)} entered`,
  ofStateAndLeft: (entered: number, left: number, share: string) =>
    `${number(entered)} entered, ${number(left)} left${share}`,
  otherWays: 'Ways that the graph does not show',
  way: (from: string | null, because: string, count: number) =>
    `${from ?? 'from outside'} to {state} by ${because}: ${number(count)}`,
};
