/** One response lists everything wrong with a request, whichever check finds it, up to a limit. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Answer, type Api, startApi } from './context.ts';

let api: Api;
let agent: string;
let brandId: string;
before(async () => {
  api = await startApi();
  brandId = (await api.call('POST', '/brands', { body: { name: 'Acme' } })).body.brandId;
  const body = { name: 'Bot', brandId, useCase: 'OTP' };
  agent = `/agents/${(await api.call('POST', '/agents', { body })).body.agentId}`;
});
after(() => api[Symbol.asyncDispose]());

function assertFaults(answer: Answer, code: string, paths: string[]) {
  assert.equal(answer.status, 400, JSON.stringify(answer.body));
  assert.equal(answer.body.code, code);
  assert.deepEqual(answer.body.errors.map(({ path }: { path: string }) => path).sort(), paths.sort());
  if (paths.length > 1) assert.match(answer.body.detail, new RegExp(`, and ${paths.length - 1} more\\.$`));
}

const LONG_LABEL = 'x'.repeat(26);
const operation = {
  connectorId: 'http',
  authenticationId: 'none',
  operation: 'request',
  contextKey: 'order',
  data: { method: 'GET', url: 'http://127.0.0.1:9/' },
};
const { authenticationId: _, ...incomplete } = operation;

/** One fault for each check: the schema, the content, Liquid, a path, a connector. */
const faulty = {
  template: {
    contentMessage: {
      text: 'Hello {{ input.name',
      suggestions: [{ reply: { text: LONG_LABEL, postbackData: 'next' } }],
    },
  },
  operations: [
    incomplete,
    { ...operation, operation: 'dance' },
    { ...incomplete, data: { ...operation.data, body: '{% if %}' } },
  ],
  transitions: [{ condition: '{{ params.x' }, 'nowhere'],
  input: { nextState: 'next', assignments: [{ from: 'a b', to: 'not a name' }] },
  more: true,
};
const FAULTS = [
  '/template/contentMessage/text',
  '/template/contentMessage/suggestions/0/reply/text',
  '/operations/0/authenticationId',
  '/operations/1/operation',
  '/operations/2/authenticationId',
  '/operations/2/data/body',
  '/operations/2/data/body',
  '/transitions/0/condition',
  '/transitions/0/nextState',
  '/transitions/1',
  '/input/assignments/0/from',
  '/input/assignments/0/to',
  '/more',
];

describe('everything that is wrong is reported at once', () => {
  it('of a state, when it is created, replaced and merged', async () => {
    const states = `${agent}/states`;
    await api.call('POST', `${states}/there`, { body: { template: { contentMessage: { text: 'Hello' } } } });
    assertFaults(await api.call('POST', `${states}/new`, { body: faulty }), 'validation_failed', FAULTS);
    assertFaults(await api.call('PUT', `${states}/there`, { body: faulty }), 'validation_failed', FAULTS);
    assertFaults(await api.call('PATCH', `${states}/there`, { body: faulty }), 'validation_failed', FAULTS);
    assert.equal((await api.call('GET', `${states}/new`)).status, 404, 'nothing is stored');
    assert.equal((await api.call('GET', `${states}/there`)).body.template.contentMessage.text, 'Hello');
  });

  it('of a largely invalid state, each fault once', async () => {
    for (const [body, paths] of [
      [
        { template: 5, operations: [7], transitions: {}, input: { assignments: 'x' } },
        ['/template', '/operations/0', '/transitions', '/input/assignments', '/input/nextState'],
      ],
      [{ template: {}, flowEntryStateId: 'two words' }, ['/template/contentMessage', '/flowEntryStateId']],
      [{ more: 1 }, ['', '/more']],
      [{ operations: Array.from({ length: 21 }, () => incomplete) }, ['/operations']],
    ] as const) {
      const answer = await api.call('POST', `${agent}/states/a`, { body });
      assert.equal(answer.status, 400);
      const told = answer.body.errors.map(({ path }: { path: string }) => path);
      for (const path of paths)
        assert.equal(told.filter((each: string) => each === path).length, 1, `${path}: ${told}`);
    }
    for (const body of [[], 'x', 5, null]) {
      assertFaults(await api.call('POST', `${agent}/states/a`, { body: JSON.stringify(body) }), 'validation_failed', [
        '',
      ]);
    }
  });

  it('of a list that is too long and has faulty elements', async () => {
    const operations = Array.from({ length: 60 }, (_, index) => (index < 55 ? operation : incomplete));
    const ofState = await api.call('POST', `${agent}/states/long`, { body: { ...faulty, operations } });
    assert.equal(ofState.status, 400, JSON.stringify(ofState.body));
    const words = Array.from({ length: 200 }, (_, index) => (index < 150 ? `word ${index}` : ''));
    const ofAgent = await api.call('PATCH', agent, { body: { config: { optOut: { words } } } });
    assert.equal(ofAgent.status, 400, JSON.stringify(ofAgent.body));
    assert.equal(ofAgent.body.errors[0].path, '/config/optOut/words');
  });

  it('of the path, the query, the headers and the body', async () => {
    const answer = await api.call('POST', `${agent}/states/two%20words/send/123`, {
      headers: { 'idempotency-key': 'ä' },
      body: { ttl: 'soon', more: 1 },
    });
    assertFaults(answer, 'invalid_phone_number', ['stateId', 'phoneNumber', 'idempotency-key', '/ttl', '/more']);
    const promotion = { ttl: '1296001s', messageTrafficType: 'PROMOTION' };
    assertFaults(await api.call('POST', `${agent}/states/a/send/123`, { body: promotion }), 'invalid_phone_number', [
      'phoneNumber',
      '/ttl',
      '/messageTrafficType',
    ]);
    const connector = { connectorId: 'crm', operations: { get: { method: 'GET', path: '/../x' } } };
    assertFaults(await api.call('POST', '/connectors?accountID=x', { body: connector }), 'validation_failed', [
      'accountID',
      '/baseUrl',
      '/operations/get/path',
    ]);
  });

  it('of an agent, when it is created and changed', async () => {
    const config = {
      eventForwardUrl: 'nowhere',
      defaultState: 'two words',
      keywords: [
        { keyword: 'Menu', stateId: 'a' },
        { keyword: 'MENU', stateId: 'b' },
        { keyword: 'menu ', stateId: 'c' },
      ],
    };
    const paths = [
      '/config/eventForwardUrl',
      '/config/defaultState',
      '/config/keywords/1/keyword',
      '/config/keywords/2/keyword',
    ];
    const answer = await api.call('POST', '/agents', { body: { brandId, useCase: 'OTP', config } });
    assertFaults(answer, 'validation_failed', ['/name', ...paths]);
    assertFaults(await api.call('PATCH', agent, { body: { name: '', config } }), 'validation_failed', [
      '/name',
      '/name',
      ...paths,
    ]);
  });

  it('of an agent whose states have traffic types that its new use case may not use', async () => {
    const body = { name: 'Many', brandId, useCase: 'MULTI_USE' };
    const { agentId } = (await api.call('POST', '/agents', { body })).body;
    const promotion = { messageTrafficType: 'PROMOTION', template: { contentMessage: { text: 'Buy!' } } };
    assert.equal((await api.call('POST', `/agents/${agentId}/states/sale`, { body: promotion })).status, 201);
    const change = { name: '', useCase: 'OTP', config: { eventForwardUrl: 'nowhere' } };
    assertFaults(await api.call('PATCH', `/agents/${agentId}`, { body: change }), 'validation_failed', [
      '/name',
      '/name',
      '/useCase',
      '/config/eventForwardUrl',
    ]);
  });

  it('of a connector and of its credentials', async () => {
    const connector = {
      connectorId: 'crm',
      baseUrl: 'http://127.0.0.1:9',
      operations: { get: { method: 'GET', path: '/' } },
    };
    assert.equal((await api.call('POST', '/connectors', { body: connector })).status, 201);
    const body = {
      baseUrl: 'http://127.0.0.1:9/?x',
      operations: { get: { method: 'GET', path: '/..', body: {}, more: 1 } },
    };
    const paths = ['/baseUrl', '/operations/get/path', '/operations/get/body', '/operations/get/more'];
    assertFaults(await api.call('PUT', '/connectors/crm', { body }), 'validation_failed', paths);
    const credential = { name: '', type: 'apiKey', in: 'header', parameter: 'Host', key: 'x' };
    assertFaults(await api.call('POST', '/connectors/crm/authentications', { body: credential }), 'validation_failed', [
      '/name',
      '/name',
      '/parameter',
    ]);
  });

  it('of a redelivery of events', async () => {
    const body = { since: '2026-12-31T23:59:60Z', until: 'yesterday', more: 1 };
    const answer = await api.call('POST', `${agent}/events/redeliver`, { body });
    assertFaults(answer, 'validation_failed', ['/since', '/until', '/more']);
    const query = 'since=2026-12-31T23:59:60Z&until=yesterday&limit=0';
    assertFaults(await api.call('GET', `${agent}/events?${query}`), 'validation_failed', ['since', 'until', 'limit']);
  });

  it('of a preview, up to what only rendering shows', async () => {
    const answer = await api.call('POST', `${agent}/previews`, {
      body: { template: faulty.template, phoneNumber: '1' },
    });
    assertFaults(answer, 'invalid_phone_number', [
      '/phoneNumber',
      '/template/contentMessage/text',
      '/template/contentMessage/suggestions/0/reply/text',
    ]);
  });
});

it('at most 20 faults are shown, whichever check finds them', async () => {
  const assignments = Array.from({ length: 50 }, () => ({ from: 'a b', to: 'x' }));
  const answer = await api.call('POST', `${agent}/states/a`, { body: { input: { nextState: 'b', assignments } } });
  assert.equal(answer.status, 400);
  assert.equal(answer.body.errors.length, 20);
  assert.match(answer.body.detail, /, and 49 more\.$/);
});

it('a missing agent is reported before anything about the body', async () => {
  for (const [method, path] of [
    ['POST', '/agents/none/states/a'],
    ['PATCH', '/agents/none/states/a'],
    ['PATCH', '/agents/none'],
  ] as const) {
    assert.equal((await api.call(method, path, { body: { more: 1 } })).body.code, 'agent_not_found');
  }
});
