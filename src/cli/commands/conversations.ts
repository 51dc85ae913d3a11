/** `parley conversations show`: where a user is, and what was said. */
import type { Cli } from '../command.ts';
import { fields, short, table, time } from '../output.ts';

const TEXT_WIDTH = 60;

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
