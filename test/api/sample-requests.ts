/**
 * A request for each operation that is not public, which the operator may make with success: what is in its path, its
 * body, and what has to be there before. A new operation needs a line here where it needs more than the ids of the world.
 */
import assert from 'node:assert/strict';
import type { OPERATIONS, OperationId } from '../../src/http/auth/operations.ts';
import { createPasskeys } from '../../src/http/auth/passkeys.ts';
import { insertPasskey } from '../../src/store/passkeys.ts';
import { listPeople } from '../../src/store/people.ts';
import { createAuthenticator } from './authenticator.ts';
import { type Answer, type Api, OPERATOR_KEY } from './context.ts';
import { startApiWithLanes } from './with-lanes.ts';

type Public = { [Id in OperationId]: (typeof OPERATIONS)[Id] extends { access: 'public' } ? Id : never }[OperationId];
export type GuardedId = Exclude<OperationId, Public>;

/** What paths name, where a sample has nothing of its own. */
type Ids = Record<string, string>;
type Sample = { ids?: Ids; body?: object };
type World = { ids: Ids; api: Api; make(id: GuardedId, sample: Sample): Promise<Answer['body']> };

type Request = { method: string; path: string; body?: object };
export type Samples = AsyncDisposable & {
  api: Api;
  /** What left the service without a row: a test event. */
  left: unknown[];
  /** Every row of every table. */
  everything(): Promise<string>;
  /** Of things that do not exist: what matters is only whether it is let in. */
  emptyRequestOf(id: GuardedId): Request;
  /** A new one at each call: what it removes was made for it. */
  requestOf(id: GuardedId): Promise<Request>;
};

const HOOK = 'http://127.0.0.1:9/events';
const WEBHOOK = { eventForwardUrl: HOOK };
const STATE = { template: { contentMessage: { text: 'Hello' } } };
const TEST = { format: 1, title: 'greets', steps: [{ writes: 'hi', expect: { reply: { text: 'Hello' } } }] };
const DEFINITION = { baseUrl: 'https://shop.example', operations: { find: { method: 'GET', path: '/find' } } };
const REPLAY = { since: '2026-01-02T03:04:05Z' };
const KEY = { name: 'key', type: 'bearer', token: 'a-secret-of-the-shop' };

let count = 0;
const name = (what: string) => `${what}-${++count}`;
const number = () => `+1555010${String(1000 + ++count)}`;
const newAgent = ({ ids }: World) => ({
  name: 'Bot',
  brandId: ids['brandId'],
  useCase: 'TRANSACTIONAL',
  config: WEBHOOK,
});
const agent = async (world: World): Promise<Ids> => {
  const { agentId } = await world.make('createAgent', { body: newAgent(world) });
  return { agentId };
};
const connector = async (world: World): Promise<Ids> => {
  const { connectorId } = await world.make('createConnector', { body: { connectorId: name('shop'), ...DEFINITION } });
  return { connectorId };
};
const account = async (world: World) =>
  (await world.make('createAccount', { body: { name: name('account') } })).accountId;
const signingToken = async (world: World): Promise<Ids> => {
  const accountId = await account(world);
  await world.make('issueSigningToken', { body: { accountId } });
  const { signingTokenId } = await world.make('issueSigningToken', { body: { accountId } });
  return { signingTokenId };
};
const newPerson = () => ({ name: 'Ana', email: `${name('ana')}@acme.example`, role: 'author' });
const person = async (world: World): Promise<Ids> => {
  const { personId } = await world.make('createPerson', { body: newPerson() });
  return { personId };
};
const deadLetter = async ({ api, ids }: World): Promise<Ids> => {
  const seq = String(++count);
  await api.context.sql`
    insert into dead_letter (lane, seq, agent_id, phone_number, body, attempts, reason)
    values (0, ${seq}, ${ids['agentId']!}, ${ids['phoneNumber']!}, '{"kind":"send"}', 5, 'a test')`;
  return { lane: '0', seq };
};

const SAMPLES: Partial<Record<GuardedId, (world: World) => Promise<Sample> | Sample>> = {
  createAccount: () => ({ body: { name: name('account') } }),
  createCredential: () => ({ body: { name: 'backend' } }),
  deleteCredential: async (world) => {
    const { clientId } = await world.make('createCredential', { body: { name: 'gone' } });
    return { ids: { clientId } };
  },
  issueSigningToken: async (world) => ({ body: { accountId: await account(world) } }),
  promoteSigningToken: async (world) => ({ ids: await signingToken(world) }),
  retireSigningToken: async (world) => ({ ids: await signingToken(world) }),
  endSession: async ({ api }) => {
    await api.call('POST', '/session', { as: null, body: { operatorKey: OPERATOR_KEY } });
    const { body } = await api.call('GET', '/sessions?limit=1');
    return { ids: { sessionId: body.sessions[0].sessionId } };
  },
  setPassword: () => ({ body: { password: 'a-secret-of-the-shop' } }),
  createPasskey: async ({ api }) => {
    const origin = api.context.publicUrl();
    const options = await createPasskeys(api.context).creationOptions(await ownerOf(api), []);
    return { body: { name: 'Phone', credential: createAuthenticator(origin).create(options as never) } };
  },
  deletePasskey: async ({ api }) => {
    const passkeyId = name('passkey');
    const { personId } = await ownerOf(api);
    const key = { passkeyId, personId, credentialId: passkeyId, publicKey: Buffer.from('key'), counter: 0 };
    await insertPasskey(api.context.sql, { ...key, name: 'Phone' });
    return { ids: { passkeyId } };
  },
  createPerson: () => ({ body: newPerson() }),
  updatePerson: async (world) => ({ ids: await person(world), body: { role: 'operator' } }),
  deletePerson: async (world) => ({ ids: await person(world) }),
  createBrand: () => ({ body: { name: 'Acme' } }),
  createAgent: (world) => ({ body: newAgent(world) }),
  updateAgent: () => ({ body: { name: name('Bot') } }),
  deleteAgent: async (world) => ({ ids: await agent(world) }),
  launchAgent: async (world) => ({ ids: await agent(world) }),
  createEndpoint: async (world) => ({ ids: await agent(world), body: { url: HOOK } }),
  getEndpoint: async (world) => ({ ids: await endpoint(world) }),
  updateEndpoint: async (world) => ({ ids: await endpoint(world), body: { classes: ['UserMessage'] } }),
  deleteEndpoint: async (world) => ({ ids: await endpoint(world) }),
  registerDevice: () => ({ body: { phoneNumber: number() } }),
  updateDevice: async (world) => ({ ids: await device(world), body: { draft: true } }),
  removeDevice: async (world) => ({ ids: await device(world) }),
  createState: () => ({ ids: { stateId: name('state') }, body: STATE }),
  replaceState: () => ({ body: { template: { contentMessage: { text: name('Hello') } } } }),
  updateState: () => ({ body: { template: { contentMessage: { text: name('Hello') } } } }),
  deleteState: async (world) => {
    const stateId = name('state');
    await world.make('createState', { ids: { stateId }, body: STATE });
    return { ids: { stateId } };
  },
  replaceFlow: async (world) => ({ ids: await agent(world), body: { states: { hello: STATE } } }),
  putTest: () => ({ ids: { testId: name('test') }, body: TEST }),
  deleteTest: async (world) => {
    const testId = name('test');
    await world.make('putTest', { ids: { testId }, body: TEST });
    return { ids: { testId } };
  },
  runTests: () => ({ body: {} }),
  writeTestFromConversation: ({ ids }) => ({ body: { phoneNumber: ids['phoneNumber'] } }),
  startReplay: async (world) => ({ ids: await agent(world), body: REPLAY }),
  deleteReplay: async (world) => {
    const ids = await agent(world);
    const { replayId } = await world.make('startReplay', { ids, body: REPLAY });
    return { ids: { ...ids, replayId } };
  },
  startExploration: async (world) => ({ ids: await agent(world), body: {} }),
  deleteExploration: async (world) => {
    const ids = await agent(world);
    const { explorationId } = await world.make('startExploration', { ids, body: {} });
    return { ids: { ...ids, explorationId } };
  },
  publishVersion: () => ({ body: { message: 'A sample', force: true } }),
  activateVersion: async (world) => {
    const ids = await agent(world);
    await world.make('updateAgent', { ids, body: { config: { publishing: 'explicit' } } });
    const { version } = await world.make('publishVersion', { ids, body: { force: true, activate: false } });
    return { ids: { ...ids, version: String(version) }, body: {} };
  },
  previewMessage: () => ({ body: STATE }),
  createConnector: () => ({ body: { connectorId: name('shop'), ...DEFINITION } }),
  replaceConnector: () => ({ body: { ...DEFINITION, baseUrl: `https://${name('shop')}.example` } }),
  deleteConnector: async (world) => ({ ids: await connector(world) }),
  createAuthentication: () => ({ body: KEY }),
  deleteAuthentication: async (world) => {
    const { authenticationId } = await world.make('createAuthentication', { body: KEY });
    return { ids: { authenticationId } };
  },
  uploadMedium: () => ({ body: Buffer.from('GIF89a') }),
  deleteMedium: async (world) => {
    const { mediaId } = await world.make('uploadMedium', { body: Buffer.from('GIF89a') });
    return { ids: { mediaId } };
  },
  sendState: () => ({ body: {} }),
  recordConsent: () => ({ body: { action: 'OPT_OUT', evidence: 'Phoned on 3 May' } }),
  redeliverEvents: () => ({ body: {} }),
  testWebhook: () => ({ body: {} }),
  discardEvents: () => ({ body: { why: 'Test traffic' } }),
  createRedelivery: async (world) => ({ ids: await agent(world), body: {} }),
  stopRedelivery: async (world) => {
    const ids = await agent(world);
    const { redeliveryId } = await world.make('createRedelivery', { ids, body: {} });
    return { ids: { ...ids, redeliveryId } };
  },
  retryDeadLetter: async (world) => ({ ids: await deadLetter(world) }),
  deleteDeadLetter: async (world) => ({ ids: await deadLetter(world) }),
};

/** Whose session makes the requests that are only for what is one's own. */
async function ownerOf(api: Api) {
  const find = async () => {
    const { rows } = await listPeople(api.context.sql, { limit: 100 });
    return rows.find(({ role }) => role === 'owner');
  };
  const known = await find();
  if (known) return known;
  await api.call('POST', '/people', { body: { ...newPerson(), role: 'owner' } });
  return (await find())!;
}

/** Of an agent of its own, because an agent has a few at most. */
async function endpoint(world: World): Promise<Ids> {
  const ids = await agent(world);
  const { endpointId } = await world.make('createEndpoint', { ids, body: { url: HOOK } });
  return { ...ids, endpointId };
}

async function device(world: World): Promise<Ids> {
  const phoneNumber = number();
  await world.make('registerDevice', { body: { phoneNumber } });
  return { phoneNumber };
}

async function everyRow({ context: { sql } }: Api): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname`;
  const contents = [];
  for (const { name } of tables)
    contents.push([name, await sql`select t::text as row from ${sql(name)} as t order by 1`]);
  return JSON.stringify(contents);
}

/** The API alone, with one of everything that samples do not make themselves. */
export async function startSamples(): Promise<Samples> {
  const left: unknown[] = [];
  const forwarder = {
    test: async () => ({ outcome: 'accepted', status: 200, durationMs: left.push('a test event') }),
  } as never;
  const file = { type: 'image/gif', bytes: 6, path: 'nowhere', [Symbol.asyncDispose]: async () => {} };
  const media = {
    receive: async () => file,
    files: { put: async () => {}, remove: async () => {} },
  } as never;
  const api = await startApiWithLanes({ forwarder, media });
  const { body: document } = await api.call('GET', '/openapi.json', { as: null });
  const places = new Map<string, { method: string; path: string }>();
  for (const [path, methods] of Object.entries(
    document.paths as Record<string, Record<string, { operationId: string }>>,
  )) {
    for (const [method, { operationId }] of Object.entries(methods)) places.set(operationId, { method, path });
  }
  const ids: Ids = {
    phoneNumber: number(),
    stateId: 'hello',
    testId: 'greets',
    version: '1',
    other: 'draft',
    lane: '0',
    seq: '0',
    mediaId: 'media_aaaaaaaaaaaaaaaaaaaa',
  };
  const request = (id: GuardedId, { ids: own, body }: Sample): Request => {
    const { method, path } = places.get(id)!;
    const value = (key: string) => encodeURIComponent({ ...ids, ...own }[key] ?? 'none');
    return {
      method: method.toUpperCase(),
      path: path.replaceAll(/\{(\w+)\}/g, (_, key) => value(key)),
      ...(body && { body }),
    };
  };
  const make = async (id: GuardedId, sample: Sample) => {
    const { method, path, ...rest } = request(id, sample);
    const answer = await api.call(method, path, rest);
    assert.ok(answer.status < 300, `${id}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const world: World = { ids, api, make };
  ids['brandId'] = (await make('createBrand', { body: { name: 'Acme' } })).brandId;
  Object.assign(ids, await agent(world), await connector(world));
  await make('registerDevice', { body: { phoneNumber: ids['phoneNumber'] } });
  await make('createState', { body: STATE });
  await make('putTest', { body: TEST });
  return {
    api,
    left,
    emptyRequestOf: (id) => {
      const { method, path } = places.get(id)!;
      return { method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, 'none') };
    },
    everything: () => everyRow(api),
    requestOf: async (id) => request(id, (await SAMPLES[id]?.(world)) ?? {}),
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}
