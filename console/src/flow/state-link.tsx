/** A link to a state of the flow; what is beside the graph stays open behind its editor. */
import { LinkText } from '../links.tsx';
import type { FlowSearch } from '../search.ts';

export function StateLink(props: { agentId: string; stateId: string; search?: FlowSearch }) {
  const { agentId, stateId, search = {} } = props;
  return (
    <LinkText
      underline="always"
      to="/agents/$agentId/flow/{-$stateId}"
      params={{ agentId, stateId }}
      search={search}
      resetScroll={false}
    >
      {stateId}
    </LinkText>
  );
}
