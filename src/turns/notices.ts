/** What only has to be passed on: receipts, typing, subscriptions and the platform's own outcomes. */
import type { Context } from '../context.ts';
import type { ServerEventItem, UserEventItem } from '../model/inbox-item.ts';
import { carrierEvent, userEvent } from './payload.ts';
import type { Noted, TurnInput } from './turn.ts';

/** Events that say whether the user wants to hear from the agent. */
const SUBSCRIPTION: Partial<Record<UserEventItem['eventType'], { unsubscribed: boolean }>> = {
  SUBSCRIBE: { unsubscribed: false },
  UNSUBSCRIBE: { unsubscribed: true },
};

export async function userEventNotice(context: Context, input: TurnInput<UserEventItem>): Promise<Noted> {
  return {
    events: [userEvent(context.installation, input.item, input.body)],
    ...SUBSCRIPTION[input.body.eventType],
  };
}

export async function serverEventNotice(context: Context, input: TurnInput<ServerEventItem>): Promise<Noted> {
  return { events: [carrierEvent(context.installation, input.item, input.body)] };
}
