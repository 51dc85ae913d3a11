/** `parley trigger`: makes an event of a kind happen, by what a phone of the emulator does or by a message to it. */

import { PROGRAM } from '../../program.ts';
import type { Api } from '../api.ts';
import type { Cli } from '../command.ts';
import { CommandFailure, UsageError } from '../failure.ts';
import { type Handset, openHandset, type UserAction } from './handset.ts';

type Given = {
  agentId: string;
  phoneNumber: string;
  what: string;
  text: string | undefined;
  state: string | undefined;
};
type Trigger = { phone: Handset; text: string; send(): Promise<string> };

/** As in docs: Brandenburg Gate. */
const LOCATION = { latitude: 52.516275, longitude: 13.377704 };
const FILE = {
  fileUri: 'https://example.com/cat.jpg',
  mimeType: 'image/jpeg',
  fileSizeBytes: 48_120,
  fileName: 'cat.jpg',
};
/** The platform's answer to the message that is to fail: final, where others would be tried again. */
const REFUSAL = 400;

/** What each does; the id of the message that the event will be about, null for the user's own. */
const TRIGGERS: Readonly<Record<string, (trigger: Trigger) => Promise<string | null>>> = {
  delivered: ({ phone, send }) => deliver(phone, send),
  async read({ phone, send }) {
    const last = (await phone.history()).findLast(({ state }) => state === 'DELIVERED');
    const messageId = last?.messageId ?? (await deliver(phone, send));
    await phone.tell('READ', messageId);
    return messageId;
  },
  async failed({ phone, send }) {
    await phone.refuseNext(REFUSAL);
    return send();
  },
  message: ({ phone, text }) => act(phone, { text }),
  location: ({ phone }) => act(phone, { location: LOCATION }),
  file: ({ phone }) => act(phone, { file: FILE }),
};

export async function triggerEvent({ api, config, out }: Cli, given: Given): Promise<void> {
  const { agentId, phoneNumber, what } = given;
  const trigger = Object.hasOwn(TRIGGERS, what) ? TRIGGERS[what] : undefined;
  if (!trigger) throw new UsageError(`It can trigger ${Object.keys(TRIGGERS).join(', ')}; not ${what}.`);
  const agent = await api.GET('/agents/{agentId}', { params: { path: { agentId } } });
  const at = api.at(config.emulatorUrl ?? api.url);
  const messageId = await trigger({
    phone: openHandset(at, agent.config.platformAgentId ?? agentId, phoneNumber),
    text: given.text ?? 'Hello',
    send: async () => sendState(api, { agentId, phoneNumber, stateId: given.state ?? (await someState(api, agentId)) }),
  });
  const about = messageId === null ? '' : `, message ${messageId}`;
  out.show({ what, agentId, phoneNumber, messageId }, () => `Triggered: ${what} on ${phoneNumber}${about}.`);
  out.note(`\nTo see it arrive: ${PROGRAM} listen ${agentId}, begun before`);
}

async function act(phone: Handset, action: UserAction): Promise<null> {
  await phone.act(action);
  return null;
}

/** The id of a message that has arrived. @throws CommandFailure */
async function deliver(phone: Handset, send: () => Promise<string>): Promise<string> {
  const messageId = await send();
  if (await phone.shows(messageId)) return messageId;
  throw new CommandFailure('The message did not arrive', `Its events say why: ${PROGRAM} events tail`);
}

async function sendState(api: Api, path: { agentId: string; phoneNumber: string; stateId: string }): Promise<string> {
  const sent = await api.POST('/agents/{agentId}/states/{stateId}/send/{phoneNumber}', { params: { path }, body: {} });
  return sent.messageId;
}

/** @throws CommandFailure */
async function someState(api: Api, agentId: string): Promise<string> {
  const path = { agentId };
  const { defaultState } = await api.GET('/agents/{agentId}/flow', { params: { path } });
  if (defaultState !== undefined) return defaultState;
  const [state] = await api.list('/agents/{agentId}/states', 'states', {
    params: { path, query: { limit: 1 } },
    atMost: 1,
  });
  if (state) return state.stateId;
  throw new CommandFailure('The agent has no states', `Save one first: ${PROGRAM} help states`);
}
