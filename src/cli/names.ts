/** Names in place of ids: an argument that asks for the id of something with a name takes the name, if only one has it. */
import type { Api } from './api.ts';
import { argumentsOf, type Command } from './command.ts';
import { CommandFailure } from './failure.ts';

/** Of what can be called several things, each is a name. */
type Found = { id: string; names: (string | undefined)[] };
/** `path`: what the line gives before it. */
type Noun = { noun: string; isId: RegExp; list(api: Api, path: Record<string, string>): Promise<Found[]> };

/** Names that a wrong one is answered with. */
const TOLD = 10;

/** By the word in a usage line. */
const NOUNS: Readonly<Record<string, Noun>> = {
  agentId: {
    noun: 'agent',
    isId: /^agent_/,
    list: async (api) =>
      (await api.list('/agents', 'agents')).map(({ agentId, name }) => ({ id: agentId, names: [name] })),
  },
  brandId: {
    noun: 'brand',
    isId: /^brand_/,
    list: async (api) =>
      (await api.list('/brands', 'brands')).map(({ brandId, name }) => ({ id: brandId, names: [name] })),
  },
  clientId: {
    noun: 'credential',
    isId: /^client[a-z0-9]{20}$/,
    list: async (api) =>
      (await api.list('/credentials', 'credentials')).map(({ clientId, name }) => ({ id: clientId, names: [name] })),
  },
  personId: {
    noun: 'person',
    isId: /^person_/,
    list: async (api) =>
      (await api.list('/people', 'people')).map(({ personId, name, email }) => ({
        id: personId,
        names: [email, name],
      })),
  },
  mediaId: {
    noun: 'medium',
    isId: /^media_/,
    list: async (api) =>
      (await api.list('/media', 'media')).map(({ mediaId, name }) => ({ id: mediaId, names: [name] })),
  },
  endpointId: {
    noun: 'endpoint',
    isId: /^endpoint_/,
    list: async (api, { agentId = '' }) =>
      (await api.list('/agents/{agentId}/endpoints', 'endpoints', { params: { path: { agentId } } })).map(
        ({ endpointId, description, url }) => ({ id: endpointId, names: [description, url] }),
      ),
  },
  authenticationId: {
    noun: 'credential',
    isId: /^(auth_.*|none)$/,
    list: async (api, { connectorId = '' }) =>
      (
        await api.list('/connectors/{connectorId}/authentications', 'authentications', {
          params: { path: { connectorId } },
        })
      ).map(({ authenticationId, name }) => ({ id: authenticationId, names: [name] })),
  },
};

/** What the line gives, with the ids of what it names. @throws CommandFailure */
export async function withIds(api: Api, command: Command, given: Record<string, unknown>) {
  const places = [
    ...argumentsOf(command).map(({ name }) => [name, name]),
    ...Object.entries(command.options).map(([name, { value }]) => [name, value]),
  ] as [string, string | undefined][];
  const found = { ...given };
  for (const [place, word] of places) {
    const noun = NOUNS[word ?? ''];
    const said = given[place];
    if (noun && typeof said === 'string' && !noun.isId.test(said)) found[place] = await idOf(api, noun, said, found);
  }
  return found;
}

async function idOf(api: Api, { noun, list }: Noun, name: string, given: Record<string, unknown>): Promise<string> {
  const known = await list(api, given as Record<string, string>);
  const ids = known.filter(({ names }) => names.includes(name)).map(({ id }) => id);
  if (ids.length === 1) return ids[0]!;
  if (ids.length === 0) {
    const those = [...new Set(known.flatMap(({ names }) => names.find((each) => each !== undefined) ?? []))];
    const named = those.slice(0, TOLD).join(', ') + (those.length > TOLD ? ', …' : '');
    const hint = those.length === 0 ? 'There are none yet.' : `There are: ${named}`;
    throw new CommandFailure(`No such ${noun}`, `No ${noun} has the name or id "${name}". ${hint}`);
  }
  throw new CommandFailure(
    `Several ${noun}s have this name`,
    `"${name}" is the name of ${ids.length}. Give the id of one:\n${ids.join('\n')}`,
  );
}
