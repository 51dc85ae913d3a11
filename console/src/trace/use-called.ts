/** What people call the states of an agent: as the draft names them now, and until it is read, by their ids. */
import { useMemo } from 'react';
import { calledOf } from '../flow/summary.ts';
import { useStates } from '../queries.ts';

export function useCalled(agentId: string): (stateId: string) => string {
  const { data } = useStates(agentId);
  return useMemo(() => {
    const names = new Map(data?.map((state) => [state.stateId, calledOf(state)]));
    return (stateId) => names.get(stateId) ?? stateId;
  }, [data]);
}
