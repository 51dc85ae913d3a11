/** Passkeys: how they are made, what logs in with them, and which proofs are refused. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createAuthenticator } from './authenticator.ts';
import { type Answer, type Api, createPerson, startApi, testClock } from './context.ts';

const ORIGIN = 'http://parley.test';

const clock = testClock();
let api: Api;
before(async () => {
  api = await startApi({ now: clock.now });
});
after(() => api[Symbol.asyncDispose]());
// Each has its own minute, so that wrong ones are counted separately.
beforeEach(() => clock.advance(60_000));

type Person = Awaited<ReturnType<typeof createPerson>>;
type Device = ReturnType<typeof createAuthenticator>;

const as = ({ headers }: Pick<Person, 'headers'>) => ({ as: null, headers });
const optionsFor = async (person: Person) => (await api.call('GET', '/session/passkeys/options', as(person))).body;
const optionsToLogIn = async () => (await api.call('GET', '/session/passkey-options', { as: null })).body;
const add = (person: Person, credential: object, more: object = {}) =>
  api.call('POST', '/session/passkeys', { ...as(person), body: { name: 'Laptop', credential, ...more } });
const logIn = (passkey: object) => api.call('POST', '/session', { as: null, body: { passkey } });

async function withPasskey(): Promise<{ person: Person; device: Device; passkeyId: string }> {
  const [person, device] = [await createPerson(api, 'author'), createAuthenticator(ORIGIN)];
  const { status, body } = await add(person, device.create(await optionsFor(person)));
  assert.equal(status, 201, JSON.stringify(body));
  return { person, device, passkeyId: body.passkeyId };
}

function assertRefused({ status, body, headers }: Answer, what: string) {
  assert.deepEqual([status, body.code, body.errors[0].path], [401, 'invalid_token', '/passkey'], what);
  assert.equal(headers['set-cookie'], undefined, what);
}

test('who has made one logs in with it, and sees and deletes it', async () => {
  const { person, device, passkeyId } = await withPasskey();
  const { status, headers } = await logIn(device.use(await optionsToLogIn()));
  assert.equal(status, 204);
  const cookie = String(headers['set-cookie']).split(';', 1)[0]!;
  const { body } = await api.call('GET', '/session', { as: null, headers: { cookie } });
  assert.deepEqual([body.person.personId, body.openedBy], [person.personId, 'passkey']);
  const [known] = (await api.call('GET', '/session/passkeys', as(person))).body.passkeys;
  assert.deepEqual([known.passkeyId, known.name, known.lastUsedAt], [passkeyId, 'Laptop', clock.now().toISOString()]);
  const other = await createPerson(api, 'owner');
  const path = `/session/passkeys/${passkeyId}`;
  assert.equal((await api.call('DELETE', path, as(other))).body.code, 'passkey_not_found');
  assert.equal((await api.call('DELETE', path)).body.code, 'person_not_found', 'the operator key is nobody');
  assert.equal((await api.call('DELETE', path, as(person))).status, 204);
  assertRefused(await logIn(device.use(await optionsToLogIn())), 'a deleted one');
  const { entries } = (await api.call('GET', `/audit-log?actor=${person.personId}`)).body;
  assert.deepEqual(
    entries.map(({ operation }: { operation: string }) => operation),
    ['deletePasskey', 'logIn', 'createPasskey', 'logIn'],
  );
});

test('a proof counts once, and only for what it was asked for', async () => {
  const { person, device } = await withPasskey();
  const options = await optionsToLogIn();
  const proof = device.use(options);
  const answers = await Promise.all([logIn(proof), logIn(proof)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 401]);
  assertRefused(await logIn(device.use(options)), 'the same challenge, signed again');
  assertRefused(await logIn(device.use(await optionsFor(person))), 'a challenge for another purpose');
  assertRefused(await logIn(device.use({ challenge: 'AAAA' })), 'a challenge that is too short');
  assertRefused(await logIn(device.use({ challenge: Buffer.alloc(54).toString('base64url') })), 'one that is not ours');
  const late = await optionsToLogIn();
  clock.advance(5 * 60_000);
  assertRefused(await logIn(device.use(late)), 'an old challenge');
});

test('a proof for another address, of nobody present, of a copied key or for another person is refused', async () => {
  const { device } = await withPasskey();
  const other = await withPasskey();
  const lies = {
    'another origin': { origin: 'https://parley.test.evil.example' },
    'nobody recognized': { flags: 0x01 },
    'a counter that stands still': { counter: 1 },
    'another person': { userHandle: Buffer.from(other.person.personId).toString('base64url') },
  };
  for (const [what, lie] of Object.entries(lies))
    assertRefused(await logIn(device.use(await optionsToLogIn(), lie)), what);
  const proof = device.use(await optionsToLogIn());
  const { id, rawId } = other.device.use(await optionsToLogIn());
  assertRefused(await logIn({ ...proof, id, rawId }), 'the key of another person');
  assertRefused(
    await logIn(createAuthenticator(ORIGIN).use(await optionsToLogIn(), { userHandle: 'AAAA' })),
    'an unknown key',
  );
  await api.call('PATCH', `/people/${other.person.personId}`, { body: { disabled: true } });
  assertRefused(await logIn(other.device.use(await optionsToLogIn())), 'a disabled person');
  assert.equal((await logIn(device.use(await optionsToLogIn()))).status, 204, 'the right one is not locked out');
});

test('a passkey is made by its own person, at our address, once, and with the password if there is one', async () => {
  const [person, other] = [await createPerson(api, 'reader'), await createPerson(api, 'reader')];
  const device = createAuthenticator(ORIGIN);
  const refused = async (credential: object, more?: object) => {
    const { status, body } = await add(person, credential, more);
    assert.equal(status, 400, JSON.stringify(body));
    return body.errors[0].path;
  };
  assert.equal(await refused(device.create(await optionsFor(other))), '/credential', 'asked of somebody else');
  assert.equal(
    await refused(device.create(await optionsFor(person), { origin: 'https://evil.example' })),
    '/credential',
  );
  const format = 'fido-u2f';
  assert.equal(await refused(device.create(await optionsFor(person), { format })), '/credential', 'a certificate');
  const credential = device.create(await optionsFor(person));
  assert.equal((await add(person, credential)).status, 201);
  assert.equal(await refused(credential), '/credential', 'again');
  assert.equal(await refused(device.create(await optionsFor(person))), '/credential', 'known already');
  const password = 'seven horses on a hill';
  await api.call('PUT', '/session/password', { ...as(person), body: { password } });
  const { headers } = await api.call('POST', '/session', { as: null, body: { email: person.email, password } });
  person.headers.cookie = String(headers['set-cookie']).split(';', 1)[0]!;
  const second = createAuthenticator(ORIGIN).create(await optionsFor(person));
  assert.equal(await refused(second), '/currentPassword');
  assert.equal((await add(person, second, { currentPassword: password })).status, 201);
  assert.equal((await optionsFor(person)).excludeCredentials.length, 2);
});

test('a person has twenty at most, however many are made at once', async () => {
  const person = await createPerson(api, 'reader');
  const made = await Promise.all(
    Array.from({ length: 22 }, async () => add(person, createAuthenticator(ORIGIN).create(await optionsFor(person)))),
  );
  assert.deepEqual(made.map(({ status }) => status).sort(), [...Array(20).fill(201), 400, 400]);
});
