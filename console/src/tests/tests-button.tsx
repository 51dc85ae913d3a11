/** Leads to the tests of the flow. */
import { IconTestPipe } from '@tabler/icons-react';
import { LinkButton } from '../links.tsx';

export function TestsButton({ agentId }: { agentId: string }) {
  return (
    <LinkButton
      variant="default"
      leftSection={<IconTestPipe size={16} />}
      to="/agents/$agentId/flow/{-$stateId}"
      params={{ agentId, stateId: undefined }}
      search={{ panel: 'tests' }}
      resetScroll={false}
    >
      Tests
    </LinkButton>
  );
}
