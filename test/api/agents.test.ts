/** Agents and their test devices. Source: the specification, "Agent", "Agent mode"; docs/spec-choices.md §3. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createOutbound } from '../../src/net/outbound.ts';
import { type Api, createClient, startApi } from './context.ts';

let api: Api;
let as: string;
let brandId: string;
before(async () => {
  api = await startApi();
  as = (await createClient(api)).token;
  brandId = (await api.call('POST', '/brands', { body: { name: 'Acme' } })).body.brandId;
});
after(() => api[Symbol.asyncDispose]());

const create = (fields: object = {}) =>
  api.call('POST', '/agents', { as, body: { name: 'Bot', brandId, useCase: 'TRANSACTIONAL', ...fields } });
const patch = (agentId: string, body: object) => api.call('PATCH', `/agents/${agentId}`, { as, body });

/** Settings that only the operator may change. */
const createAsOperator = (config: object) =>
  api.call('POST', '/agents', { body: { name: 'Bot', brandId, useCase: 'TRANSACTIONAL', config } });
const patchAsOperator = (agentId: string, config: object) =>
  api.call('PATCH', `/agents/${agentId}`, { body: { config } });

function assertField(answer: { status: number; body: { code: string; errors: { path: string }[] } }, path: string) {
  assert.equal(answer.status, 400, JSON.stringify(answer.body));
  assert.deepEqual(
    answer.body.errors.map((error) => error.path),
    [path],
  );
}

describe('an agent', () => {
  it('is created with 201, an agentId, and in test mode', async () => {
    const { status, body } = await create({ config: { eventForwardUrl: 'https://example.com/hook' } });
    assert.equal(status, 201);
    assert.match(body.agentId, /^agent_[a-z0-9]{20}$/);
    assert.equal(body.mode, 'TEST');
    assert.equal(body.brandId, brandId);
    assert.deepEqual(body.config, { eventForwardUrl: 'https://example.com/hook' });
    assert.deepEqual((await api.call('GET', `/agents/${body.agentId}`, { as })).body, body);
  });

  for (const useCase of ['TRANSACTIONAL', 'PROMOTIONAL', 'MULTI_USE', 'OTP']) {
    it(`may have the use case ${useCase}`, async () => {
      assert.equal((await create({ useCase })).body.useCase, useCase);
    });
  }

  it('may have no other use case', async () => {
    assertField(await create({ useCase: 'otp' }), '/useCase');
  });

  for (const field of ['name', 'brandId', 'useCase']) {
    it(`needs ${field}`, async () => {
      assertField(await create({ [field]: undefined }), `/${field}`);
    });
  }

  it('of a brand that does not exist or belongs to another account is 404 brand_not_found', async () => {
    const { body: account } = await api.call('POST', '/accounts', { body: { name: 'Theirs' } });
    const { body: brand } = await api.call('POST', '/brands', { body: { name: 'B', accountId: account.accountId } });
    for (const id of ['brand_none', brand.brandId]) {
      const answer = await create({ brandId: id });
      assert.equal(answer.status, 404);
      assert.equal(answer.body.code, 'brand_not_found');
    }
  });

  it('of another account is 404 for every operation', async () => {
    const { body: account } = await api.call('POST', '/accounts', { body: { name: 'Hidden' } });
    const theirs = await createClient(api, account.accountId);
    const { agentId } = (await create()).body;
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', {}],
      ['DELETE', '', undefined],
      ['GET', '/devices', undefined],
      ['POST', '/devices', { phoneNumber: '+15550100001' }],
      ['DELETE', '/devices/+15550100001', undefined],
      ['GET', '/states', undefined],
      ['GET', '/states/a', undefined],
      ['POST', '/states/a', { transitions: [] }],
      ['PUT', '/states/a', { transitions: [] }],
      ['PATCH', '/states/a', {}],
      ['DELETE', '/states/a', undefined],
    ] as const) {
      const answer = await api.call(method, `/agents/${agentId}${path}`, { as: theirs.token, body });
      assert.equal(answer.status, 404, `${method} ${path}`);
      assert.equal(answer.body.code, 'agent_not_found');
    }
    assert.deepEqual((await api.call('GET', '/agents', { as: theirs.token })).body, { agents: [] });
  });

  it('is launched by the operator, permanently', async () => {
    const { agentId } = (await create()).body;
    for (let time = 0; time < 2; time++) {
      const answer = await api.call('POST', `/agents/${agentId}/launch`);
      assert.equal(answer.status, 200);
      assert.equal(answer.body.mode, 'LAUNCHED');
    }
    assert.equal((await api.context.catalog.findAgent(agentId))?.mode, 'LAUNCHED');
  });

  it('is deleted with 204, with its states and devices', async () => {
    const { agentId } = (await create()).body;
    await api.call('POST', `/agents/${agentId}/devices`, { as, body: { phoneNumber: '+15550100001' } });
    await api.call('POST', `/agents/${agentId}/states/a`, {
      as,
      body: { template: { contentMessage: { text: 'x' } } },
    });
    assert.equal((await api.call('DELETE', `/agents/${agentId}`, { as })).status, 204);
    assert.equal((await api.call('GET', `/agents/${agentId}`, { as })).status, 404);
    assert.equal((await api.call('DELETE', `/agents/${agentId}`, { as })).status, 404);
    const [left] = await api.context.sql`
      select (select count(*)::int from state where agent_id = ${agentId}) + (select count(*)::int from device where agent_id = ${agentId}) as count`;
    assert.equal(left!['count'], 0);
  });
});

describe('a change of an agent', () => {
  let agentId: string;
  const config = { eventForwardUrl: 'https://example.com/hook', defaultState: 'start', sessionTtl: '60s' };
  beforeEach(async () => {
    agentId = (await create({ config })).body.agentId;
  });

  it('changes the fields sent and leaves the others untouched', async () => {
    const { status, body } = await patch(agentId, { config: { defaultState: 'other' } });
    assert.equal(status, 200);
    assert.deepEqual(body.config, { ...config, defaultState: 'other' });
    assert.equal(body.name, 'Bot');
  });

  it('clears a field of config with null', async () => {
    const { body } = await patch(agentId, { config: { eventForwardUrl: null, capabilityCheck: null } });
    assert.deepEqual(body.config, { defaultState: 'start', sessionTtl: '60s' });
  });

  it('changes name and use case', async () => {
    const { body } = await patch(agentId, { name: 'New', useCase: 'OTP' });
    assert.equal(body.name, 'New');
    assert.equal(body.useCase, 'OTP');
    assert.deepEqual(body.config, config);
  });

  it('may not leave a state with a traffic type that the platform would refuse', async () => {
    const states = `/agents/${agentId}/states`;
    const template = { contentMessage: { text: 'x' } };
    await api.call('POST', `${states}/note`, { as, body: { template, messageTrafficType: 'TRANSACTION' } });
    await api.call('POST', `${states}/answer`, { as, body: { template, messageTrafficType: 'SERVICEREQUEST' } });
    const refused = await patch(agentId, { useCase: 'OTP', name: 'New' });
    assertField(refused, '/useCase');
    assert.match(refused.body.detail, /note/);
    assert.equal((await api.call('GET', `/agents/${agentId}`, { as })).body.name, 'Bot', 'nothing is changed');
    assert.equal((await patch(agentId, { useCase: 'MULTI_USE' })).status, 200);
    await api.call('DELETE', `${states}/note`, { as });
    assert.equal((await patch(agentId, { useCase: 'OTP' })).status, 200);
  });

  it('may set opt-out and return words, alongside a keyword for the same word', async () => {
    const keywords = [{ keyword: 'stop', stateId: 'bye' }];
    const optOut = { words: ['adiós'], returnWords: ['hola'], acknowledgement: 'Bye' };
    assert.deepEqual((await patch(agentId, { config: { keywords, optOut } })).body.config, {
      ...config,
      keywords,
      optOut,
    });
  });

  it('that changes nothing is 200', async () => {
    assert.equal((await patch(agentId, {})).status, 200);
  });

  it('of an unknown field is 400 and names it, and nothing is changed', async () => {
    assertField(await patch(agentId, { config: { defaultState: 'other', webhook: 'x' } }), '/config/webhook');
    assertField(await patch(agentId, { brandId: 'other' }), '/brandId');
    assert.deepEqual((await api.call('GET', `/agents/${agentId}`, { as })).body.config, config);
  });

  it('names the field that is wrong, however deep, and only that', async () => {
    const keywords = [{ keyword: 'hi', stateId: 'no spaces allowed' }];
    assertField(await patch(agentId, { config: { keywords } }), '/config/keywords/0/stateId');
    assertField(await patch(agentId, { config: { keywords: [{ keyword: 'hi' }] } }), '/config/keywords/0/stateId');
    const twice = ['hi', 'stop', ' HI '].map((keyword) => ({ keyword, stateId: 'welcome' }));
    assertField(await patch(agentId, { config: { keywords: twice } }), '/config/keywords/2/keyword');
    assertField(await patch(agentId, { config: { sessionTtl: '5 minutes' } }), '/config/sessionTtl');
    const optOuts: [object, string][] = [
      [{ words: 'stop' }, '/words'],
      [{ words: ['stop', ''] }, '/words/1'],
      [{ words: ['x'.repeat(101)] }, '/words/0'],
      [{ words: Array.from({ length: 101 }, (_, n) => `word ${n}`) }, '/words'],
      [{ words: ['stop', 'STOP!'] }, '/words/1'],
      [{ returnWords: ['unsubscribe'] }, '/returnWords/0'],
      [{ acknowledgement: ' ' }, '/acknowledgement'],
      [{ acknowledgement: 'x'.repeat(3073) }, '/acknowledgement'],
      [{ acknowledgement: '{{ user.phoneNumber }}' }, '/acknowledgement'],
      [{ keywords: ['stop'] }, '/keywords'],
    ];
    for (const [optOut, path] of optOuts) {
      assertField(await patch(agentId, { config: { optOut } }), `/config/optOut${path}`);
      assertField(await create({ config: { optOut } }), `/config/optOut${path}`);
    }
    assertField(await patch(agentId, { config: { capabilityCheck: 'yes' } }), '/config/capabilityCheck');
    assertField(await patch(agentId, { config: null }), '/config');
    assertField(await patch(agentId, { name: null }), '/name');
  });

  it('is visible in the catalog at once', async () => {
    const { catalog } = api.context;
    assert.equal((await catalog.findAgent(agentId))?.config.defaultState, 'start');
    await patch(agentId, { config: { defaultState: 'other' } });
    assert.equal((await catalog.findAgent(agentId))?.config.defaultState, 'other');
  });

  it('loses nothing when two run at the same time', async () => {
    await Promise.all([
      patch(agentId, { config: { defaultState: 'a' } }),
      patch(agentId, { config: { sessionTtl: '7s' } }),
      patch(agentId, { name: 'Both' }),
    ]);
    const { body } = await api.call('GET', `/agents/${agentId}`, { as });
    assert.equal(body.name, 'Both');
    assert.deepEqual(body.config, { ...config, defaultState: 'a', sessionTtl: '7s' });
  });
});

describe('the id of an agent at the RCS platform', () => {
  it('is its agentId by default, and finds the agent', async () => {
    const { agentId } = (await create()).body;
    const other = (await createAsOperator({ platformAgentId: 'acme_bot@rbm.goog' })).body;
    const { catalog } = api.context;
    assert.equal((await catalog.findAgentByPlatformId(agentId))?.agentId, agentId);
    assert.equal((await catalog.findAgentByPlatformId('acme_bot'))?.agentId, other.agentId);
    assert.equal(other.config.platformAgentId, 'acme_bot');
  });

  it('belongs to one agent only', async () => {
    const { agentId } = (await createAsOperator({ platformAgentId: 'taken' })).body;
    const free = (await create()).body;
    for (const answer of [
      await createAsOperator({ platformAgentId: 'taken' }),
      await createAsOperator({ platformAgentId: free.agentId }),
      await patchAsOperator(free.agentId, { platformAgentId: 'taken@rbm.goog' }),
    ]) {
      assert.equal(answer.status, 409);
      assert.equal(answer.body.code, 'platform_agent_in_use');
    }
    assert.equal((await patchAsOperator(agentId, { platformAgentId: null })).status, 200);
    assert.equal((await patchAsOperator(free.agentId, { platformAgentId: 'taken' })).status, 200);
  });

  it('cannot be chosen by a client, and the refusal does not reveal which exist', async () => {
    const { agentId } = (await create()).body;
    const theirs = (await createAsOperator({ platformAgentId: 'somebody' })).body;
    const answers = [
      await create({ config: { platformAgentId: 'somebody' } }),
      await create({ config: { platformAgentId: 'nobody' } }),
      await create({ config: { platformAgentId: theirs.agentId } }),
      await patch(agentId, { config: { platformAgentId: 'somebody@rbm.goog' } }),
      await patch(agentId, { name: 'Nobody', config: { platformAgentId: 'nobody' } }),
      await patch(theirs.agentId, { config: { platformAgentId: null } }),
    ];
    for (const { status, body, headers } of answers) {
      assert.deepEqual(body, answers[0]!.body, 'it would tell which ids are taken');
      assert.equal(status, 403);
      assert.equal(body.code, 'insufficient_scope');
      assert.deepEqual(body.errors, [{ path: '/config/platformAgentId', message: 'can be set only by the operator' }]);
      assert.match(body.detail, /operator/);
      assert.match(String(headers['www-authenticate']), /error="insufficient_scope".*scope="operator"/);
    }
    const { body: now } = await api.call('GET', `/agents/${agentId}`, { as });
    assert.deepEqual([now.name, now.config], ['Bot', {}], 'nothing of the request is stored');
  });

  it('may be sent back unchanged', async () => {
    const { agentId, config } = (await createAsOperator({ platformAgentId: 'round_trip', defaultState: 'a' })).body;
    for (const platformAgentId of ['round_trip', 'round_trip@rbm.goog']) {
      const answer = await patch(agentId, { config: { ...config, platformAgentId, defaultState: 'b' } });
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body.config, { platformAgentId: 'round_trip', defaultState: 'b' });
    }
    const { agentId: plain } = (await create()).body;
    assert.equal((await patch(plain, { config: { platformAgentId: null } })).status, 200);
  });
});

describe('a webhook URL on the public network', () => {
  let strict: Api;
  before(async () => {
    strict = await startApi({ outbound: createOutbound({ network: 'public', resolve: async () => ['127.0.0.1'] }) });
  });
  after(() => strict[Symbol.asyncDispose]());

  for (const url of [
    'http://example.com/hook',
    'https://127.0.0.1/hook',
    'https://2130706433/',
    'https://localhost/',
    'https://user@example.com/',
    'https://example.com:6379/',
    'https://resolves-to-loopback.example.com/',
    'not a url',
  ]) {
    it(`is refused when it is ${url}`, async () => {
      const { body: brand } = await strict.call('POST', '/brands', { body: { name: 'x' } });
      const agent = { name: 'x', brandId: brand.brandId, useCase: 'OTP', config: { eventForwardUrl: url } };
      const answer = await strict.call('POST', '/agents', { body: agent });
      assertField(answer, '/config/eventForwardUrl');
      assert.deepEqual((await strict.call('GET', '/agents')).body, { agents: [] });
    });

    it(`is refused as a further endpoint when it is ${url}`, async () => {
      const { body: brand } = await strict.call('POST', '/brands', { body: { name: 'x' } });
      const agent = { name: 'x', brandId: brand.brandId, useCase: 'OTP' };
      const { agentId } = (await strict.call('POST', '/agents', { body: agent })).body;
      const path = `/agents/${agentId}/endpoints`;
      assertField(await strict.call('POST', path, { body: { url } }), '/url');
      const made = await strict.call('POST', path, { body: { url: 'https://example.com/hook' } });
      assertField(await strict.call('PATCH', `${path}/${made.body.endpointId}`, { body: { url } }), '/url');
      await strict.call('DELETE', `/agents/${agentId}`);
    });
  }
});

describe('a test device', () => {
  let path: string;
  let agentId: string;
  before(async () => {
    agentId = (await create()).body.agentId;
    path = `/agents/${agentId}/devices`;
  });

  it('is registered with 201, a second time with 200', async () => {
    const body = { phoneNumber: '+15550100001' };
    const first = await api.call('POST', path, { as, body });
    assert.equal(first.status, 201);
    const again = await api.call('POST', path, { as, body });
    assert.equal(again.status, 200);
    assert.deepEqual(again.body, first.body);
    assert.deepEqual((await api.call('GET', path, { as })).body, { devices: [first.body] });
  });

  it('may be registered by the operator as well', async () => {
    assert.equal((await api.call('POST', path, { body: { phoneNumber: '+15550100009' } })).status, 201);
  });

  for (const phoneNumber of [
    '15550100001',
    '+1 555 010 0001',
    '+1-555-0100',
    '+1(555)0100',
    '+0123456',
    '+1',
    '+1234567890123456',
    '',
  ]) {
    it(`with the number "${phoneNumber}" is 400 invalid_phone_number`, async () => {
      const answer = await api.call('POST', path, { as, body: { phoneNumber } });
      assertField(answer, '/phoneNumber');
      assert.equal(answer.body.code, 'invalid_phone_number');
    });
  }

  it('is removed with 204, its + written as it is or as %2B', async () => {
    for (const written of ['+15550100002', '%2B15550100002']) {
      await api.call('POST', path, { as, body: { phoneNumber: '+15550100002' } });
      assert.equal(await api.context.catalog.hasDevice(agentId, '+15550100002'), true);
      assert.equal((await api.call('DELETE', `${path}/${written}`, { as })).status, 204);
      assert.equal(await api.context.catalog.hasDevice(agentId, '+15550100002'), false);
    }
  });

  it('that is not registered is 404 device_not_found', async () => {
    const answer = await api.call('DELETE', `${path}/+15550100003`, { as });
    assert.equal(answer.status, 404);
    assert.equal(answer.body.code, 'device_not_found');
  });

  it('with a wrong number in the path is 400 and names the parameter', async () => {
    const answer = await api.call('DELETE', `${path}/15550100003`, { as });
    assertField(answer, 'phoneNumber');
    assert.equal(answer.body.code, 'invalid_phone_number');
  });
});
