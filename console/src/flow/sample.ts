/** The sample flow of `demo/sample`, saved state by state as any client would. Its API call goes to our own emulator. */
import type { StateBody } from '@model/state.ts';
import { ApiProblem } from '#client';
import { api } from '../api.ts';

const FILES = import.meta.glob<StateBody>('../../../demo/sample/*.json', { eager: true, import: 'default' });

/** The address of the service in the files, in whose place this one's is put. */
const SAMPLE_URL = 'http://127.0.0.1:8080';

const STATES = Object.entries(FILES).map(([path, body]) => ({
  stateId: path.split('/').at(-1)!.replace('.json', ''),
  body: JSON.parse(JSON.stringify(body).replaceAll(SAMPLE_URL, window.location.origin)) as StateBody,
}));

export const SAMPLE_ENTRY = 'welcome';

/** Saves the states, and what the agent does with words that no state waits for. @throws ApiProblem */
export async function saveSampleFlow(agentId: string): Promise<void> {
  for (const { stateId, body } of STATES) await saveState(agentId, stateId, body);
  await api.PATCH('/agents/{agentId}', {
    params: { path: { agentId } },
    body: { config: { defaultState: 'not-understood', keywords: [{ keyword: 'START', stateId: SAMPLE_ENTRY }] } },
  });
}

/** Created, or replaced where an earlier try created it. */
async function saveState(agentId: string, stateId: string, body: StateBody): Promise<void> {
  const state = { params: { path: { agentId, stateId } }, body };
  await api.POST('/agents/{agentId}/states/{stateId}', state).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.code === 'state_exists')
      return api.PUT('/agents/{agentId}/states/{stateId}', state);
    throw error;
  });
}
