/** What the SDK adds to a call: the token's renewal, attempts, a key for each send, and one error. No network, no clock. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createParley, ParleyError, type Settings } from '#sdk';

type Asked = { method: string; path: string; headers: Headers; body: string };
type Reply = Response | Promise<Response> | Error;

const URL_OF_SERVICE = 'https://parley.test';
const TOKEN_PATH = '/oauth2/token';
const SEND_PATH = '/agents/{agentId}/states/{stateId}/send/{phoneNumber}';
const params = { path: { agentId: 'a', stateId: 'welcome', phoneNumber: '+15550100001' } };
const accepted = { messageId: 'm', agentId: 'a', stateId: 'welcome', phoneNumber: '+15550100001', status: 'ENQUEUED' };

const json = (body: object, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const problem = (status: number, code: string, headers?: Record<string, string>, errors?: object[]) =>
  json({ type: 'about:blank', title: 'No', status, detail: 'It is so.', code, errors }, status, headers);
const brands = () => json({ brands: [] });
const noResponse = () => new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });

/** A service with these replies, which numbers its tokens, and a clock that only pauses move. */
function start(replies: Reply[], settings: Partial<Settings> = {}) {
  const asked: Asked[] = [];
  const pauses: number[] = [];
  const at = { ms: 0, tokens: 0 };
  const fetch = async (url: string, { method = '', headers, body }: RequestInit): Promise<Response> => {
    const path = url.slice(URL_OF_SERVICE.length);
    asked.push({ method, path, headers: new Headers(headers), body: String(body ?? '') });
    if (path === TOKEN_PATH && at.tokens !== Infinity) {
      at.tokens += 1;
      return json({ access_token: `token ${at.tokens}`, token_type: 'Bearer', expires_in: 3600 });
    }
    const reply = replies.shift() ?? assert.fail(`one request too many: ${path}`);
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const pause = async (ms: number) => {
    pauses.push(ms);
    at.ms += ms;
  };
  const parley = createParley(
    { url: `${URL_OF_SERVICE}/`, clientId: 'id', clientSecret: 'secret', fetch, ...settings },
    { now: () => at.ms, pause, random: () => 0 },
  );
  const calls = () => asked.filter(({ path }) => path !== TOKEN_PATH);
  const bearers = () => calls().map(({ headers }) => headers.get('authorization'));
  return { parley, asked, pauses, at, calls, bearers };
}

async function errorOf(call: Promise<unknown>): Promise<ParleyError> {
  const error = await call.then(
    () => null,
    (cause: unknown) => cause,
  );
  assert.ok(error instanceof ParleyError, String(error));
  return error;
}

describe('the token', () => {
  it('is requested once for calls that start together, with the credentials as a form', async () => {
    const { parley, asked, bearers } = start([brands(), brands(), brands()]);
    await Promise.all([parley.GET('/brands'), parley.GET('/brands'), parley.GET('/brands')]);
    assert.deepEqual(bearers(), Array(3).fill('Bearer token 1'));
    const forms = asked.filter(({ path }) => path === TOKEN_PATH).map(({ body }) => body);
    assert.deepEqual(forms, ['grant_type=client_credentials&client_id=id&client_secret=secret']);
  });

  it('is renewed in the last tenth of its life, while calls go on with it', async () => {
    const { parley, at, bearers } = start([brands(), brands(), brands(), brands()]);
    await parley.GET('/brands');
    at.ms = 3_239_999;
    await parley.GET('/brands');
    assert.equal(at.tokens, 1);
    at.ms = 3_240_000;
    await parley.GET('/brands');
    assert.equal(at.tokens, 2);
    await parley.GET('/brands');
    const [first, second] = ['Bearer token 1', 'Bearer token 2'];
    assert.deepEqual(bearers(), [first, first, first, second]);
  });

  it('is never used after it has expired', async () => {
    const { parley, at, bearers } = start([brands(), brands()]);
    await parley.GET('/brands');
    at.ms = 3_600_000;
    await parley.GET('/brands');
    assert.deepEqual(bearers(), ['Bearer token 1', 'Bearer token 2']);
  });

  it('is renewed after a 401, and the call repeated once', async () => {
    const { parley, at, bearers } = start([problem(401, 'invalid_token'), brands()]);
    await parley.GET('/brands');
    assert.deepEqual(bearers(), ['Bearer token 1', 'Bearer token 2']);
    assert.equal(at.tokens, 2);
    const refused = start([problem(401, 'invalid_token'), problem(401, 'invalid_token')]);
    assert.equal((await errorOf(refused.parley.GET('/brands'))).code, 'invalid_token');
  });

  it('is renewed once for all calls that were refused together', async () => {
    const refusals = [problem(401, 'invalid_token'), problem(401, 'invalid_token')];
    const { parley, at } = start([...refusals, brands(), brands()]);
    await Promise.all([parley.GET('/brands'), parley.GET('/brands')]);
    assert.equal(at.tokens, 2);
  });

  it('that was renewed meanwhile is used by a call that is refused late', async () => {
    const late = Promise.withResolvers<Response>();
    const { parley, at, bearers } = start([late.promise, problem(401, 'invalid_token'), brands(), brands()]);
    const slow = parley.GET('/brands');
    await parley.GET('/brands');
    late.resolve(problem(401, 'invalid_token'));
    await slow;
    assert.equal(at.tokens, 2);
    assert.equal(bearers().at(-1), 'Bearer token 2');
  });

  it('that is not granted is an error about the credentials', async () => {
    const { parley, at, asked } = start([
      json({ error: 'invalid_client', error_description: 'The secret is wrong.' }, 401),
    ]);
    at.tokens = Infinity;
    const { status, code, message } = await errorOf(parley.GET('/brands'));
    assert.deepEqual({ status, code }, { status: 401, code: 'invalid_client' });
    assert.match(message, /The secret is wrong\.\nCheck `clientId` and `clientSecret`/);
    assert.equal(asked.length, 1);
  });

  it('that was given is used as it is', async () => {
    const { parley, bearers } = start([problem(401, 'unauthorized')], { token: 'operator' } as Partial<Settings>);
    assert.equal((await errorOf(parley.GET('/brands'))).code, 'unauthorized');
    assert.deepEqual(bearers(), ['Bearer operator']);
  });
});

describe('a call', () => {
  it('is repeated after no response, 429, 502, 503 and 504, with pauses that double', async () => {
    const statuses = [429, 502, 503, 504].map((status) => json({}, status));
    const { parley, pauses } = start([noResponse(), ...statuses, brands()]);
    assert.deepEqual(await parley.GET('/brands'), { brands: [] });
    assert.deepEqual(pauses, [250, 500, 1000, 2000, 4000]);
  });

  it('waits as long as Retry-After asks, and not at all where that is longer than it has', async () => {
    const busy = (seconds: number) => problem(429, 'too_many_requests', { 'retry-after': String(seconds) });
    const { parley, pauses } = start([busy(7), brands(), busy(31)]);
    await parley.GET('/brands');
    assert.deepEqual(pauses, [7250]);
    assert.equal((await errorOf(parley.GET('/brands'))).code, 'too_many_requests');
    assert.equal(pauses.length, 1);
  });

  it('follows no redirect, which would take the token elsewhere', async () => {
    const redirects: unknown[] = [];
    const fetch = async (_: string, init: RequestInit) => {
      redirects.push(init.redirect);
      return new Response(null, { status: 307, headers: { location: 'https://elsewhere.test' } });
    };
    const { status, code } = await errorOf(start([], { fetch }).parley.GET('/brands'));
    assert.deepEqual({ status, code, redirects }, { status: 307, code: 'unexpected', redirects: ['manual'] });
  });

  it('is never repeated after any other refusal', async () => {
    for (const status of [400, 403, 404, 409, 412, 500]) {
      const { parley, calls } = start([problem(status, 'validation_failed')]);
      assert.equal((await errorOf(parley.GET('/brands'))).status, status);
      assert.equal(calls().length, 1);
    }
  });

  it('that might do twice what was asked once is repeated only after 429', async () => {
    const create = start([problem(429, 'too_many_requests'), problem(503, 'not_ready')]);
    assert.equal((await errorOf(create.parley.POST('/brands', { body: { name: 'Acme' } }))).code, 'not_ready');
    const change = start([noResponse()]);
    const options = { params: { path: { agentId: 'a' }, header: { 'if-match': '"1"' } }, body: { states: {} } };
    assert.equal((await errorOf(change.parley.PUT('/agents/{agentId}/flow', options))).code, 'unreachable');
    assert.deepEqual([create.calls().length, change.calls().length], [2, 1]);
  });

  it('ends when its time is up, and says what happened last', async () => {
    const { parley, at } = start(Array.from({ length: 20 }, noResponse), { timeoutMs: 5_000 });
    const { status, code, message } = await errorOf(parley.GET('/brands'));
    assert.deepEqual({ status, code }, { status: undefined, code: 'unreachable' });
    assert.match(message, /https:\/\/parley\.test \(ECONNRESET\)/);
    assert.ok(at.ms > 1_000 && at.ms <= 5_000, String(at.ms));
  });

  it('is repeated where the connection breaks within the response', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(noResponse()) });
    const { parley } = start([new Response(broken), brands()]);
    assert.deepEqual(await parley.GET('/brands'), { brands: [] });
  });

  it('that gets no response within its time is given up', async () => {
    const { parley } = start([], { timeoutMs: 20, token: 'operator', fetch: hang } as Partial<Settings>);
    assert.equal((await errorOf(parley.POST('/brands', { body: { name: 'Acme' } }))).code, 'timed_out');
  });

  it("rejects with its signal's reason, also while a token is on its way", async () => {
    const { parley } = start([], { fetch: hang });
    const reason = new Error('enough');
    await assert.rejects(parley.GET('/brands', { signal: AbortSignal.abort(reason) }), reason);
    const stop = new AbortController();
    const call = parley.GET('/brands', { signal: stop.signal });
    stop.abort(reason);
    await assert.rejects(call, reason);
  });
});

/** A service that never responds. */
function hang(_: string, { signal }: RequestInit): Promise<Response> {
  return new Promise((_, reject) => {
    signal!.addEventListener('abort', () => reject(signal!.reason), { once: true });
  });
}

describe('a send', () => {
  const keys = (calls: Asked[]) => calls.map(({ headers }) => headers.get('idempotency-key'));

  it('has a key of its own, which its repetitions keep', async () => {
    const { parley, calls } = start([noResponse(), problem(503, 'not_ready'), json(accepted), json(accepted)]);
    assert.deepEqual(await parley.POST(SEND_PATH, { params }), accepted);
    await parley.POST(SEND_PATH, { params });
    const [first, second, third, other] = keys(calls());
    assert.match(first!, /^[0-9a-f-]{36}$/);
    assert.deepEqual([second, third], [first, first]);
    assert.notEqual(other, first);
  });

  it("keeps the caller's key, and its own after a 401", async () => {
    const own = start([json(accepted)]);
    await own.parley.POST(SEND_PATH, { params: { ...params, header: { 'idempotency-key': 'order-4711' } } });
    assert.deepEqual(keys(own.calls()), ['order-4711']);
    const { parley, calls } = start([problem(401, 'invalid_token'), json(accepted)]);
    await parley.POST(SEND_PATH, { params });
    assert.equal(new Set(keys(calls())).size, 1);
  });

  it('is the only POST that has one', async () => {
    const { parley, calls } = start([json({ brandId: 'b', name: 'Acme' }, 201)]);
    await parley.POST('/brands', { body: { name: 'Acme' } });
    assert.deepEqual(keys(calls()), [null]);
  });
});

describe('an error', () => {
  it('has the fields of the problem, and a message with all that a developer needs', async () => {
    const errors = [{ path: '/states/a/input/nextState', message: 'must be text' }];
    const { parley } = start([problem(400, 'validation_failed', {}, errors)]);
    const error = await errorOf(parley.GET('/brands'));
    assert.deepEqual(
      { ...error, cause: undefined },
      {
        name: 'ParleyError',
        status: 400,
        code: 'validation_failed',
        title: 'No',
        detail: 'It is so.',
        errors,
        cause: undefined,
      },
    );
    assert.equal(
      error.message,
      '400 validation_failed: It is so.\n  /states/a/input/nextState: must be text\nSee https://parley.test/problems/validation_failed',
    );
  });

  it('says so where the response is not the service’s', async () => {
    const { parley } = start([new Response('<h1>Hello</h1>'), new Response('<h1>No</h1>', { status: 404 })]);
    assert.match((await errorOf(parley.GET('/brands'))).message, /^unexpected: The response is not JSON/);
    assert.match((await errorOf(parley.GET('/brands'))).message, /^404 unexpected: .*check `url`/s);
  });

  it('is thrown at once for an address that is none', () => {
    assert.throws(() => createParley({ url: 'parley', token: 'a' }), TypeError);
  });
});
