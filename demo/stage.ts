/** What every chapter uses: callers, listeners, the agent, and the phones. */
import assert from 'node:assert/strict';
import type { Client, Schemas } from '#client';
import { showMessage } from '../src/cli/commands/handset-view.ts';
import { ANY, check, type Expected, type ExpectedEvent, expectEvent, type Fields, TIME } from './check.ts';
import { says } from './narrator.ts';
import type { Parcels } from './parcels.ts';
import type { Arrival, Webhook } from './webhook.ts';

export type Stage = {
  operator: Client;
  client: Client;
  webhook: Webhook;
  parcels: Parcels;
  agentId: string;
};

export type Person = { name: string; phoneNumber: string };

/** Numbers reserved for fiction. */
export const ADA: Person = { name: 'Ada', phoneNumber: '+12025550101' };
export const BEN: Person = { name: 'Ben', phoneNumber: '+12025550102' };
export const CLEO: Person = { name: 'Cleo', phoneNumber: '+12025550103' };
export const DORA: Person = { name: 'Dora', phoneNumber: '+12025550104' };
export const EMIL: Person = { name: 'Emil', phoneNumber: '+12025550105' };
export const FINN: Person = { name: 'Finn', phoneNumber: '+12025550106' };

const handset = ({ phoneNumber }: Person) => `/emulator/handsets/${encodeURIComponent(phoneNumber)}`;

/** From acceptance to delivery, and from delivery to reading: long enough to tell them apart. */
const UNHURRIED = { deliverDelayMs: 150, readDelayMs: 150 };

export async function setUpPhone({ operator }: Stage, person: Person, settings: object = {}): Promise<void> {
  await operator.call('put', handset(person), { body: { ...UNHURRIED, ...settings } });
}

/** The user's action: `{ text }`, `{ suggestion }`, `{ location }` or `{ file }`. */
async function userDoes({ operator, agentId }: Stage, person: Person, action: object): Promise<string> {
  const body = { agentId, ...action };
  const { messageId } = await operator.call<{ messageId: string }>('post', `${handset(person)}/messages`, { body });
  return messageId;
}

export async function userEvent({ operator, agentId }: Stage, person: Person, eventType: string): Promise<void> {
  await operator.call('post', `${handset(person)}/events`, { body: { agentId, eventType } });
}

/** A phone's record of a message. */
type Entry = { direction: string; messageId: string; acceptedAt: string; contentMessage: Schemas['ContentMessage'] };

/** The last message of the agent on the phone, shown as the user sees it. */
export async function agentSays({ operator }: Stage, person: Person): Promise<Entry> {
  const { transcript } = await operator.call<{ transcript: Entry[] }>('get', handset(person));
  const entry = transcript.findLast(({ direction }) => direction === 'OUTBOUND');
  assert.ok(entry, `nothing reached the phone of ${person.name}`);
  says('agent', showMessage(entry.contentMessage).lines);
  return entry;
}

export async function send(
  { client, agentId }: Stage,
  stateId: string,
  { phoneNumber }: Person,
  body: Schemas['SendRequest'] = {},
): Promise<string> {
  const params = { path: { agentId, stateId, phoneNumber } };
  const answer = await client.POST('/agents/{agentId}/states/{stateId}/send/{phoneNumber}', { params, body });
  assert.equal(answer.status, 'ENQUEUED');
  return answer.messageId;
}

/** The next event of the person, which must be this one. */
export async function next(stage: Stage, person: Person, expected: ExpectedEvent): Promise<Arrival> {
  const arrival = await stage.webhook.take(person.phoneNumber);
  expectEvent(arrival, expected);
  return arrival;
}

export const RICH: Fields = { classificationType: 'RICH_MESSAGE', segmentCount: 1 };
export const MEDIA: Fields = { classificationType: 'RICH_MEDIA_MESSAGE', segmentCount: 1 };

/** Specification, "ServerEvent payload"; `more` are the conditional fields. */
export function serverEvent(
  { agentId }: Stage,
  { phoneNumber }: Person,
  eventType: string,
  messageId: Expected,
  more: Fields = {},
): ExpectedEvent {
  const common: Fields = {
    agentId,
    phoneNumber,
    messageId,
    eventType,
    eventId: ANY,
    eventOrigin: 'SERVICE',
    sendTime: TIME,
  };
  return { class: 'ServerEvent', body: { ...common, ...more } };
}

export function phoneEvent(
  { agentId }: Stage,
  { phoneNumber }: Person,
  eventType: string,
  messageId?: Expected,
): ExpectedEvent {
  const common: Fields = { agentId, senderPhoneNumber: phoneNumber, eventType, eventId: ANY, sendTime: TIME };
  return {
    class: 'UserEvent',
    body: { ...common, ...(messageId !== undefined && { messageId }) },
  };
}

/** Specification, "UserMessage payload": the common fields and one variant. */
export function userMessage(
  { agentId }: Stage,
  { phoneNumber }: Person,
  messageId: Expected,
  variant: Fields,
  { response, classification = RICH }: { response?: string; classification?: Fields } = {},
): ExpectedEvent {
  const common: Fields = { agentId, senderPhoneNumber: phoneNumber, messageId, sendTime: TIME };
  const body: Fields = { ...common, richMessageClassification: classification, ...variant };
  return { class: 'UserMessage', body, ...(response !== undefined && { response }) };
}

/** A message on its way: SENT, DELIVERED, READ, in this order. */
export async function reaches(
  stage: Stage,
  person: Person,
  messageId: Expected,
  classification: Fields = RICH,
): Promise<Arrival> {
  const sent = await next(
    stage,
    person,
    serverEvent(stage, person, 'SENT', messageId, { richMessageClassification: classification }),
  );
  await next(stage, person, phoneEvent(stage, person, 'DELIVERED', sent.body.messageId));
  await next(stage, person, phoneEvent(stage, person, 'READ', sent.body.messageId));
  return sent;
}

/**
 * The user does something; the agent's reply reaches the platform; then the UserMessage event arrives, with the state
 * or keyword of the reply; then the reply's outcome.
 */
export async function turn(
  stage: Stage,
  person: Person,
  action: object,
  variant: Fields,
  about: { response: string; classification?: Fields; replyClassification?: Fields },
): Promise<Entry> {
  const messageId = await userDoes(stage, person, action);
  const arrival = await next(stage, person, userMessage(stage, person, messageId, variant, about));
  const sent = await reaches(stage, person, ANY, about.replyClassification);
  const reply = await agentSays(stage, person);
  check(`The reply (${about.response}) was sent before the event was forwarded`, () => {
    assert.equal(reply.messageId, sent.body.messageId);
    assert.ok(Date.parse(reply.acceptedAt) <= arrival.at, `${reply.acceptedAt} is after ${arrival.at}`);
  });
  return reply;
}
