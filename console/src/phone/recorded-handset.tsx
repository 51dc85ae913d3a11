/** The conversation between an agent and a number, read-only: where the phones are real. */
import type { Agent } from '@model/agent.ts';
import { ApiProblem } from '#client';
import { Loaded } from '../pieces/loaded.tsx';
import { useGet } from '../queries.ts';
import { Handset } from '../rcs/handset.tsx';
import { texts } from '../texts/texts.ts';

const LOOK_EVERY_MS = 2_000;

type Props = { agent: Agent; phoneNumber: string; onBack?: () => void };

export function RecordedHandset({ agent, phoneNumber, onBack }: Props) {
  const conversation = useGet('/agents/{agentId}/conversations/{phoneNumber}', {
    params: { path: { agentId: agent.agentId, phoneNumber } },
    everyMs: LOOK_EVERY_MS,
  });
  const { error } = conversation;
  if (error instanceof ApiProblem && error.code === 'conversation_not_found') {
    return (
      <Handset
        title={agent.name}
        identity={agent.config.identity}
        phoneNumber={phoneNumber}
        onBack={onBack}
        bubbles={[]}
        note={texts.phone.noMessages}
      />
    );
  }
  return (
    <Loaded of={conversation}>
      {({ messages }) => (
        <Handset
          title={agent.name}
          identity={agent.config.identity}
          phoneNumber={phoneNumber}
          onBack={onBack}
          note={texts.phone.readOnly}
          bubbles={messages.toReversed().map(({ direction, messageId, content, at, status }) => ({
            id: messageId,
            from: direction === 'OUT' ? ('agent' as const) : ('user' as const),
            content,
            at,
            status,
          }))}
        />
      )}
    </Loaded>
  );
}
