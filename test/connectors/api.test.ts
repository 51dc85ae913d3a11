import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OperationCall } from '../../src/connectors/index.ts';
import type { NewAuthentication } from '../../src/model/authentication.ts';
import type { ConnectorOperation, NewConnector } from '../../src/model/connector.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { listenTcp } from '../net/servers.ts';
import { ACCOUNT, listenAndKeep, setUp } from './setup.ts';

const SECRET = 'canary-S3cret~value';

function connector(baseUrl: string, operation: Partial<ConnectorOperation> = {}): NewConnector {
  return { connectorId: 'shop', baseUrl, operations: { find: { method: 'GET', path: '/find', ...operation } } };
}

function call(data: JsonObject = {}, authenticationId = 'none'): OperationCall {
  return { accountId: ACCOUNT, connectorId: 'shop', authenticationId, operation: 'find', data };
}

function credential(body: NewAuthentication, connectorId = 'shop') {
  return { auth_1: { connectorId, credential: body } };
}

const OAUTH = { name: 'n', type: 'oauth2ClientCredentials', clientId: 'client:id', clientSecret: SECRET } as const;

describe('an API connector', () => {
  it('fills path, query, headers and body from data, each encoded for its place', async () => {
    await using server = await listenAndKeep((_seen, response) => response.end('{"id":1}'));
    const operation: Partial<ConnectorOperation> = {
      method: 'POST',
      path: '/customers/{customer}/orders',
      query: { q: '{text}', fixed: '1', gone: '{absent}' },
      headers: { 'X-Trace': 'trace {text}', 'X-Gone': '{absent}' },
      body: { items: '{items}', note: 'for {customer}', gone: '{absent}', list: ['{absent}', '{number}'], '{text}': 1 },
    };
    await using parley = setUp({ connectors: [connector(`${server.url}/v2/`, operation)] });
    const data = { customer: 'a/b?c#d%2e é', text: 'x&y', items: [{ a: null }], number: 5 };
    assert.deepEqual(await parley.connectors.run(call(data)), { ok: true, result: { id: 1 } });
    const [seen] = server.seen;
    assert.equal(seen?.method, 'POST');
    assert.equal(seen?.url, '/v2/customers/a%2Fb%3Fc%23d%252e%20%C3%A9/orders?q=x%26y&fixed=1');
    assert.equal(seen?.headers['x-trace'], 'trace x&y');
    assert.equal(seen?.headers['x-gone'], undefined);
    assert.deepEqual(JSON.parse(seen?.body ?? ''), {
      items: [{ a: null }],
      note: 'for a/b?c#d%2e é',
      list: [null, 5],
      '{text}': 1,
    });
  });

  for (const [why, data] of [
    ['a dot segment', { customer: '..' }],
    ['an encoded dot segment beside a literal', { customer: '.' }],
    ['an empty path value', { customer: '' }],
    ['a missing path value', {}],
    ['an object in the path', { customer: { a: 1 } }],
    ['a line end in a header', { customer: 'a', header: 'b\r\nx: y' }],
  ] as [string, JsonObject][]) {
    it(`fails with invalid_data for ${why}, and sends nothing`, async () => {
      await using server = await listenAndKeep();
      const operation = { path: '/customers/{customer}/orders', headers: { 'x-a': '{header}' } };
      await using parley = setUp({ connectors: [connector(server.url, operation)] });
      const outcome = await parley.connectors.run(call(data));
      assert.equal(outcome.ok ? 'ok' : outcome.error.code, 'invalid_data');
      assert.equal(server.accepted, 0);
    });
  }

  it('makes numbers and booleans of the text that Liquid renders, where the operation declares them', async () => {
    await using server = await listenAndKeep();
    const operation: Partial<ConnectorOperation> = {
      method: 'POST',
      body: { count: '{count}', price: '{price}', gift: '{gift}', none: '{none}', note: '{note}', said: 'n {count}' },
      placeholders: {
        count: { type: 'integer', required: true },
        price: { type: 'number' },
        gift: { type: 'boolean' },
        none: { type: 'number' },
        note: { type: 'string' },
      },
    };
    await using parley = setUp({ connectors: [connector(server.url, operation)] });
    const data = { count: ' 3', price: '-0.5', gift: 'true', none: '', note: '7' };
    assert.equal((await parley.connectors.run(call(data))).ok, true);
    const sent = { count: 3, price: -0.5, gift: true, note: '7', said: 'n  3' };
    assert.deepEqual(JSON.parse(server.seen[0]!.body), sent);
    for (const wrong of [{ count: '3.5' }, { count: '03' }, { count: '1e9' }, { count: '1', gift: 'yes' }, {}]) {
      const outcome = await parley.connectors.run(call(wrong));
      assert.equal(outcome.ok ? 'ok' : outcome.error.code, 'invalid_data', JSON.stringify(wrong));
    }
    assert.equal(server.accepted, 1);
    const faults = await parley.connectors.check(call({ count: 'many', price: '{{ input.price }}' }));
    assert.deepEqual(faults, [{ path: '/data/count', message: 'must be a whole number' }]);
  });

  it('sends no body when its only placeholder has no value', async () => {
    await using server = await listenAndKeep();
    const operation: Partial<ConnectorOperation> = { method: 'POST', body: '{whole}' };
    await using parley = setUp({ connectors: [connector(server.url, operation)] });
    assert.equal((await parley.connectors.run(call({}))).ok, true);
    assert.equal(server.seen[0]!.body, '');
  });

  for (const [status, text, expected] of [
    [200, '{"a":1}', { ok: true, result: { a: 1 } }],
    [201, '', { ok: true, result: null }],
    [204, '', { ok: true, result: null }],
    [
      200,
      '<p>',
      { ok: false, error: { code: 'not_json', message: 'the API answered 200 with a body that is not JSON' } },
    ],
    [302, '', { ok: false, error: { code: 'http_302', message: 'the API answered 302' } }],
    [404, '{"a":1}', { ok: false, error: { code: 'http_404', message: 'the API answered 404' } }],
    [500, 'oops', { ok: false, error: { code: 'http_500', message: 'the API answered 500' } }],
  ] as const) {
    it(`turns ${status} ${JSON.stringify(text)} into ${expected.ok ? 'a result' : expected.error.code}`, async () => {
      await using server = await listenAndKeep((_seen, response) => response.writeHead(status).end(text));
      await using parley = setUp({ connectors: [connector(server.url)] });
      assert.deepEqual(await parley.connectors.run(call()), expected);
    });
  }

  it('fails with a stable code for a connector, operation or credential that does not exist', async () => {
    const bearer = { name: 'n', type: 'bearer', token: SECRET } as const;
    await using parley = setUp({
      connectors: [connector('http://localhost:1')],
      credentials: credential(bearer, 'another'),
    });
    const codes = [];
    for (const wrong of [
      { connectorId: 'gone' },
      { accountId: 'acc_2' },
      { operation: 'gone' },
      { operation: 'constructor' },
      { authenticationId: 'auth_0' },
      { authenticationId: 'auth_1' },
    ]) {
      const outcome = await parley.connectors.run({ ...call(), ...wrong });
      codes.push(outcome.ok ? 'ok' : outcome.error.code);
    }
    assert.deepEqual(codes, [
      'unknown_connector',
      'unknown_connector',
      'unknown_operation',
      'unknown_operation',
      'unknown_authentication',
      'unknown_authentication',
    ]);
  });

  it('throws anything that is not a failure of the other system, so that the turn is retried', async () => {
    await using parley = setUp({ connectors: [connector('http://localhost:1')], credentials: {} });
    const broken = {
      ...call(),
      get connectorId(): string {
        throw new Error('the database went away');
      },
    };
    await assert.rejects(parley.connectors.run(broken), /the database went away/);
  });
});

describe('the credentials of an API connector', () => {
  it('sends none for "none"', async () => {
    await using server = await listenAndKeep();
    await using parley = setUp({ connectors: [connector(server.url)] });
    await parley.connectors.run(call());
    assert.equal(server.seen[0]?.headers.authorization, undefined);
  });

  const sent: [NewAuthentication, header: [string, string] | null, url: string][] = [
    [
      { name: 'n', type: 'basic', username: 'bob', password: 'pä:ss' },
      ['authorization', `Basic ${Buffer.from('bob:pä:ss').toString('base64')}`],
      '/find',
    ],
    [{ name: 'n', type: 'bearer', token: SECRET }, ['authorization', `Bearer ${SECRET}`], '/find'],
    [{ name: 'n', type: 'apiKey', in: 'header', parameter: 'X-Api-Key', key: SECRET }, ['x-api-key', SECRET], '/find'],
    [{ name: 'n', type: 'apiKey', in: 'query', parameter: 'key', key: 'a&b' }, null, '/find?key=a%26b'],
  ];
  for (const [body, header, url] of sent) {
    it(`sends ${body.type}${body.type === 'apiKey' ? ` in the ${body.in}` : ''}, over what the operation sets itself`, async () => {
      await using server = await listenAndKeep();
      const headers = { Authorization: 'mine', 'X-API-KEY': 'mine' };
      await using parley = setUp({ connectors: [connector(server.url, { headers })], credentials: credential(body) });
      assert.equal((await parley.connectors.run(call({}, 'auth_1'))).ok, true);
      assert.equal(server.seen[0]?.url, url);
      if (header) assert.equal(server.seen[0]?.headers[header[0]], header[1]);
    });
  }

  it('fetches an OAuth 2.0 token once, uses it until a minute before its end, then fetches another', async () => {
    await using tokens = await tokenServer();
    await using server = await listenAndKeep();
    await using parley = setUp({
      connectors: [connector(server.url)],
      credentials: credential({ ...OAUTH, tokenUrl: `${tokens.url}/token`, scope: 'read write' }),
    });
    const run = () => parley.connectors.run(call({}, 'auth_1'));
    await Promise.all([run(), run(), run()]);
    parley.clock.ms += 3_539_000;
    await run();
    assert.equal(tokens.seen.length, 1);
    parley.clock.ms += 1_001;
    await run();
    assert.equal(tokens.seen.length, 2);
    const authorizations = server.seen.map(({ headers }) => headers.authorization);
    assert.deepEqual(authorizations, [...Array(4).fill('Bearer token1'), 'Bearer token2']);
    const [request] = tokens.seen;
    assert.equal(request?.body, 'grant_type=client_credentials&scope=read+write');
    // RFC 6749 §2.3.1: both are form-encoded before they are joined by a colon.
    const basic = Buffer.from('client%3Aid:canary-S3cret%7Evalue').toString('base64');
    assert.equal(request?.headers.authorization, `Basic ${basic}`);
  });

  it('identifies itself in the body of the token request when the credential says so', async () => {
    await using tokens = await tokenServer();
    await using server = await listenAndKeep();
    await using parley = setUp({
      connectors: [connector(server.url)],
      credentials: credential({ ...OAUTH, tokenUrl: tokens.url, clientAuthentication: 'body' }),
    });
    await parley.connectors.run(call({}, 'auth_1'));
    const body = new URLSearchParams(tokens.seen[0]?.body);
    assert.deepEqual([body.get('client_id'), body.get('client_secret')], ['client:id', SECRET]);
    assert.equal(tokens.seen[0]?.headers.authorization, undefined);
  });

  it('fetches a new token once after a 401, and gives up when that is refused too', async () => {
    await using tokens = await tokenServer();
    await using server = await listenAndKeep(({ headers }, response) => {
      response.writeHead(headers.authorization === 'Bearer token2' ? 200 : 401).end();
    });
    await using parley = setUp({
      connectors: [connector(server.url)],
      credentials: credential({ ...OAUTH, tokenUrl: tokens.url }),
    });
    assert.deepEqual(await parley.connectors.run(call({}, 'auth_1')), { ok: true, result: null });
    assert.deepEqual([tokens.seen.length, server.seen.length], [2, 2]);
    parley.clock.ms += 3_600_000;
    const outcome = await parley.connectors.run(call({}, 'auth_1'));
    assert.equal(outcome.ok ? 'ok' : outcome.error.code, 'http_401');
    assert.deepEqual([tokens.seen.length, server.seen.length], [4, 4]);
  });

  it('then sends the key of its turn with both requests, and none for the token', async () => {
    await using tokens = await tokenServer();
    await using server = await listenAndKeep(({ headers }, response) => {
      response.writeHead(headers.authorization === 'Bearer token2' ? 200 : 401).end();
    });
    await using parley = setUp({
      connectors: [connector(server.url)],
      credentials: credential({ ...OAUTH, tokenUrl: tokens.url }),
    });
    await parley.connectors.run(call({}, 'auth_1'), { idempotencyKey: 'key-1', leftMs: 10_000, tokens: { used: 0 } });
    await parley.connectors.run(call({}, 'auth_1'));
    const keysAt = ({ seen }: typeof server) => seen.map(({ headers }) => headers['idempotency-key']);
    assert.deepEqual(keysAt(server), ['key-1', 'key-1', undefined]);
    assert.deepEqual(keysAt(tokens), [undefined, undefined]);
  });

  it('omits the key of its turn where the connector has its own', async () => {
    await using server = await listenAndKeep();
    const headers = { 'Idempotency-Key': 'order-{id}' };
    await using parley = setUp({ connectors: [connector(server.url, { headers })] });
    await parley.connectors.run(call({ id: 7 }), { idempotencyKey: 'key-1', leftMs: 10_000, tokens: { used: 0 } });
    assert.equal(server.seen[0]?.headers['idempotency-key'], 'order-7');
  });

  it('does not repeat a request after a 401 to a credential that cannot change', async () => {
    await using server = await listenAndKeep((_seen, response) => response.writeHead(401).end());
    const bearer = { name: 'n', type: 'bearer', token: SECRET } as const;
    await using parley = setUp({ connectors: [connector(server.url)], credentials: credential(bearer) });
    await parley.connectors.run(call({}, 'auth_1'));
    assert.equal(server.seen.length, 1);
  });

  it('retries the token endpoint after a failure', async () => {
    let status = 503;
    await using tokens = await tokenServer(() => status);
    await using server = await listenAndKeep();
    await using parley = setUp({
      connectors: [connector(server.url)],
      credentials: credential({ ...OAUTH, tokenUrl: tokens.url }),
    });
    const outcome = await parley.connectors.run(call({}, 'auth_1'));
    assert.deepEqual(outcome, {
      ok: false,
      error: { code: 'authentication_failed', message: 'the token endpoint answered 503' },
    });
    assert.equal(server.seen.length, 0);
    status = 200;
    assert.equal((await parley.connectors.run(call({}, 'auth_1'))).ok, true);
  });

  it('fetches a token through the same guard of addresses', async () => {
    await using parley = setUp({
      network: 'public',
      connectors: [connector('https://api.example.com')],
      credentials: credential({ ...OAUTH, tokenUrl: 'https://inner.example.com/token' }),
    });
    const outcome = await parley.connectors.run(call({}, 'auth_1'));
    assert.deepEqual(outcome, {
      ok: false,
      error: {
        code: 'authentication_failed',
        message: 'the token endpoint: The URL names a host whose address is not public',
      },
    });
  });

  it('ends in time even when the token endpoint hangs', async () => {
    await using tokens = await listenTcp();
    await using parley = setUp({
      deadlineMs: 50,
      connectors: [connector('http://localhost:1')],
      credentials: credential({ ...OAUTH, tokenUrl: tokens.url }),
    });
    const outcome = await parley.connectors.run(call({}, 'auth_1'));
    assert.equal(outcome.ok, false);
  });

  it('are not sent any more when the token comes after the time of the operation', async () => {
    const { promise: grant, resolve } = Promise.withResolvers<void>();
    await using tokens = await listenAndKeep((_seen, response) => {
      void grant.then(() => response.end(JSON.stringify({ access_token: 'token' })));
    });
    await using server = await listenAndKeep();
    await using parley = setUp({
      connectors: [connector(server.url)],
      credentials: credential({ ...OAUTH, tokenUrl: tokens.url }),
    });
    const outcome = await parley.connectors.run(call({}, 'auth_1'), {
      idempotencyKey: 'key-1',
      leftMs: 600,
      tokens: { used: 0 },
    });
    assert.equal(outcome.ok ? 'ok' : outcome.error.code, 'timeout');
    resolve();
    assert.equal((await parley.connectors.run(call({}, 'auth_1'))).ok, true);
    assert.deepEqual([tokens.seen.length, server.seen.length], [1, 1]);
  });

  const failures: [why: string, network: 'any' | 'public', baseUrl: string | null][] = [
    ['the API repeats it in a 401', 'any', null],
    ['the connection is refused', 'any', 'http://localhost:1'],
    ['the address is refused', 'public', 'https://inner.example.com'],
  ];
  for (const [why, network, baseUrl] of failures) {
    it(`never stand in the error when ${why}`, async () => {
      await using server = await listenAndKeep(({ headers, url, body }, response) => {
        response.writeHead(401, { 'x-echo': JSON.stringify(headers) }).end(`${url} ${body} ${JSON.stringify(headers)}`);
      });
      const credentials: NewAuthentication[] = [
        { name: 'n', type: 'basic', username: 'bob', password: SECRET },
        { name: 'n', type: 'bearer', token: SECRET },
        { name: 'n', type: 'apiKey', in: 'query', parameter: 'key', key: SECRET },
        { name: 'n', type: 'apiKey', in: 'header', parameter: 'key', key: SECRET },
        { ...OAUTH, tokenUrl: baseUrl ?? server.url },
        { ...OAUTH, tokenUrl: baseUrl ?? server.url, clientAuthentication: 'body' },
      ];
      for (const body of credentials) {
        await using parley = setUp({
          network,
          connectors: [connector(baseUrl ?? server.url)],
          credentials: credential(body),
        });
        const outcome = await parley.connectors.run(call({}, 'auth_1'));
        assert.equal(outcome.ok, false);
        const text = JSON.stringify(outcome);
        const encoded = Buffer.from(`bob:${SECRET}`).toString('base64');
        assert.ok(!text.includes('S3cret') && !text.includes(encoded), text);
      }
    });
  }
});

/** Answers `token1`, `token2`, … with a lifetime of an hour, or the given status. */
async function tokenServer(status: () => number = () => 200) {
  let issued = 0;
  return listenAndKeep((_seen, response) => {
    if (status() === 200) issued += 1;
    response.writeHead(status(), { 'content-type': 'application/json' });
    response.end(JSON.stringify({ access_token: `token${issued}`, token_type: 'Bearer', expires_in: 3600 }));
  });
}
