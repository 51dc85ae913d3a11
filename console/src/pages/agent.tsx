/** An agent: what it is and how it is configured. */
import { Loader } from '@mantine/core';
import { useAgent } from '../agent.ts';
import { AgentPage } from '../pieces/agent-page.tsx';
import { Copyable } from '../pieces/copyable.tsx';
import { Json } from '../pieces/json.tsx';
import { Loaded } from '../pieces/loaded.tsx';

export default function AgentOverviewPage() {
  const agent = useAgent();
  return (
    <AgentPage
      title={agent.data?.name ?? 'Agent'}
      actions={agent.isFetching && <Loader size="xs" aria-label="Loading" />}
    >
      <Loaded of={agent}>
        {({ agentId, config }) => (
          <>
            <div>
              <Copyable value={agentId} label="agent id" />
            </div>
            <Json value={config} label="The agent's configuration" />
          </>
        )}
      </Loaded>
    </AgentPage>
  );
}
