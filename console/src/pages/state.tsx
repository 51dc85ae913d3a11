/** One state of a flow. */
import type { StateBody } from '@model/state.ts';
import { useParams } from '@tanstack/react-router';
import { pathOf } from '../api.ts';
import { LinkText } from '../links.tsx';
import { AgentPage } from '../pieces/agent-page.tsx';
import { Json } from '../pieces/json.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { useGet } from '../queries.ts';

export default function StatePage() {
  const { agentId, stateId } = useParams({ from: '/agents/$agentId/flow/$stateId' });
  const state = useGet<StateBody>(pathOf`/agents/${agentId}/states/${stateId}`);
  const flow = (
    <LinkText key="flow" to="/agents/$agentId/flow" params={{ agentId }}>
      Flow
    </LinkText>
  );
  return (
    <AgentPage title={stateId} breadcrumbs={[flow]}>
      <Loaded of={state}>{(body) => <Json value={body} label="The state" />}</Loaded>
    </AgentPage>
  );
}
