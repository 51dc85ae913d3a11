/** `parley conversations`: who talks with an agent, and what was said. */
import type { ConversationStanding } from '../../model/conversation.ts';
import type { Cli } from '../command.ts';
import { upTo } from '../limit.ts';
import { fields, short, table, time } from '../output.ts';

const TEXT_WIDTH = 60;

type Wanted = {
  agentId: string;
  standing: string | undefined;
  prefix: string | undefined;
  limit: string | undefined;
};

export async function listConversations(
  { api, out }: Cli,
  { agentId, standing, prefix, limit }: Wanted,
): Promise<void> {
  const query = {
    // The service says which ones there are.
    ...(standing !== undefined && { standing: standing as ConversationStanding }),
    ...(prefix !== undefined && { phoneNumberPrefix: prefix }),
  };
  const params = { path: { agentId }, query };
  const found = await upTo(limit, (atMost) =>
    api.list('/agents/{agentId}/conversations', 'conversations', { params, atMost }),
  );
  const { rows: conversations, more } = found;
  out.show(
    { conversations, more },
    () =>
      conversations.length === 0
        ? 'There are no such conversations.'
        : table(
            ['PHONE NUMBER', 'STATE', 'WAITS', 'TURNS', 'CHANGED', 'SAID LAST'],
            conversations.map((one) => [
              one.phoneNumber,
              one.unsubscribed ? 'unsubscribed' : (one.stateId ?? '–'),
              one.awaitingStateId === null ? '–' : 'yes',
              String(one.turnCount),
              time(one.updatedAt),
              short(one.lastMessage?.text ?? '–', TEXT_WIDTH),
            ]),
          ),
    conversations.map(({ phoneNumber }) => phoneNumber),
  );
  if (conversations.length > 0) out.note(found.note);
}

export async function showConversation(
  { api, out }: Cli,
  path: { agentId: string; phoneNumber: string },
): Promise<void> {
  const conversation = await api.GET('/agents/{agentId}/conversations/{phoneNumber}', { params: { path } });
  const { stateId, awaitingStateId, unsubscribed, turnCount, sessionEndsAt, messages } = conversation;
  out.show(conversation, () =>
    [
      fields({
        state: stateId ?? '–',
        'waits in': awaitingStateId ?? '–',
        unsubscribed: unsubscribed ? 'yes' : 'no',
        turns: String(turnCount),
        'session ends': time(sessionEndsAt),
      }),
      '',
      table(
        ['WHEN', 'WHO', 'STATE', 'STATUS', 'SAID'],
        messages
          .toReversed()
          .map(({ at, direction, stateId: of, status, content }) => [
            time(at),
            direction === 'IN' ? 'user' : 'agent',
            of ?? '–',
            status ?? '–',
            short(typeof content.text === 'string' ? content.text : JSON.stringify(content), TEXT_WIDTH),
          ]),
      ),
    ].join('\n'),
  );
}
