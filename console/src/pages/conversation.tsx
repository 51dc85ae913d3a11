/** One conversation: where the user is, and every turn with its trace. */
import type { Conversation } from '@model/conversation.ts';
import { useParams } from '@tanstack/react-router';
import { pathOf } from '../api.ts';
import { LinkText } from '../links.tsx';
import { AgentPage } from '../pieces/agent-page.tsx';
import { Json } from '../pieces/json.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { useGet } from '../queries.ts';

export default function ConversationPage() {
  const { agentId, phoneNumber } = useParams({ from: '/agents/$agentId/conversations/$phoneNumber' });
  const conversation = useGet<Conversation>(pathOf`/agents/${agentId}/conversations/${phoneNumber}`);
  const conversations = (
    <LinkText key="conversations" to="/agents/$agentId/conversations" params={{ agentId }}>
      Conversations
    </LinkText>
  );
  return (
    <AgentPage title={phoneNumber} breadcrumbs={[conversations]}>
      <Loaded of={conversation}>{(found) => <Json value={found} label="The conversation" />}</Loaded>
    </AgentPage>
  );
}
