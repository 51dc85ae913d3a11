/** What one can do with a whole flow: on a narrow screen all but its versions without their words. */
import type { Agent } from '@model/agent.ts';
import { Offered } from '../pieces/allowed.tsx';
import { VersionsButton } from '../versions/versions-button.tsx';
import { FindState } from './find-state.tsx';
import css from './flow-actions.module.css';
import { FlowLinks } from './flow-links.tsx';
import type { FlowState } from './graph.ts';
import { NewState } from './new-state.tsx';

type Props = { agent: Agent | undefined; states: FlowState[]; onShow: (stateId: string) => void };

export function FlowActions({ agent, states, onShow }: Props) {
  return (
    <>
      {agent && <VersionsButton agent={agent} />}
      {agent && (
        <div className={css['brief']}>
          <FlowLinks agentId={agent.agentId} />
          <FindState states={states} onShow={onShow} />
          <Offered to="createState">
            <NewState agentId={agent.agentId} />
          </Offered>
        </div>
      )}
    </>
  );
}
