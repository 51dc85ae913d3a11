/** The sample flow of `demo/sample`, saved state by state as any client would. Its API call goes to our own emulator. */
import type { StateBody } from '@model/state.ts';
import { ApiProblem, type Schemas } from '#client';
import { api } from '../api.ts';

const FILES = import.meta.glob<StateBody>('../../../demo/sample/*.json', { eager: true, import: 'default' });

/** The address of the service in the files, in whose place this one's is put. */
const SAMPLE_URL = 'http://127.0.0.1:8080';

const PICTURES = import.meta.glob<string>('../../../demo/sample/pictures/*', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
});
/** The address of the pictures in the files, in whose place that of the uploaded ones is put. */
const PICTURES_URL = 'https://shop.example.com';
const LOGO = 'logo.png';

const STATES = Object.entries(FILES).map(([path, body]) => ({
  stateId: path.split('/').at(-1)!.replace('.json', ''),
  body: JSON.parse(JSON.stringify(body).replaceAll(SAMPLE_URL, window.location.origin)) as StateBody,
}));

export const SAMPLE_ENTRY = 'welcome';

/** Saves the states, and what the agent does with words that no state waits for. @throws ApiProblem */
export async function saveSampleFlow(agentId: string): Promise<void> {
  const { accountId } = await api.GET('/agents/{agentId}', { params: { path: { agentId } } });
  const pictures = await uploadPictures(accountId);
  const replaced = (body: StateBody): StateBody =>
    JSON.parse(
      pictures.reduce((text, { name, url }) => text.replaceAll(`${PICTURES_URL}/${name}`, url), JSON.stringify(body)),
    );
  for (const { stateId, body } of STATES) await saveState(agentId, stateId, replaced(body));
  const logoUri = pictures.find(({ name }) => name === LOGO)!.url;
  const identity = { description: 'Bread, jam and cheese from around the corner.', logoUri, color: '#0B6B66' };
  await api.PATCH('/agents/{agentId}', {
    params: { path: { agentId } },
    body: {
      config: { identity, defaultState: 'not-understood', keywords: [{ keyword: 'START', stateId: SAMPLE_ENTRY }] },
    },
  });
}

/** As media of the account; those that an earlier try uploaded are used again. */
async function uploadPictures(accountId: string): Promise<Pick<Schemas['Medium'], 'name' | 'url'>[]> {
  const known = await api.list('/media', 'media', { params: { query: { accountId } } });
  return Promise.all(
    Object.entries(PICTURES).map(async ([path, address]) => {
      const name = path.split('/').at(-1)!;
      const found = known.find((medium) => medium.name === name);
      if (found) return found;
      const body = await (await fetch(address)).blob();
      return api.call<Schemas['Medium']>('post', '/media', { params: { query: { accountId, name } }, body });
    }),
  );
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
