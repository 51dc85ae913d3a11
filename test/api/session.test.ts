/** The operator's session: a cookie for the key, what it allows, what forged requests may not do, and its end. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createServer } from '../../src/http/server.ts';
import { type Answer, type Api, OPERATOR_KEY, startApi, testClock } from './context.ts';

const OWN = { 'sec-fetch-site': 'same-origin', 'x-parley-console': '1' };

const clock = testClock();
let api: Api;
before(async () => {
  api = await startApi({ now: clock.now });
});
after(() => api[Symbol.asyncDispose]());

type Asker = Pick<Api, 'call'>;

/** A log-in, as the console does it. Each test has its own address, so that wrong keys are counted separately. */
async function post(operatorKey: string, remoteAddress = '127.0.0.1') {
  return api.server.inject({ method: 'POST', url: '/session', payload: { operatorKey }, remoteAddress });
}

/** The `Cookie` header of a new session. */
async function logIn(): Promise<string> {
  const answer = await post(OPERATOR_KEY);
  assert.equal(answer.statusCode, 204, answer.payload);
  return String(answer.headers['set-cookie']).split(';', 1)[0]!;
}

function ask(cookie: string, method: string, path: string, headers: Record<string, string> = {}, body?: unknown) {
  return api.call(method, path, { as: null, body, headers: { cookie, ...headers } });
}

function assertProblem(answer: Answer, status: number, code: string) {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.body.code, code);
}

describe('logging in', () => {
  it('gives a cookie that scripts cannot read and other sites cannot use', async () => {
    const answer = await post(OPERATOR_KEY);
    assert.equal(answer.statusCode, 204);
    const cookie = String(answer.headers['set-cookie']);
    assert.match(cookie, /^parley-session-0123456789ab=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it('gives a Secure cookie where the service is reached over an encrypted connection', async () => {
    const server = await createServer({ ...api.context, publicUrl: () => 'https://parley.test' });
    const answer = await server.inject({ method: 'POST', url: '/session', payload: { operatorKey: OPERATOR_KEY } });
    const cookie = String(answer.headers['set-cookie']);
    assert.match(cookie, /^__Host-parley-session-0123456789ab=/);
    assert.match(cookie, /; Secure/);
    await server.close();
  });

  it('keeps no session id in the database', async () => {
    const id = (await logIn()).split('=')[1]!;
    const rows = await api.context.sql`select session_digest as digest from console_session`;
    for (const { digest } of rows as unknown as { digest: Buffer }[]) {
      assert.equal(digest.length, 32);
      assert.ok(!digest.equals(Buffer.from(id, 'base64url')));
    }
  });

  it('with a wrong key is 401 with the reason, without a cookie', async () => {
    const answer = await post('a-wrong-key-of-some-length', '10.0.0.1');
    assert.equal(answer.statusCode, 401);
    assert.equal(answer.headers['www-authenticate'], 'Bearer realm="api"');
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.match(answer.json().detail, /not the operator key/);
  });

  it('is 429 after ten wrong keys a minute from one address, but never with the right one', async () => {
    for (let time = 0; time < 10; time++)
      assert.equal((await post(`wrong-key-number-${time}`, '10.0.0.2')).statusCode, 401);
    const refused = await post('wrong-key-number-11', '10.0.0.2');
    assert.equal(refused.statusCode, 429);
    assert.equal(refused.json().code, 'too_many_requests');
    assert.equal(refused.headers['retry-after'], '60');
    assert.equal((await post(OPERATOR_KEY, '10.0.0.2')).statusCode, 204, 'whoever has the key is not locked out');
    assert.equal((await post('wrong-key', '10.0.0.3')).statusCode, 401, 'another address is not concerned');
    clock.advance(60_000);
    assert.equal((await post('wrong-key', '10.0.0.2')).statusCode, 401);
  });

  it('counts the IPv6 addresses of one network together', async () => {
    for (let time = 0; time < 10; time++) await post('a-wrong-key-of-some-length', `2001:db8:1:2::${time}`);
    assert.equal((await post('wrong-key', '2001:db8:1:2:ffff::1')).statusCode, 429);
    assert.equal((await post('wrong-key', '2001:db8:1:3::1')).statusCode, 401);
  });
});

describe('a log-in link', () => {
  const tokenOf = ({ body }: Answer) => new URL(body.url).hash.slice(1);
  const use = (linkToken: string, remoteAddress = '10.0.1.1') =>
    api.server.inject({ method: 'POST', url: '/session', payload: { linkToken }, remoteAddress });

  it('opens one session, and only one, however many ask at once', async () => {
    const made = await api.call('POST', '/log-in-links');
    assert.equal(made.status, 201);
    assert.match(made.body.url, /^http:\/\/parley\.test\/console\/log-in#login_\w{43}$/);
    const answers = await Promise.all([1, 2, 3].map(() => use(tokenOf(made))));
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [204, 401, 401]);
    const cookie = String(answers.find(({ statusCode }) => statusCode === 204)!.headers['set-cookie']).split(
      ';',
      1,
    )[0]!;
    assert.equal((await ask(cookie, 'GET', '/credentials')).status, 200);
  });

  it('is over after ten minutes, or with the operator key that made it', async () => {
    const [first, second] = [await api.call('POST', '/log-in-links'), await api.call('POST', '/log-in-links')];
    const server = await createServer({ ...api.context, operatorKey: 'another-operator-key' });
    const payload = { linkToken: tokenOf(second) };
    assert.equal((await server.inject({ method: 'POST', url: '/session', payload })).statusCode, 401);
    await server.close();
    clock.advance(10 * 60_000);
    const answer = await use(tokenOf(first));
    assert.equal(answer.statusCode, 401);
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.match(answer.json().detail, /expired or was used/);
    await api.call('POST', '/log-in-links');
    const [row] = await api.context.sql`select count(*)::int as count from log_in_link`;
    assert.equal(row!['count'], 1, 'the next one clears the expired ones away');
  });

  it('is made by the operator only, and its token is not in the database', async () => {
    assertProblem(await api.call('POST', '/log-in-links', { as: null }), 401, 'unauthorized');
    const token = tokenOf(await api.call('POST', '/log-in-links'));
    const rows = await api.context.sql`select encode(link_digest, 'escape') as digest from log_in_link`;
    assert.ok(!JSON.stringify(rows).includes(token));
  });

  it('cannot be guessed without end, and the right one is never refused', async () => {
    const token = tokenOf(await api.call('POST', '/log-in-links'));
    for (let time = 0; time < 10; time++) assert.equal((await use(`wrong-${time}`, '10.0.1.2')).statusCode, 401);
    const refused = await use('wrong', '10.0.1.2');
    assert.equal(refused.statusCode, 429);
    assert.equal(refused.headers['retry-after'], '60');
    assert.equal((await use(token, '10.0.1.2')).statusCode, 204);
  });

  it('excludes the operator key, and one of them is needed', async () => {
    for (const payload of [{}, { operatorKey: OPERATOR_KEY, linkToken: 'x' }]) {
      const answer = await api.server.inject({ method: 'POST', url: '/session', payload });
      assert.equal(answer.statusCode, 400);
      assert.match(answer.json().detail, /operatorKey.*linkToken/);
    }
  });
});

describe('a session', () => {
  it('may do everything the operator may', async () => {
    const cookie = await logIn();
    assert.equal((await ask(cookie, 'GET', '/credentials')).status, 200);
    assert.equal((await ask(cookie, 'POST', '/brands', OWN, { name: 'Acme' })).status, 201);
  });

  it('shows its owner and its end', async () => {
    const { body } = await ask(await logIn(), 'GET', '/session');
    assert.deepEqual([body.person, body.openedBy, body.address], [null, 'operator-key', '127.0.0.1']);
    assert.equal(Date.parse(body.expiresAt) - clock.now().getTime(), 12 * 3600 * 1000);
  });

  it('that does not exist is 401', async () => {
    const none = await api.call('GET', '/session', { as: null });
    assertProblem(none, 401, 'unauthorized');
    assert.equal(none.headers['www-authenticate'], 'Bearer realm="api"');
    for (const path of ['/session', '/brands']) {
      assertProblem(await ask('parley-session-0123456789ab=made-up', 'GET', path), 401, 'unauthorized');
      assertProblem(await ask('another=cookie', 'GET', path), 401, 'unauthorized');
    }
  });

  it('ends after 12 hours, even when it was in use', async () => {
    const cookie = await logIn();
    clock.advance(12 * 3600 * 1000 - 1000);
    assert.equal((await ask(cookie, 'GET', '/brands')).status, 200);
    clock.advance(1000);
    assertProblem(await ask(cookie, 'GET', '/brands'), 401, 'unauthorized');
    await logIn();
    const [row] = await api.context
      .sql`select count(*)::int as count from console_session where expires_at <= ${clock.now()}`;
    assert.equal(row!['count'], 0, 'the next log-in clears it away');
  });

  it('yields to a token in the header', async () => {
    const headers = { cookie: await logIn(), authorization: 'Bearer not-a-token' };
    assertProblem(await api.call('GET', '/brands', { as: null, headers }), 401, 'invalid_token');
  });

  it('ends when the operator key changes', async () => {
    const cookie = await logIn();
    const server = await createServer({ ...api.context, operatorKey: 'another-operator-key' });
    assert.equal((await server.inject({ url: '/brands', headers: { cookie } })).statusCode, 401);
    await server.close();
  });
});

describe('logging out', () => {
  it('ends the session at once, and clears the cookie', async () => {
    const cookie = await logIn();
    assert.equal((await ask(cookie, 'GET', '/brands')).status, 200);
    const answer = await ask(cookie, 'DELETE', '/session', OWN);
    assert.equal(answer.status, 204);
    assert.match(String(answer.headers['set-cookie']), /^parley-session-0123456789ab=; Max-Age=0; Path=\//);
    assertProblem(await ask(cookie, 'GET', '/brands'), 401, 'unauthorized');
    assertProblem(await ask(cookie, 'GET', '/session'), 401, 'unauthorized');
  });

  it('ends the session at once in other processes as well', async () => {
    const other = await createServer(api.context);
    const elsewhere: Asker['call'] = async (method, url, { headers = {} } = {}) => {
      const answer = await other.inject({ method: method as 'GET', url, headers });
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
    };
    const cookie = await logIn();
    assert.equal((await elsewhere('GET', '/brands', { headers: { cookie } })).status, 200);
    await ask(cookie, 'DELETE', '/session', OWN);
    assert.equal((await elsewhere('GET', '/brands', { headers: { cookie } })).status, 401);
    await other.close();
  });

  it('without a session is done already', async () => {
    assert.equal((await api.call('DELETE', '/session', { as: null })).status, 204);
  });
});

describe('a request that another site made the browser send', () => {
  const forged: Record<string, Record<string, string>> = {
    'from another site': { ...OWN, 'sec-fetch-site': 'cross-site' },
    'from another host of the site': { ...OWN, 'sec-fetch-site': 'same-site' },
    'from another site, with our Origin': { ...OWN, 'sec-fetch-site': 'cross-site', origin: 'http://parley.test' },
    'without the console’s header': { 'sec-fetch-site': 'same-origin' },
    'with another Origin': { 'x-parley-console': '1', origin: 'http://evil.test' },
    'with no Origin': { 'x-parley-console': '1' },
    'with the Origin of a sandbox': { 'x-parley-console': '1', origin: 'null' },
  };
  for (const [name, headers] of Object.entries(forged)) {
    it(`${name} is 403 and changes nothing`, async () => {
      const cookie = await logIn();
      assertProblem(await ask(cookie, 'POST', '/brands', headers, { name: 'Forged' }), 403, 'forbidden_origin');
      assertProblem(await ask(cookie, 'DELETE', '/session', headers), 403, 'forbidden_origin');
      const { body } = await ask(cookie, 'GET', '/brands');
      assert.ok(!JSON.stringify(body).includes('Forged'));
    });
  }

  it('is detected by Origin where the browser sends no Sec-Fetch-Site', async () => {
    const cookie = await logIn();
    for (const [origin, host] of [
      ['http://parley.test', 'anything'],
      ['http://192.168.1.2:8080', '192.168.1.2:8080'],
    ] as const) {
      const headers = { 'x-parley-console': '1', origin, host };
      assert.equal((await ask(cookie, 'POST', '/brands', headers, { name: 'Own' })).status, 201);
    }
  });
});
