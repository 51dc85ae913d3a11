/** Conversations as the API shows them: where the user is, what was captured, every turn, and the hash chain. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  type Answer,
  createAgent,
  createStates,
  expectStatus,
  newPhoneNumber,
  type Service,
  startService,
  startWebhookSink,
} from '../harness.ts';
import { until } from '../until.ts';
import { createClient } from './context.ts';
import * as api from './with-lanes.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service?.[Symbol.asyncDispose]());

const STATES = {
  ask: {
    template: { contentMessage: { text: 'Hello {{ params.name }}, what colour?' } },
    input: { nextState: 'thank', assignments: [{ from: 'message.text', to: 'colour' }] },
  },
  thank: { template: { contentMessage: { text: '{{ input.colour }} it is.' } } },
};

const path = (agentId: string, phoneNumber: string, query = '') =>
  `/agents/${agentId}/conversations/${phoneNumber}${query}`;

async function send(agentId: string, phoneNumber: string, body: object = {}): Promise<string> {
  const address = `/agents/${agentId}/states/ask/send/${phoneNumber}`;
  return expectStatus(await service.call('POST', address, body), 200).messageId;
}

/** The conversation once it has had this many turns. */
function afterTurns(agentId: string, phoneNumber: string, count: number): Promise<Answer['body']> {
  return until(async () => {
    const { status, body } = await service.call('GET', path(agentId, phoneNumber));
    return status === 200 && body.turnCount >= count && body;
  }, `${count} turns`);
}

async function agentWithStates(config: object = {}): Promise<string> {
  const agentId = await createAgent(service, { config });
  await createStates(service, agentId, STATES);
  return agentId;
}

test('a conversation shows where the user is, what was captured, and why the agent replied as it did', async () => {
  const agentId = await agentWithStates({ sessionTtl: '3600s' });
  const phoneNumber = newPhoneNumber();
  const asked = await send(agentId, phoneNumber, { params: { name: 'Ada' } });
  const waiting = await afterTurns(agentId, phoneNumber, 1);
  assert.equal(waiting.stateId, 'ask');
  assert.equal(waiting.awaitingStateId, 'ask');
  assert.deepEqual(waiting.params, { name: 'Ada' });

  const said = { agentId, text: 'Green' };
  const { messageId: answer } = expectStatus(
    await service.call('POST', `/emulator/handsets/${phoneNumber}/messages`, said),
    200,
  );
  const conversation = await afterTurns(agentId, phoneNumber, 2);
  assert.equal(conversation.agentId, agentId);
  assert.equal(conversation.phoneNumber, phoneNumber);
  assert.equal(conversation.stateId, 'thank');
  assert.equal(conversation.awaitingStateId, null);
  assert.equal(conversation.unsubscribed, false);
  assert.deepEqual(conversation.input, { colour: 'Green' });
  const [latest, first] = conversation.turns;
  assert.equal(Date.parse(conversation.sessionEndsAt), Date.parse(latest.receivedAt) + 3_600_000);

  assert.deepEqual([latest.number, first.number], [2, 1]);
  assert.equal(latest.item.kind, 'user-message');
  assert.deepEqual(latest.content, { text: 'Green it is.' });
  assert.ok(
    latest.trace.some((step: { step: string; value?: string }) => step.step === 'assign' && step.value === 'Green'),
  );
  assert.equal(first.messageId, asked);
  assert.equal(first.item.stateId, 'ask');
  assert.ok(first.receivedAt <= first.startedAt && first.startedAt <= first.committedAt);

  assert.deepEqual(
    conversation.messages.map(({ direction, messageId, content, stateId }: Answer['body']) => ({
      direction,
      messageId,
      text: content.text,
      stateId,
    })),
    [
      { direction: 'OUT', messageId: latest.messageId, text: 'Green it is.', stateId: 'thank' },
      { direction: 'IN', messageId: answer, text: 'Green', stateId: undefined },
      { direction: 'OUT', messageId: asked, text: 'Hello Ada, what colour?', stateId: 'ask' },
    ],
  );
});

test('an outbound message of a conversation has its status', async () => {
  const agentId = await agentWithStates();
  const phoneNumber = newPhoneNumber();
  await send(agentId, phoneNumber);
  await until(async () => {
    const { body } = await service.call('GET', path(agentId, phoneNumber));
    return body.messages?.[0]?.status === 'DELIVERED';
  }, 'the delivery');
});

test('a turn that stopped shows why', async () => {
  const agentId = await agentWithStates();
  await createStates(service, agentId, { lost: { transitions: [{ condition: 'true', nextState: 'nowhere' }] } });
  const phoneNumber = newPhoneNumber();
  expectStatus(await service.call('POST', `/agents/${agentId}/states/lost/send/${phoneNumber}`), 200);
  const { turns, messages } = await afterTurns(agentId, phoneNumber, 1);
  assert.equal(turns[0].stopped, 'missing_state');
  assert.equal(turns[0].messageId, undefined);
  assert.deepEqual(messages, []);
});

test('turns are paged with a cursor, newest first, and their hash chain can be checked by anyone', async () => {
  const agentId = await agentWithStates();
  const phoneNumber = newPhoneNumber();
  for (let n = 0; n < 7; n++) await send(agentId, phoneNumber);
  await afterTurns(agentId, phoneNumber, 7);
  const turns: Answer['body'][] = [];
  let query = '?limit=3';
  for (;;) {
    const page = expectStatus(await service.call('GET', path(agentId, phoneNumber, query)), 200);
    assert.ok(page.turns.length <= 3);
    turns.push(...page.turns);
    if (page.nextCursor === undefined) break;
    query = `?limit=3&cursor=${page.nextCursor}`;
  }
  assert.deepEqual(
    turns.map(({ number }) => number),
    [7, 6, 5, 4, 3, 2, 1],
  );
  let chain = '';
  for (const turn of turns.reverse()) {
    assert.equal(turn.chainBefore, chain);
    const link = `${chain}|${turn.number}|${turn.seq}`;
    chain = createHash('sha256').update(link).digest('base64url').slice(0, 22);
    assert.equal(turn.chain, chain);
  }
});

test('a user who unsubscribed is shown as such', async () => {
  const agentId = await agentWithStates();
  const phoneNumber = newPhoneNumber();
  await send(agentId, phoneNumber);
  await afterTurns(agentId, phoneNumber, 1);
  const event = { agentId, eventType: 'UNSUBSCRIBE' };
  expectStatus(await service.call('POST', `/emulator/handsets/${phoneNumber}/events`, event), 200);
  await until(
    async () => (await service.call('GET', path(agentId, phoneNumber))).body.unsubscribed === true,
    'the mark on the conversation',
  );
});

test('a number without a turn is a 404 conversation_not_found, and a wrong number a 400', async () => {
  const agentId = await agentWithStates();
  const unknown = await service.call('GET', path(agentId, newPhoneNumber()));
  assert.equal(unknown.status, 404);
  assert.equal(unknown.body.code, 'conversation_not_found');
  assert.equal((await service.call('GET', path(agentId, '15550100001'))).body.code, 'invalid_phone_number');
});

test('conversations are listed by number, page by page, without those of other agents', async () => {
  await using own = await api.startApiWithLanes();
  const agents = [await api.createAgent(own), await api.createAgent(own)];
  const numbers = Array.from({ length: 25 }, (_, n) => `+155501000${n + 10}`);
  const session = JSON.stringify({ stateId: 'hello', awaitingStateId: null, params: {}, data: {}, input: {} });
  for (const agentId of agents) {
    for (const number of numbers) {
      await own.context.sql`
        insert into conversation (lane, agent_id, phone_number, session)
        values (${own.context.lanes.laneOf(agentId, number)}, ${agentId}, ${number}, ${session}::text::json)`;
    }
  }
  const listed: Answer['body'][] = [];
  let query = '?limit=10';
  for (;;) {
    const { body } = await own.call('GET', `/agents/${agents[0]}/conversations${query}`);
    listed.push(...body.conversations);
    if (body.nextCursor === undefined) break;
    assert.equal(body.conversations.length, 10);
    query = `?limit=10&cursor=${body.nextCursor}`;
  }
  assert.deepEqual(
    listed.map(({ phoneNumber }) => phoneNumber),
    numbers,
  );
  const begin = async (prefix: string) => {
    const address = `/agents/${agents[0]}/conversations?phoneNumberPrefix=${encodeURIComponent(prefix)}`;
    const { status, body } = await own.call('GET', address);
    return status === 200 ? body.conversations.map((row: Answer['body']) => row.phoneNumber) : status;
  };
  assert.deepEqual(await begin('+1555010002'), numbers.slice(10, 20));
  assert.deepEqual(await begin('15550100019'), numbers.slice(9, 10));
  assert.deepEqual([await begin('+1'), await begin('+999'), await begin('x')], [numbers, [], 400]);
  const { updatedAt, ...first } = listed[0];
  assert.ok(Date.parse(updatedAt) > 0);
  assert.deepEqual(first, {
    phoneNumber: numbers[0],
    stateId: 'hello',
    awaitingStateId: null,
    unsubscribed: false,
    turnCount: 0,
  });
});

test('conversations are listed by how they are, each with what was said last', async () => {
  const [waits, ended, stopped, failed, left] = Array.from({ length: 5 }, newPhoneNumber) as [string, ...string[]];
  await using sink = await startWebhookSink(({ body }) => (JSON.stringify(body).includes(failed!) ? 400 : 200));
  const agentId = await agentWithStates({ eventForwardUrl: sink.url, defaultState: 'thank' });
  await createStates(service, agentId, { lost: { transitions: [{ condition: 'true', nextState: 'nowhere' }] } });
  const say = (phoneNumber: string, text: string) =>
    service.call('POST', `/emulator/handsets/${phoneNumber}/messages`, { agentId, text });
  for (const phoneNumber of [waits, ended!, failed!, left!]) {
    await send(agentId, phoneNumber, { params: { name: 'Ada' } });
    await afterTurns(agentId, phoneNumber, 1);
  }
  for (const phoneNumber of [ended!, failed!, left!]) await say(phoneNumber, 'green');
  await service.call('POST', `/agents/${agentId}/states/lost/send/${stopped}`, {});
  expectStatus(
    await service.call('POST', `${path(agentId, left!)}/consent`, { action: 'OPT_OUT', evidence: 'By phone' }),
    202,
  );
  const list = async (query = '') => {
    const rows: Answer['body'][] = [];
    for (let cursor = ''; ; ) {
      const answer = await service.call('GET', `/agents/${agentId}/conversations?limit=2${query}${cursor}`);
      const body = expectStatus(answer, 200);
      rows.push(...body.conversations);
      if (body.nextCursor === undefined) return rows;
      cursor = `&cursor=${body.nextCursor}`;
    }
  };
  const numbers = async (standing: string) =>
    (await list(`&standing=${standing}`)).map(({ phoneNumber }: Answer['body']) => phoneNumber);
  await until(async () => {
    const found = [await numbers('failed'), await numbers('unsubscribed'), await numbers('stopped')];
    return found.every(({ length }) => length > 0) && (await numbers('waiting')).length === 1;
  }, 'all of them');
  assert.deepEqual(await numbers('waiting'), [waits]);
  assert.deepEqual(await numbers('stopped'), [stopped]);
  assert.deepEqual(await numbers('failed'), [failed]);
  assert.deepEqual(await numbers('unsubscribed'), [left]);
  const { status } = await service.call('GET', `/agents/${agentId}/conversations?standing=asleep`);
  assert.equal(status, 400);
  assert.deepEqual(await list('&standing=waiting&phoneNumberPrefix=999'), []);
  const said = Object.fromEntries(
    (await list()).map(({ phoneNumber, lastMessage }: Answer['body']) => [phoneNumber, lastMessage]),
  );
  const sayings = [waits, ended!, stopped!].map((phoneNumber) => {
    const { at, ...rest } = said[phoneNumber] ?? {};
    return rest;
  });
  assert.deepEqual(sayings, [
    { direction: 'OUT', text: 'Hello Ada, what colour?' },
    { direction: 'OUT', text: 'green it is.' },
    {},
  ]);
});

test("another account's conversations are a 404, and a cursor that is not ours is a 400", async () => {
  await using own = await api.startApiWithLanes();
  const { body: account } = await own.call('POST', '/accounts', { body: { name: 'other' } });
  const theirs = await api.createAgent(own, { accountId: account.accountId });
  const { token } = await createClient(own);
  for (const address of [`/agents/${theirs}/conversations`, path(theirs, '+15550100001')]) {
    assert.equal((await own.call('GET', address, { as: token })).body.code, 'agent_not_found');
  }
  for (const cursor of ['x', 'WzFd', 'WyIBIl0', 'W10', 'bnVsbA']) {
    const { status, body } = await own.call('GET', `/agents/${theirs}/conversations?cursor=${cursor}`);
    assert.equal(status, 400, cursor);
    assert.equal(body.errors[0].path, 'cursor');
  }
});

test('a test that is written from a conversation passes on its flow', async () => {
  const agentId = await agentWithStates();
  const phoneNumber = newPhoneNumber();
  await send(agentId, phoneNumber, { params: { name: 'Ada' } });
  await afterTurns(agentId, phoneNumber, 1);
  await service.call('POST', `/emulator/handsets/${phoneNumber}/messages`, { agentId, text: 'Green' });
  await afterTurns(agentId, phoneNumber, 2);
  const write = (body: object) => service.call('POST', `/agents/${agentId}/tests/from-conversation`, body);
  const { test: written, notes } = expectStatus(await write({ phoneNumber }), 200);
  assert.deepEqual(
    written.steps.map(({ expect: _, ...step }: { expect: object }) => step),
    [{ send: { stateId: 'ask', params: { name: 'Name 1' } } }, { writes: 'Green' }],
  );
  assert.deepEqual(notes, ['Names in free text are not recognised: read what the user wrote in step 2.']);
  const run = expectStatus(await service.call('POST', `/agents/${agentId}/test-runs`, { tests: [written] }), 200);
  assert.deepEqual([run.passed, run.failed], [1, 0], JSON.stringify(run.tests));
  const first = expectStatus(await write({ phoneNumber, to: 1, personalData: 'keep' }), 200);
  assert.equal(first.test.steps[0].send.params.name, 'Ada');
  assert.equal(first.test.steps.length, 1);
  const none = await write({ phoneNumber: newPhoneNumber() });
  assert.equal(none.body.code, 'conversation_not_found');
});
