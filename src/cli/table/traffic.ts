/** Commands for what is said: messages, conversations, and what users want to hear. */
import { type Command, command, lazy } from '../command.ts';
import { list } from '../list.ts';
import { short, time } from '../output.ts';
import { act, remove, show } from '../verbs.ts';

const chat = lazy(() => import('../commands/chat.ts'));
const conversations = lazy(() => import('../commands/conversations.ts'));
const send = lazy(() => import('../commands/send.ts'));

const TEXT_WIDTH = 60;

export const TRAFFIC: readonly Command[] = [
  command('send <agentId> <stateId> <phoneNumber>', "Send a state's message to a phone number", send('send'), {
    options: { params: { value: 'json', says: 'a JSON object, the params of templates and conditions' } },
  }),
  command('chat <agentId> <phoneNumber>', 'Use an emulator phone in this terminal', chat('chat'), {
    options: { emulator: { value: 'url', says: 'the emulator; defaults to RCS_EMULATOR_URL, then to the service' } },
  }),

  show(
    'messages show <agentId> <messageId>',
    'Show a message, how far it came, and its events',
    '/agents/{agentId}/messages/{messageId}',
  ),
  remove(
    'messages revoke <agentId> <messageId>',
    'Take back a message that has not been delivered',
    '/agents/{agentId}/messages/{messageId}',
    { done: 'revoked', text: (messageId) => `${messageId} is taken back, unless the phone has it.` },
  ),
  list(
    'conversations list <agentId>',
    'List its conversations, by phone number',
    '/agents/{agentId}/conversations',
    'conversations',
    {
      columns: [
        ['PHONE NUMBER', ({ phoneNumber }) => phoneNumber],
        ['STATE', ({ unsubscribed, stateId }) => (unsubscribed ? 'unsubscribed' : (stateId ?? '–'))],
        ['WAITS', ({ awaitingStateId }) => (awaitingStateId === null ? '–' : 'yes')],
        ['TURNS', ({ turnCount }) => String(turnCount)],
        ['CHANGED', ({ updatedAt }) => time(updatedAt)],
        ['SAID LAST', ({ lastMessage }) => short(lastMessage?.text ?? '–', TEXT_WIDTH)],
      ],
      id: ({ phoneNumber }) => phoneNumber,
      none: () => 'There are no such conversations.',
      endless: true,
      options: {
        standing: { value: 'how', says: 'only those that are waiting, stopped, failed or unsubscribed' },
        prefix: { value: 'digits', says: 'only of phone numbers that begin so: +4930' },
      },
      query: ({ standing, prefix }) => ({ standing, phoneNumberPrefix: prefix }),
    },
  ),
  command(
    'conversations show <agentId> <phoneNumber>',
    'Show where the user is, and what was said in the latest turns',
    conversations('showConversation'),
  ),
  list(
    'consent list <agentId> <phoneNumber>',
    'List when a user wanted to hear from an agent, and no more',
    '/agents/{agentId}/conversations/{phoneNumber}/consent',
    'changes',
    {
      columns: [
        ['WHEN', ({ at }) => time(at)],
        ['WHAT', ({ action }) => action],
        ['BY', ({ source }) => source],
        ['EVIDENCE', ({ evidence }) => short(JSON.stringify(evidence), TEXT_WIDTH)],
      ],
      id: ({ at }) => at,
      none: () => 'The user has never said so.',
      endless: true,
    },
  ),
  act(
    'consent record <agentId> <phoneNumber> <action> <evidence>',
    'Record OPT_IN or OPT_OUT of a user, and how it is known',
    '/agents/{agentId}/conversations/{phoneNumber}/consent',
    {
      body: ({ action, evidence }) => ({ action: action?.toUpperCase(), evidence }),
      text: ({ phoneNumber, action }) => `${action} of ${phoneNumber} applies to everything that arrives from now on.`,
    },
  ),
];
