/** The events of an agent, as they happen. */
import { number } from './number.ts';

export const events = {
  whatEvents: 'Events are forwarded to the webhook. This list updates itself.',
  noMatch: 'No matching events',
  none: 'No events yet',
  firstEvents: 'Messages, receipts and failures appear here as they happen. Send a state to a phone to see the first.',
  status: 'Status',
  class: 'Class',
  type: 'Type',
  any: 'All',
  pause: 'Pause',
  goOn: 'Go on',
  live: 'New events appear as they come.',
  paused: 'Paused.',
  atRest: 'At rest while you read.',
  waiting: (count: number, isMore: boolean) => (isMore ? `More than ${number(count)} new` : `${number(count)} new`),
  beganAnew: 'Too many came at once: the list began anew {when}, with the newest. Older ones follow as you scroll.',
  loadingMore: 'Loading more…',
  allShown: (count: number) => `All ${number(count)} are shown.`,
};
