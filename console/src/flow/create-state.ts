/** A new state of a flow, with a message that is there to be replaced. */
import { api, pathOf } from '../api.ts';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';

/** `quiet`: a form shows the problem. */
export function useCreateState(agentId: string, { quiet = false } = {}) {
  return useChange(
    (stateId: string) =>
      api.POST('/agents/{agentId}/states/{stateId}', {
        params: { path: { agentId, stateId } },
        body: { template: { contentMessage: { text: texts.editor.firstMessage } } },
      }),
    { refreshes: [pathOf`/agents/${agentId}/states`], quiet },
  );
}
