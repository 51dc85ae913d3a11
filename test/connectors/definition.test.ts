import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { Value } from 'typebox/value';
import { OPERATION_ERRORS } from '../../src/connectors/connector.ts';
import { Authentication, NewAuthentication } from '../../src/model/authentication.ts';
import { Connector, NewConnector } from '../../src/model/connector.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { ACCOUNT, setUp } from './setup.ts';

const VALID: NewConnector = {
  connectorId: 'shop',
  baseUrl: 'https://api.example.com/v2',
  operations: {
    find: { method: 'GET', path: '/orders/{id}', query: { expand: '{expand}' }, headers: { 'X-Trace': 'for {user}' } },
    create: { method: 'POST', path: '/orders', body: { items: '{items}' } },
  },
};

function withOperation(operation: JsonObject): unknown {
  return { ...VALID, operations: { find: { method: 'GET', path: '/', ...operation } } };
}

it('every code of a failed operation is explained in docs/connectors.md', async () => {
  const page = await readFile(new URL('../../docs/connectors.md', import.meta.url), 'utf8');
  for (const code of Object.keys(OPERATION_ERRORS)) assert.ok(page.includes(`\`${code}\``), code);
});

describe('the schema of a connector', () => {
  it('accepts a complete one', () => assert.ok(Value.Check(NewConnector, VALID)));

  const wrong: [why: string, body: unknown][] = [
    ['an unknown field', { ...VALID, timeout: 1 }],
    ['an unknown field of an operation', withOperation({ timeout: 1 })],
    ['a connectorId with a space', { ...VALID, connectorId: 'a b' }],
    ['no operations', { ...VALID, operations: {} }],
    ['an operation name with a dot', { ...VALID, operations: { 'a.b': VALID.operations['find'] } }],
    ['a method in lower case', withOperation({ method: 'get' })],
    ['a path without a slash', withOperation({ path: 'orders' })],
    ['a path with a query', withOperation({ path: '/orders?a=b' })],
    ['a path with a backslash', withOperation({ path: '/\\evil.example' })],
    ['a header name with a space', withOperation({ headers: { 'a b': 'c' } })],
    ['a query value that is no text', withOperation({ query: { a: 1 } })],
  ];
  for (const [why, body] of wrong) {
    it(`refuses ${why}`, () => assert.equal(Value.Check(NewConnector, body), false));
  }
});

describe('the schema of a credential', () => {
  const valid: JsonObject[] = [
    { name: 'n', type: 'basic', username: 'bob', password: 'x' },
    { name: 'n', type: 'bearer', token: 'x' },
    { name: 'n', type: 'apiKey', in: 'query', parameter: 'key', key: 'x' },
    { name: 'n', type: 'oauth2ClientCredentials', tokenUrl: 'https://a.example/t', clientId: 'c', clientSecret: 's' },
  ];
  for (const body of valid) {
    it(`accepts ${body['type']} as it is, and no more and no less`, () => {
      assert.equal(Value.Check(NewAuthentication, body), true);
      assert.equal(Value.Check(NewAuthentication, { ...body, extra: 'x' }), false);
      for (const field of Object.keys(body)) {
        const { [field]: _left, ...rest } = body;
        assert.equal(Value.Check(NewAuthentication, rest), false, `without ${field}`);
      }
    });
  }

  it('refuses a token or key that no header can hold', () => {
    for (const token of ['a b', 'a\r\nb', 'é', '']) {
      assert.equal(Value.Check(NewAuthentication, { name: 'n', type: 'bearer', token }), false);
    }
  });

  it('has no secret in what the API returns', () => {
    assert.deepEqual(Object.keys(Authentication.properties), [
      'authenticationId',
      'connectorId',
      'name',
      'type',
      'createdAt',
    ]);
    assert.ok(!JSON.stringify(Connector).includes('writeOnly'));
  });
});

describe('saving a connector or a credential', () => {
  const cases: [why: string, change: Partial<NewConnector>, paths: string[]][] = [
    ['accepts a complete connector', {}, []],
    ['names an id that is built in', { connectorId: 'http' }, ['/connectorId']],
    ['names a private base address', { baseUrl: 'https://10.0.0.1' }, ['/baseUrl']],
    ['names a base address that resolves to a private one', { baseUrl: 'https://inner.example.com' }, ['/baseUrl']],
    ['names a base address with a query', { baseUrl: 'https://api.example.com?' }, ['/baseUrl']],
    [
      'names what an operation cannot have',
      { operations: { x: { method: 'GET', path: '/a/%2E./b', headers: { Host: 'a' }, body: {} } } },
      ['/operations/x/path', '/operations/x/headers/Host', '/operations/x/body'],
    ],
    [
      'names a body that is nested too deep',
      { operations: { x: { method: 'POST', path: '/', body: JSON.parse('['.repeat(33) + ']'.repeat(33)) } } },
      ['/operations/x/body'],
    ],
  ];
  for (const [why, change, paths] of cases) {
    it(why, async () => {
      await using parley = setUp({ network: 'public' });
      const errors = await parley.connectors.checkConnector({ ...VALID, ...change });
      assert.deepEqual(
        errors.map(({ path }) => path),
        paths,
      );
    });
  }

  it('names a private token address and a header that cannot be set', async () => {
    await using parley = setUp({ network: 'public' });
    const { checkAuthentication } = parley.connectors;
    const oauth = { name: 'n', type: 'oauth2ClientCredentials', clientId: 'c', clientSecret: 's' } as const;
    const apiKey = { name: 'n', type: 'apiKey', parameter: 'Host', key: 'k' } as const;
    const paths = [
      await checkAuthentication({ ...oauth, tokenUrl: 'https://inner.example.com/' }),
      await checkAuthentication({ ...apiKey, in: 'header' }),
      await checkAuthentication({ ...apiKey, in: 'query' }),
      await checkAuthentication({ ...oauth, tokenUrl: 'https://login.example.com/' }),
    ].map((errors) => errors.map(({ path }) => path));
    assert.deepEqual(paths, [['/tokenUrl'], ['/parameter'], [], []]);
  });
});

describe('saving an operation of an API connector', () => {
  const bearer = { name: 'n', type: 'bearer', token: 'x' } as const;
  const operation = { accountId: ACCOUNT, connectorId: 'shop', authenticationId: 'none', operation: 'find' };
  const cases: [why: string, call: Partial<typeof operation>, data: JsonObject, paths: string[]][] = [
    [
      'accepts what is complete, with Liquid in it',
      { authenticationId: 'auth_1' },
      { id: '{{ input.id }}', user: 'u' },
      [],
    ],
    ['names data that is missing', {}, {}, ['/data/user', '/data/id']],
    ['names data that is not used', {}, { id: 1, user: 'u', expand: 'x', 'o/ther': 1 }, ['/data/o~1ther']],
    ['names a connector that does not exist', { connectorId: 'gone' }, {}, ['/connectorId']],
    ['names a connector of another account', { accountId: 'acc_2' }, {}, ['/connectorId']],
    ['names an operation that does not exist', { operation: 'toString' }, {}, ['/operation']],
    [
      'names a credential that does not exist',
      { authenticationId: 'auth_0' },
      { id: 1, user: 'u' },
      ['/authenticationId'],
    ],
    [
      'names a credential of another connector',
      { authenticationId: 'auth_2' },
      { id: 1, user: 'u' },
      ['/authenticationId'],
    ],
  ];
  for (const [why, change, data, paths] of cases) {
    it(why, async () => {
      await using parley = setUp({
        connectors: [VALID],
        credentials: {
          auth_1: { connectorId: 'shop', credential: bearer },
          auth_2: { connectorId: 'other', credential: bearer },
        },
      });
      const errors = await parley.connectors.check({ ...operation, ...change, data });
      assert.deepEqual(
        errors.map(({ path }) => path),
        paths,
      );
    });
  }
});
