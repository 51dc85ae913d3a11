/**
 * States: saving, merging, deleting.
 * Source: the specification, "State", "Deletion rule"; docs/spec-choices.md §3, §5.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createStateChecker } from '../../src/engine/check.ts';
import { createSandbox } from '../../src/engine/sandbox.ts';
import { insertState, lockStates } from '../../src/store/states.ts';
import { type Answer, type Api, createClient, startApi } from './context.ts';

let api: Api;
let as: string;
let brandId: string;
let states: string;
let agentId: string;
/** Held up here, a save has read the state it merges into but not stored it yet. */
let beforeCheck = async () => {};
const sandbox = createSandbox();
const checkState = createStateChecker(sandbox);
before(async () => {
  api = await startApi({
    checkState: async (...given) => {
      await beforeCheck();
      return checkState(...given);
    },
  });
  as = (await createClient(api)).token;
  brandId = (await api.call('POST', '/brands', { body: { name: 'Acme' } })).body.brandId;
});
beforeEach(async () => {
  const { body } = await api.call('POST', '/agents', { as, body: { name: 'Bot', brandId, useCase: 'OTP' } });
  agentId = body.agentId;
  states = `/agents/${agentId}/states`;
});
after(() => api[Symbol.asyncDispose]());
after(() => sandbox[Symbol.asyncDispose]());

/** More than there are connections to the database. */
const MANY_MERGES = 60;

const says = (text: string) => ({ template: { contentMessage: { text } } });
const create = (stateId: string, body: object) => api.call('POST', `${states}/${stateId}`, { as, body });
const get = (stateId: string) => api.call('GET', `${states}/${stateId}`, { as });
const remove = (stateId: string) => api.call('DELETE', `${states}/${stateId}`, { as });

function assertProblem(answer: Answer, status: number, code: string, ...paths: string[]) {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.body.code, code);
  const errors: { path: string }[] = answer.body.errors ?? [];
  assert.deepEqual(
    errors.map(({ path }) => path),
    paths,
  );
}

const operation = { connectorId: 'http', authenticationId: 'none', operation: 'request', contextKey: 'order' };
const data = { method: 'GET', url: 'http://127.0.0.1:9/orders/{{ input.number }}' };

/** Every field that the specification names, and the name for people. */
const whole = {
  displayName: 'Tell the state of the order',
  flowEntryStateId: 'start',
  messageTrafficType: 'AUTHENTICATION',
  template: { contentMessage: { text: 'Your order: {{ data.order.body.state }}' } },
  operations: [{ ...operation, data }],
  transitions: [{ condition: '{% if data.order == nil %}true{% endif %}', nextState: 'start' }],
  input: { nextState: 'start', assignments: [{ from: 'message.text', to: 'number' }] },
};

describe('a state', () => {
  it('is created with 201 and read back as it was saved', async () => {
    await create('start', says('hi'));
    const answer = await create('order', whole);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const { agentId: _agentId, stateId, createdAt, updatedAt, ...body } = answer.body;
    assert.equal(stateId, 'order');
    assert.deepEqual(body, whole);
    assert.equal(createdAt, updatedAt);
    assert.deepEqual((await get('order')).body, answer.body);
  });

  it('that exists is 409 state_exists, and stays unchanged', async () => {
    await create('a', says('first'));
    assertProblem(await create('a', says('second')), 409, 'state_exists');
    assert.equal((await get('a')).body.template.contentMessage.text, 'first');
  });

  it('has its id in the path: in the body it is an unknown field', async () => {
    assertProblem(await create('a', { ...says('x'), stateId: 'a' }), 400, 'validation_failed', '/stateId');
  });

  for (const stateId of ['with%20space', 'slash%2Fslash', 'ä', 'x'.repeat(101), 'tab%09']) {
    it(`with the id "${stateId.slice(0, 20)}" is 400 and names the parameter`, async () => {
      assertProblem(
        await create(encodeURI(decodeURIComponent(stateId)).replace('/', '%2F'), says('x')),
        400,
        'validation_failed',
        'stateId',
      );
    });
  }

  it('may have any id of letters, digits and . _ ~ : @ -', async () => {
    for (const stateId of ['a', 'A.b_c~d:e@f-1', 'x'.repeat(100)]) {
      assert.equal((await create(stateId, says('x'))).status, 201);
      assert.equal((await get(stateId)).status, 200);
    }
  });

  it('needs a template, transitions, input or operations', async () => {
    for (const body of [{}, { flowEntryStateId: 'a' }, { transitions: [] }, { operations: [] }]) {
      assertProblem(await create('a', body), 400, 'validation_failed', '');
    }
    for (const body of [
      says('x'),
      { transitions: [{ condition: 'true', nextState: 'b' }] },
      { input: { nextState: 'b' } },
      { operations: [{ ...operation, data }] },
    ]) {
      assert.equal((await create(`s${Math.random().toString(36).slice(2)}`, body)).status, 201);
    }
  });

  it('may not have a traffic type that the platform refuses from its agent', async () => {
    for (const messageTrafficType of ['PROMOTION', 'TRANSACTION', 'MESSAGE_TRAFFIC_TYPE_UNSPECIFIED', 'otp']) {
      const answer = await create('a', { ...says('x'), messageTrafficType });
      assertProblem(answer, 400, 'validation_failed', '/messageTrafficType');
      assert.match(answer.body.detail, /AUTHENTICATION.*SERVICEREQUEST.*ACKNOWLEDGEMENT/);
    }
    assert.equal((await get('a')).status, 404, 'nothing is stored');
  });

  for (const field of ['connectorId', 'authenticationId', 'operation', 'contextKey', 'data']) {
    it(`whose operation lacks ${field} is 400 and names the path`, async () => {
      const incomplete = { ...operation, data, [field]: undefined };
      const answer = await create('a', { operations: [{ ...operation, data }, incomplete] });
      assertProblem(answer, 400, 'validation_failed', `/operations/1/${field}`);
      assert.equal((await get('a')).status, 404, 'nothing is stored');
    });
  }

  it('may hold Liquid nested as deep as its length allows, or gets an error that it is too deep', async () => {
    for (const depth of [2_000, 3_000, 4_000, 5_000]) {
      const { status } = await create(`deep-${depth}`, says(`{{ a${'[a'.repeat(depth)}${']'.repeat(depth)} }}`));
      assert.ok(status === 201 || status === 400, `${status} with ${depth}`);
    }
  });

  for (const field of ['condition', 'nextState']) {
    it(`whose transition lacks ${field} is 400 and names the path`, async () => {
      const transition = { condition: 'true', nextState: 'b', [field]: undefined };
      assertProblem(
        await create('a', { transitions: [transition] }),
        400,
        'validation_failed',
        `/transitions/0/${field}`,
      );
    });
  }

  for (const field of ['from', 'to']) {
    it(`whose assignment lacks ${field} is 400 and names the path`, async () => {
      const assignment = { from: 'text', to: 'x', [field]: undefined };
      const answer = await create('a', { input: { nextState: 'b', assignments: [assignment] } });
      assertProblem(answer, 400, 'validation_failed', `/input/assignments/0/${field}`);
    });
  }

  it('with an unknown field at any depth is 400 and names it', async () => {
    for (const [path, body] of [
      ['/more', { ...says('x'), more: 1 }],
      ['/template/more', { template: { contentMessage: { text: 'x' }, more: 1 } }],
      ['/template/contentMessage/more', { template: { contentMessage: { text: 'x', more: 1 } } }],
      ['/operations/0/more', { operations: [{ ...operation, data, more: 1 }] }],
      ['/transitions/0/more', { transitions: [{ condition: 'true', nextState: 'b', more: 1 }] }],
      ['/input/more', { input: { nextState: 'b', more: 1 } }],
    ] as const) {
      assertProblem(await create('a', body), 400, 'validation_failed', path);
    }
  });

  it('with more Liquid than can be parsed at once is 400 with the amount, and is not stored', async () => {
    const body = {
      ...says('Hello'),
      operations: [{ ...operation, data: { ...data, query: { a: '{{a}}'.repeat(2_000) } } }],
    };
    const answer = await create('a', body);
    assertProblem(answer, 400, 'validation_failed', '');
    assert.match(answer.body.detail, /^The body must have at most 2000 outputs and tags .*; it has 2001\./);
    assert.equal((await get('a')).status, 404);
  });

  it('with Liquid that cannot be parsed is 400 invalid_liquid with line and column', async () => {
    const answer = await create('a', says('one\n{{ two'));
    assertProblem(answer, 400, 'invalid_liquid', '/template/contentMessage/text');
    assert.equal(answer.body.errors[0].line, 2);
    assert.equal(answer.body.errors[0].column, 1);
  });

  it('that names a connector, an operation or a credential that does not exist is 400 and names the path', async () => {
    for (const [path, change] of [
      ['/operations/0/connectorId', { connectorId: 'nowhere' }],
      ['/operations/0/operation', { operation: 'dance' }],
      ['/operations/0/authenticationId', { authenticationId: 'auth_none' }],
    ] as const) {
      assertProblem(
        await create('a', { operations: [{ ...operation, data, ...change }] }),
        400,
        'validation_failed',
        path,
      );
    }
  });

  it('may name states that do not exist yet, and the response lists them', async () => {
    const { status, body } = await create('a', {
      flowEntryStateId: 'entry',
      transitions: [{ condition: 'true', nextState: 'next' }],
      input: { nextState: 'a' },
    });
    assert.equal(status, 201);
    const paths = body.warnings.map((warning: { path: string }) => warning.path);
    assert.deepEqual(paths.sort(), ['/flowEntryStateId', '/transitions/0/nextState']);
    assert.ok(!('warnings' in (await get('a')).body));
  });

  it('of up to half a megabyte is accepted, and a larger one is 413', async () => {
    const withOperations = (count: number) => {
      const call = { ...operation, data: { ...data, method: 'POST', body: 'x'.repeat(20_000) } };
      return { ...whole, operations: Array.from({ length: count }, () => call) };
    };
    assert.equal((await create('large', withOperations(15))).status, 201);
    const larger = { ...withOperations(20), ...says('x'.repeat(200_000)) };
    assertProblem(await create('larger', larger), 413, 'body_too_large');
  });

  it('that does not exist is 404 state_not_found for every operation', async () => {
    for (const answer of [
      await get('none'),
      await api.call('PUT', `${states}/none`, { as, body: says('x') }),
      await api.call('PATCH', `${states}/none`, { as, body: {} }),
      await remove('none'),
    ]) {
      assertProblem(answer, 404, 'state_not_found');
    }
  });

  it('is listed by id, page by page', async () => {
    for (const stateId of ['b', 'a', 'C', 'a.b', 'z']) await create(stateId, says('x'));
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page++) {
      const { body } = await api.call('GET', `${states}?limit=2${cursor}`, { as });
      seen.push(...body.states.map((state: { stateId: string }) => state.stateId));
      cursor = `&cursor=${body.nextCursor}`;
    }
    assert.deepEqual(seen, ['C', 'a', 'a.b', 'b', 'z']);
    for (const text of ['\u0000', 'two words', '']) {
      const wrong = Buffer.from(text).toString('base64url') || '!';
      assertProblem(await api.call('GET', `${states}?cursor=${wrong}`, { as }), 400, 'validation_failed', 'cursor');
    }
  });
});

describe('a replaced state', () => {
  it('has only the new body', async () => {
    await create('a', whole);
    const { status, body } = await api.call('PUT', `${states}/a`, { as, body: says('new') });
    assert.equal(status, 200);
    assert.deepEqual(body.template, says('new').template);
    assert.ok(!('operations' in body) && !('input' in body) && !('flowEntryStateId' in body));
  });

  it('is checked as a new one is', async () => {
    await create('a', says('x'));
    assertProblem(await api.call('PUT', `${states}/a`, { as, body: {} }), 400, 'validation_failed', '');
  });

  it('is visible in the catalog at once', async () => {
    await create('a', says('old'));
    const text = async () => (await api.context.catalog.findState(agentId, 'a'))?.template?.contentMessage['text'];
    assert.equal(await text(), 'old');
    await api.call('PUT', `${states}/a`, { as, body: says('new') });
    assert.equal(await text(), 'new');
  });
});

describe('a merged state', () => {
  const patch = (stateId: string, body: object) => api.call('PATCH', `${states}/${stateId}`, { as, body });

  it('changes the top-level fields that are sent, and null removes one', async () => {
    await create('a', whole);
    const { status, body } = await patch('a', { ...says('new'), operations: null, input: null });
    assert.equal(status, 200);
    assert.deepEqual(body.template, says('new').template);
    assert.deepEqual(body.transitions, whole.transitions);
    assert.equal(body.flowEntryStateId, 'start');
    assert.ok(!('operations' in body) && !('input' in body));
  });

  it('cannot become empty', async () => {
    await create('a', says('x'));
    assertProblem(await patch('a', { template: null }), 400, 'validation_failed', '');
    assert.equal((await get('a')).body.template.contentMessage.text, 'x');
  });

  it('names the field that is wrong, and only that', async () => {
    await create('a', says('x'));
    const answer = await patch('a', { operations: [{ ...operation, data, authenticationId: undefined }] });
    assertProblem(answer, 400, 'validation_failed', '/operations/0/authenticationId');
    assertProblem(await patch('a', { more: 1 }), 400, 'validation_failed', '/more');
  });

  it('keeps a merge that is stored while it is being checked', async () => {
    await create('a', says('x'));
    const { promise: checking, resolve: isChecking } = Promise.withResolvers<void>();
    const { promise: other, resolve: otherIsStored } = Promise.withResolvers<void>();
    beforeCheck = () => {
      beforeCheck = async () => {};
      isChecking();
      return other;
    };
    const slow = patch('a', { flowEntryStateId: 'b' });
    await checking;
    assert.equal((await patch('a', { input: { nextState: 'c' } })).status, 200);
    otherIsStored();
    assert.equal((await slow).status, 200);
    const { body } = await get('a');
    assert.equal(body.flowEntryStateId, 'b');
    assert.equal(body.input.nextState, 'c');
  });

  it('applies each of many concurrent merges, whichever fields they name', async () => {
    await create('a', says('x'));
    const fields = [
      (index: number) => ({ flowEntryStateId: `entry${index}` }),
      (index: number) => ({ input: { nextState: `next${index}` } }),
      (index: number) => ({ transitions: [{ condition: 'true', nextState: `then${index}` }] }),
    ];
    const merges = Array.from({ length: MANY_MERGES }, (_, index) => fields[index % fields.length]!(index));
    const answers = await Promise.all(merges.map((body) => patch('a', body)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const { body } = await get('a');
    assert.deepEqual(body.template, says('x').template);
    assert.ok(body.flowEntryStateId && body.input && body.transitions.length === 1, JSON.stringify(body));
  });

  it('cannot become empty by two concurrent merges, each of which would leave something', async () => {
    await create('a', { ...says('x'), input: { nextState: 'b' } });
    const bothHaveRead = Promise.withResolvers<void>();
    let count = 0;
    beforeCheck = async () => {
      if (++count === 2) bothHaveRead.resolve();
      await bothHaveRead.promise;
    };
    const answers = await Promise.all([patch('a', { template: null }), patch('a', { input: null })]);
    beforeCheck = async () => {};
    const refused = answers.find(({ status }) => status !== 200);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assertProblem(refused!, 400, 'validation_failed', '');
    const { template, input } = (await get('a')).body;
    assert.ok(Boolean(template) !== Boolean(input));
  });

  it('is 404 when the state is deleted while the merge is being checked', async () => {
    await create('a', says('x'));
    beforeCheck = async () => {
      await remove('a');
    };
    const answer = await patch('a', { flowEntryStateId: 'b' });
    beforeCheck = async () => {};
    assertProblem(answer, 404, 'state_not_found');
  });
});

describe('the deletion of a state', () => {
  it('is 204', async () => {
    await create('a', says('x'));
    assert.equal((await remove('a')).status, 204);
    assert.equal((await get('a')).status, 404);
    assert.equal(await api.context.catalog.findState(agentId, 'a'), undefined);
  });

  it('is 403 state_in_use while another state names it as its flow entry, without a challenge', async () => {
    await create('entry', says('x'));
    await create('dependent', { ...says('y'), flowEntryStateId: 'entry' });
    const answer = await remove('entry');
    assertProblem(answer, 403, 'state_in_use');
    assert.match(answer.body.detail, /dependent/);
    assert.equal(answer.headers['www-authenticate'], undefined);
    assert.equal((await get('entry')).status, 200);
  });

  it('is possible once the dependent states are deleted or changed', async () => {
    await create('entry', says('x'));
    await create('one', { ...says('y'), flowEntryStateId: 'entry' });
    await create('two', { ...says('z'), flowEntryStateId: 'entry' });
    await remove('one');
    assert.equal((await remove('entry')).status, 403);
    await api.call('PATCH', `${states}/two`, { as, body: { flowEntryStateId: null } });
    assert.equal((await remove('entry')).status, 204);
  });

  it('is possible when the state names itself as its flow entry', async () => {
    await create('entry', { ...says('x'), flowEntryStateId: 'entry' });
    assert.equal((await remove('entry')).status, 204);
  });

  it('is possible when a state names it as anything else', async () => {
    await create('a', says('x'));
    await create('b', { transitions: [{ condition: 'true', nextState: 'a' }], input: { nextState: 'a' } });
    assert.equal((await remove('a')).status, 204);
  });

  it('is possible when a state of another agent names it', async () => {
    await create('entry', says('x'));
    const { body: other } = await api.call('POST', '/agents', { as, body: { name: 'B', brandId, useCase: 'OTP' } });
    const dependent = { ...says('y'), flowEntryStateId: 'entry' };
    await api.call('POST', `/agents/${other.agentId}/states/b`, { as, body: dependent });
    assert.equal((await remove('entry')).status, 204);
  });

  it('waits for a save that is under way, and is refused when that names the state as its flow entry', async () => {
    await create('entry', says('x'));
    const { sql } = api.context;
    const deleting = await sql.begin(async (transaction) => {
      await lockStates(transaction, agentId, 'save');
      await insertState(transaction, agentId, 'dependent', { ...says('y'), flowEntryStateId: 'entry' });
      const deletion = remove('entry');
      let isDone = false;
      void deletion.finally(() => {
        isDone = true;
      });
      const isWaiting = async () =>
        (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
          .length > 0;
      while (!isDone && !(await isWaiting()));
      return { deletion };
    });
    assertProblem(await deleting.deletion, 403, 'state_in_use');
    assert.equal((await get('entry')).status, 200);
  });
});
