/** What is said to whom: the agent that the benches talk to, the phone numbers, and the requests about them. */
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

export const sendPath = (agentId: string, phoneNumber: string | undefined) =>
  `/agents/${agentId}/states/notice/send/${phoneNumber}`;

/** Sends through the service, to one number after the other. */
export function sends(url: string, tenant: { agentId: string; clientToken: string }, numbers: string[]): Target {
  return {
    url,
    token: tenant.clientToken,
    request: (n) => ({
      path: sendPath(tenant.agentId, numbers[n % numbers.length]),
      body: JSON.stringify({ params: { n } }),
    }),
  };
}

/** Messages from handsets. Each says something else, so that its reply can be told from the others. */
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
