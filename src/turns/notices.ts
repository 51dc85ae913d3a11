/** Notices that are only passed on: receipts, typing, subscriptions and the platform's own outcomes. */
import type { Context } from '../context.ts';
import { changeOf } from '../model/consent.ts';
import { carrierEvent, userEvent } from '../model/event-payload.ts';
import type { ServerEventItem, UserEventItem } from '../model/inbox-item.ts';
import { SUBSCRIPTION } from '../model/silence.ts';
import { saidAt } from './consent.ts';
import type { Noted, TurnInput } from './turn.ts';

export async function userEventNotice(context: Context, input: TurnInput<UserEventItem>): Promise<Noted> {
  const { item, body, conversation } = input;
  const events = [userEvent(context.installation, item, body)];
  const action = SUBSCRIPTION[body.eventType];
  if (!action) return { events };
  const evidence = { eventId: body.eventId };
  const said = { action, source: 'platform_event', at: saidAt(item, body.sendTime), evidence } as const;
  return { events, consent: changeOf(conversation.consent, said) };
}

export async function serverEventNotice(context: Context, input: TurnInput<ServerEventItem>): Promise<Noted> {
  return { events: [carrierEvent(context.installation, input.item, input.body)] };
}
