/** The traffic: the agent that the benches talk to, the phone numbers, and the requests to them. */
import type { Target } from './load.ts';
import type { Rig } from './rig.ts';

/** About as long as a real notice. */
export const noticeFor = (n: number | string) => `Hello! Parcel ${n} is on its way to you today between 2 and 4 pm.`;
export const replyTo = (text: string) => `You said: ${text}`;

export const AGENT = {
  config: { defaultState: 'reply' },
  states: {
    notice: { template: { contentMessage: { text: noticeFor('{{ params.n }}') } } },
    reply: { template: { contentMessage: { text: replyTo('{{ message.text }}') } } },
  },
};

/** `prefix`: five characters, `+` included; seven digits follow. */
export const phoneNumbers = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(7, '0')}`);

export const sendPath = (agentId: string | undefined, phoneNumber: string | undefined, stateId = 'notice') =>
  `/agents/${agentId}/states/${stateId}/send/${phoneNumber}`;

/** Sends through the service, from one agent to one number after the other; each number keeps its agent. */
export function sends(
  url: string,
  clientToken: string,
  agentIds: readonly string[],
  numbers: readonly string[],
  stateId?: string,
): Target {
  const used = numbers.slice(0, numbers.length - (numbers.length % agentIds.length));
  return {
    url,
    token: clientToken,
    request: (n) => ({
      path: sendPath(agentIds[n % agentIds.length], used[n % used.length], stateId),
      body: JSON.stringify({ params: { n } }),
    }),
  };
}

/** Messages from handsets. Each text is different, so that replies can be told apart. */
export function userMessages(
  { emulator, operatorKey }: Rig,
  agentId: string,
  numbers: string[],
  round: string,
): Target {
  return {
    url: emulator.url,
    token: operatorKey,
    request: (n) => ({
      path: `/emulator/handsets/${numbers[n % numbers.length]}/messages`,
      body: JSON.stringify({ agentId, text: `${round} ${n}` }),
    }),
  };
}
