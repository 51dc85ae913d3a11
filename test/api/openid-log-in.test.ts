/** Log-in at a real provider of OpenID Connect: whom it lets in, and what a forged or failed one comes to. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { createServer } from '../../src/http/server.ts';
import { CLIENT, type OpenIdSite, startOpenIdSite } from '../openid-site.ts';
import { type Answer, type Api, createPerson, startApi, testClock } from './context.ts';

const PUBLIC_URL = 'http://parley.test';
const CALLBACK = `${PUBLIC_URL}/session/openid/callback`;
const clock = testClock();
let api: Api;
let site: OpenIdSite;
before(async () => {
  site = await startOpenIdSite('127.0.0.1');
  site.serve(CALLBACK);
  const config = readConfig({
    PORT: '0',
    OIDC_ISSUER: site.issuer,
    OIDC_CLIENT_ID: CLIENT.client_id,
    OIDC_CLIENT_SECRET: CLIENT.client_secret,
    OIDC_NAME: 'Acme',
  });
  api = await startApi({ config, now: clock.now });
});
// Each has its own minute, so that failed ones are counted separately.
beforeEach(() => clock.advance(60_000));
after(async () => {
  await api[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const cookiesOf = ({ headers }: Pick<Answer, 'headers'>) => [headers['set-cookie'] ?? []].flat().map(String);
const isIn = (answer: Answer) => cookiesOf(answer).some((cookie) => cookie.startsWith('parley-session'));
const faultOf = (answer: Answer) => new URL(String(answer.headers['location'])).searchParams.get('fault');

/** A browser on the way to the provider: where it is sent, and the cookie that it got. */
async function begin(from = '/') {
  const answer = await api.call('GET', `/session/openid?from=${encodeURIComponent(from)}`, { as: null });
  const [cookie = ''] = cookiesOf(answer);
  return { answer, url: String(answer.headers['location']), cookie: cookie.split(';', 1)[0]! };
}

/** A browser that is new to the provider, until that sends it back. Returns the path of the callback. */
async function visit(url: string, email: string, isVerified = true): Promise<string> {
  site.visitor = { email, isVerified };
  const jar = new Map<string, string>();
  let next = url;
  while (!next.startsWith(PUBLIC_URL)) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      jar.set(name!, value!);
    }
    await response.body?.cancel();
    const location = response.headers.get('location');
    assert.ok(location, `the provider answered ${response.status}`);
    next = new URL(location, next).href;
  }
  return next.slice(PUBLIC_URL.length);
}

const comeBack = (path: string, cookie: string) => api.call('GET', path, { as: null, headers: { cookie } });

function assertFault(answer: Answer, fault: string) {
  assert.equal(answer.status, 303, JSON.stringify(answer.body));
  assert.equal(faultOf(answer), fault);
  assert.ok(!isIn(answer), 'nobody is logged in');
}

test('whoever is invited with the address that the provider vouches for is logged in, as by a password', async () => {
  const { email, personId, name } = await createPerson(api, 'author');
  const { answer, url, cookie } = await begin('/agents?x=1');
  assert.match(
    cookiesOf(answer)[0]!,
    /^parley-openid-0123456789ab=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const asked = new URL(url).searchParams;
  assert.deepEqual([asked.get('code_challenge_method'), asked.get('redirect_uri')], ['S256', CALLBACK]);
  const path = await visit(url, email.toUpperCase());
  const back = await comeBack(path, cookie);
  assert.deepEqual([back.status, back.headers['location']], [303, `${PUBLIC_URL}/console/agents?x=1`]);
  const [session, forgotten] = cookiesOf(back);
  assert.match(session!, /^parley-session-0123456789ab=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
  assert.match(forgotten!, /^parley-openid-0123456789ab=; Max-Age=0/);
  const own = { as: null, headers: { cookie: session!.split(';', 1)[0]! } };
  const { body } = await api.call('GET', '/session', own);
  assert.deepEqual([body.person.personId, body.openedBy], [personId, 'openid-connect']);
  const [entry] = (await api.call('GET', '/audit-log?limit=1')).body.entries;
  assert.deepEqual([entry.operation, entry.actor], ['logIn', { kind: 'person', id: personId, name }]);
  assertFault(await comeBack(path, cookie), 'failed');
  assert.deepEqual((await api.call('GET', '/')).body.openIdConnect, { name: 'Acme' });
});

test('only the browser that began is logged in, and only by what it began', async () => {
  const { email } = await createPerson(api, 'owner');
  const [own, other] = [await begin(), await begin()];
  const path = await visit(own.url, email);
  assertFault(await comeBack(path, ''), 'strayed');
  assertFault(await comeBack(path, other.cookie), 'strayed');
  assertFault(await comeBack(path, own.cookie.slice(0, -4)), 'strayed');
  assertFault(await comeBack(`${path}&state=${new URL(other.url).searchParams.get('state')}`, own.cookie), 'strayed');
  // The code of one attempt, with the state of another: PKCE and the nonce tell.
  const mixed = new URLSearchParams(path.split('?')[1]);
  mixed.set('state', new URL(other.url).searchParams.get('state')!);
  assertFault(await comeBack(`/session/openid/callback?${mixed}`, other.cookie), 'failed');
  const foreign = await begin();
  const back = new URLSearchParams((await visit(foreign.url, email)).split('?')[1]);
  back.set('iss', 'https://evil.example');
  assertFault(await comeBack(`/session/openid/callback?${back}`, foreign.cookie), 'failed');
  const answer = await api.call('GET', '/session/openid', { as: null, headers: { 'sec-fetch-site': 'cross-site' } });
  assert.deepEqual([answer.headers['location'], cookiesOf(answer)], [`${PUBLIC_URL}/console/log-in`, []]);
});

test('of two callbacks at once, at most one logs in', async () => {
  const { email } = await createPerson(api, 'reader');
  const { url, cookie } = await begin();
  const path = await visit(url, email);
  const answers = await Promise.all([comeBack(path, cookie), comeBack(path, cookie)]);
  assert.ok(answers.some((answer) => faultOf(answer) === 'failed' && !isIn(answer)));
});

test('nobody else is let in: an address not verified, not invited, disabled, or a log-in that was cancelled', async () => {
  const { email, personId } = await createPerson(api, 'author');
  const tryAs = async (address: string, isVerified = true) => {
    const { url, cookie } = await begin();
    return comeBack(await visit(url, address, isVerified), cookie);
  };
  assertFault(await tryAs(email, false), 'unverified');
  assertFault(await tryAs('nobody@acme.example'), 'unknown');
  // Its small letter is k: a capital that is none of ASCII is another address.
  await api.call('POST', '/people', { body: { name: 'Kay', email: 'kay@acme.example', role: 'owner' } });
  assertFault(await tryAs('\u212Aay@acme.example'), 'unknown');
  await api.call('PATCH', `/people/${personId}`, { body: { disabled: true } });
  assertFault(await tryAs(email), 'unknown');
  const { url, cookie } = await begin('/brands');
  const state = new URL(url).searchParams.get('state');
  const cancelled = await comeBack(
    `/session/openid/callback?error=access_denied&state=${state}&iss=${new URL(url).origin}`,
    cookie,
  );
  assertFault(cancelled, 'refused');
  assert.equal(new URL(String(cancelled.headers['location'])).searchParams.get('from'), '/brands');
});

test('it leads to no other site', async () => {
  const { email } = await createPerson(api, 'reader');
  for (const from of ['//evil.test/', '/\\evil.test', '/../..//evil.test', 'https://evil.test/', '.evil.test/']) {
    const { url, cookie } = await begin(from);
    const answer = await comeBack(await visit(url, email), cookie);
    assert.ok(isIn(answer), from);
    assert.match(String(answer.headers['location']), /^http:\/\/parley\.test\/console/, from);
  }
});

test('a provider that is down is said so, and asked again', async () => {
  const { email } = await createPerson(api, 'reader');
  const started = await createServer(api.context);
  site.isDown = true;
  const answer = await started.inject('/session/openid');
  assert.match(String(answer.headers['location']), /fault=failed/);
  site.isDown = false;
  const { url, cookie } = await begin();
  const path = await visit(url, email);
  site.isDown = true;
  assertFault(await comeBack(path, cookie), 'failed');
  site.isDown = false;
  assert.match(String((await started.inject('/session/openid')).headers['location']), /^http:\/\/127/);
  await started.close();
});

test('a guesser does not keep the service asking the provider', async () => {
  const { url, cookie } = await begin();
  const path = `/session/openid/callback?code=guessed&state=${new URL(url).searchParams.get('state')}`;
  const faults: (string | null)[] = [];
  for (let time = 0; time < 12; time++) faults.push(faultOf(await comeBack(path, cookie)));
  assert.deepEqual([faults.includes('failed'), faults.at(-1)], [true, 'tooMany']);
});
