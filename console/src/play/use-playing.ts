/** Runs a played conversation from its beginning, with the flow as it is edited at that moment. */
import type { Agent } from '@model/agent.ts';
import type { Flow } from '@model/flow.ts';
import type { FlowTest } from '@model/flow-test.ts';
import { useState } from 'react';
import { api } from '../api.ts';
import { bodyOf, type FlowState } from '../flow/graph.ts';
import { useChange } from '../queries.ts';
import type { Result } from './played.ts';

export type Turns = NonNullable<Result['play']>['turns'];
export type Playing = ReturnType<typeof usePlaying>;

export function usePlaying({ agentId, config }: Agent, states: FlowState[], onPlayed: (turns: Turns) => void) {
  const [played, setPlayed] = useState<{ test: FlowTest; result: Result; at: string } | null>(null);
  const run = useChange(
    async (test: FlowTest) => {
      const { defaultState, keywords } = config;
      const flow: Flow = {
        ...(defaultState !== undefined && { defaultState }),
        ...(keywords && { keywords }),
        states: Object.fromEntries(states.map((state) => [state.stateId, bodyOf(state)])),
      };
      const body = { flow, play: true, tests: [test] };
      const { tests } = await api.POST('/agents/{agentId}/test-runs', { params: { path: { agentId } }, body });
      return tests[0];
    },
    { refreshes: [], quiet: true },
  );
  const { turns = [], ...values } = played?.result.play ?? {};
  return {
    test: played?.test,
    result: played?.result,
    at: played?.at ?? '',
    turns,
    values: played && values,
    error: run.error,
    isPending: run.isPending,
    go: (test: FlowTest) =>
      run.mutate(test, {
        onSuccess: (result) => {
          if (!result) return;
          setPlayed({ test, result, at: new Date().toISOString() });
          onPlayed(result.play?.turns ?? []);
        },
      }),
  };
}
