/** A user who leaves gets one more message at most until they return; every change is kept with its proof. */
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createStates, expectStatus, newPhoneNumber, OPERATOR_KEY, type Service, startService } from '../harness.ts';
import { until } from '../until.ts';
import { BYE, type ConsentStage, consentStage } from './consent-stage.ts';

let service: Service;
let stage: ConsentStage;
before(async () => {
  service = await startService();
  stage = consentStage(service);
});
after(() => service?.[Symbol.asyncDispose]());

/** A delivery of the platform, as the emulator signs it. */
async function told(payload: object): Promise<void> {
  const data = Buffer.from(JSON.stringify(payload));
  const token = createHmac('sha256', OPERATOR_KEY).update('parley emulator webhook').digest('hex');
  const signature = createHmac('sha512', token).update(data).digest('base64');
  const body = { message: { data: data.toString('base64') } };
  const headers = { 'x-goog-signature': signature };
  expectStatus(await service.call('POST', '/platform/webhook', body, { headers }), 200);
}

const texts = async (phoneNumber: string) => (await stage.shown(phoneNumber)).map(({ text }) => text);
const actions = async (agentId: string, phoneNumber: string) =>
  (await stage.changes(agentId, phoneNumber)).map(({ action, source }) => `${action} ${source}`);

const WORD_FIRST = 'the word, then the event';
const EVENT_FIRST = 'the event, then the word';
const LEAVING = [
  ...['PROMOTIONAL', 'TRANSACTIONAL'].flatMap((useCase) =>
    ['STOP', 'Quit.', 'unsubscribe', 'BAJA'].flatMap((word) =>
      [WORD_FIRST, EVENT_FIRST].map((order) => ({ useCase, word, order })),
    ),
  ),
  { useCase: 'MULTI_USE', word: 'STOP', order: WORD_FIRST },
  { useCase: 'PROMOTIONAL', word: 'STOP', order: 'the word alone' },
];
for (const { useCase, word, order } of LEAVING) {
  test(`${word} to a ${useCase} agent, ${order}: one opt-out, one acknowledgement, and nothing after it`, async () => {
    const agentId = await stage.agentFor(useCase);
    const phoneNumber = newPhoneNumber();
    if (order === EVENT_FIRST) await stage.tells(agentId, phoneNumber, 'UNSUBSCRIBE');
    const { response } = await stage.writes(agentId, phoneNumber, word);
    assert.ok(response, 'the event of the word names what answered it');
    if (order === WORD_FIRST) await stage.tells(agentId, phoneNumber, 'UNSUBSCRIBE');
    await stage.writes(agentId, phoneNumber, word);
    const outcome = await stage.sends(agentId, phoneNumber);
    assert.equal(outcome.eventType, 'FAILED');
    assert.equal('errorCode' in outcome, false);
    assert.deepEqual(
      (await stage.shown(phoneNumber)).map(({ text, messageTrafficType }) => [text, messageTrafficType]),
      [[BYE, 'ACKNOWLEDGEMENT']],
    );
    const { messageId, content } = (await stage.conversation(agentId, phoneNumber)).messages.find(
      ({ direction }: { direction: string }) => direction === 'OUT',
    );
    assert.deepEqual(content, { text: BYE });
    const { body: message } = await service.call('GET', `/agents/${agentId}/messages/${messageId}`);
    assert.deepEqual([message.content, 'stateId' in message], [{ text: BYE }, false]);
    const source = order === EVENT_FIRST ? 'platform_event' : 'word';
    assert.deepEqual(await actions(agentId, phoneNumber), [`OPT_OUT ${source}`]);
  });
}

for (const useCase of ['PROMOTIONAL', 'MULTI_USE']) {
  test(`an ordinary message does not opt in to a ${useCase} agent, and is not answered; START does and is`, async () => {
    const agentId = await stage.agentFor(useCase);
    const phoneNumber = newPhoneNumber();
    await stage.writes(agentId, phoneNumber, 'STOP');
    assert.equal((await stage.writes(agentId, phoneNumber, 'Is my order ready?')).response, null);
    assert.equal((await stage.sends(agentId, phoneNumber)).eventType, 'FAILED');
    assert.deepEqual(await texts(phoneNumber), [BYE]);

    await stage.writes(agentId, phoneNumber, 'Start!');
    await stage.tells(agentId, phoneNumber, 'SUBSCRIBE');
    assert.equal((await stage.sends(agentId, phoneNumber)).eventType, 'SENT');
    assert.deepEqual(await texts(phoneNumber), [BYE, 'Hello', 'Hello']);
    assert.deepEqual(await actions(agentId, phoneNumber), ['OPT_IN word', 'OPT_OUT word']);
  });
}

for (const useCase of ['TRANSACTIONAL', 'OTP']) {
  test(`any message brings the user back to a ${useCase} agent, and is answered`, async () => {
    const agentId = await stage.agentFor(useCase);
    const phoneNumber = newPhoneNumber();
    await stage.writes(agentId, phoneNumber, 'STOP');
    await stage.writes(agentId, phoneNumber, 'Is my order ready?');
    assert.equal((await stage.sends(agentId, phoneNumber)).eventType, 'SENT');
    assert.deepEqual(await texts(phoneNumber), [BYE, 'Hello', 'Hello']);
    assert.deepEqual(await actions(agentId, phoneNumber), ['OPT_IN message', 'OPT_OUT word']);
  });
}

test('an OTP is sent to users who have opted out, and their opt-out is still acknowledged once', async () => {
  const agentId = await stage.agentFor('OTP');
  const phoneNumber = newPhoneNumber();
  for (let times = 0; times < 2; times++) await stage.writes(agentId, phoneNumber, 'STOP');
  assert.equal((await stage.sends(agentId, phoneNumber)).eventType, 'SENT');
  assert.deepEqual(await texts(phoneNumber), [BYE, 'Hello']);
});

test("the platform's event alone opts a user in, and leaving again is acknowledged again", async () => {
  const agentId = await stage.agentFor('PROMOTIONAL');
  const phoneNumber = newPhoneNumber();
  await stage.writes(agentId, phoneNumber, 'STOP');
  await stage.tells(agentId, phoneNumber, 'SUBSCRIBE');
  assert.equal((await stage.sends(agentId, phoneNumber)).eventType, 'SENT');
  await stage.writes(agentId, phoneNumber, 'STOP');
  assert.deepEqual(await texts(phoneNumber), [BYE, 'Hello', BYE]);
  assert.deepEqual(await actions(agentId, phoneNumber), ['OPT_OUT word', 'OPT_IN platform_event', 'OPT_OUT word']);
});

test("an agent's own keyword for the word is the acknowledgement, the only one", async () => {
  const keywords = [{ keyword: 'stop', stateId: 'bye' }];
  const agentId = await stage.agentFor('PROMOTIONAL', { keywords, optOut: { acknowledgement: BYE } });
  await createStates(service, agentId, {
    bye: { template: { contentMessage: { text: 'Goodbye {{ user.phoneNumber }}' } }, messageTrafficType: 'PROMOTION' },
  });
  const phoneNumber = newPhoneNumber();
  const { response } = await stage.writes(agentId, phoneNumber, '¡Stop!');
  assert.equal(response, 'stop');
  await stage.writes(agentId, phoneNumber, 'unsubscribe');
  await stage.writes(agentId, phoneNumber, 'stop');
  assert.deepEqual(
    (await stage.shown(phoneNumber)).map(({ text, messageTrafficType }) => [text, messageTrafficType]),
    [[`Goodbye ${phoneNumber}`, 'ACKNOWLEDGEMENT']],
  );
});

test('without an acknowledgement the agent sends nothing, not even its default state', async () => {
  const agentId = await stage.agentFor('TRANSACTIONAL', {});
  const phoneNumber = newPhoneNumber();
  assert.equal((await stage.writes(agentId, phoneNumber, 'STOP')).response, null);
  assert.equal((await stage.sends(agentId, phoneNumber)).eventType, 'FAILED');
  assert.deepEqual(await texts(phoneNumber), []);
});

test('a client may acknowledge with its own message, once', async () => {
  const agentId = await stage.agentFor('PROMOTIONAL', {});
  const phoneNumber = newPhoneNumber();
  await stage.tells(agentId, phoneNumber, 'UNSUBSCRIBE');
  const acknowledgement = { messageTrafficType: 'ACKNOWLEDGEMENT' };
  assert.equal((await stage.sends(agentId, phoneNumber, acknowledgement)).eventType, 'SENT');
  assert.equal((await stage.sends(agentId, phoneNumber, acknowledgement)).eventType, 'FAILED');
});

test('an opt-out word ends the wait for an answer without being one; so does the return word', async () => {
  const agentId = await stage.agentFor('PROMOTIONAL');
  await createStates(service, agentId, {
    ask: {
      template: { contentMessage: { text: 'Which size?' } },
      input: { nextState: 'hello', assignments: [{ from: 'text', to: 'size' }] },
    },
  });
  await service.call('PATCH', `/agents/${agentId}`, { config: { defaultState: 'ask' } });
  const phoneNumber = newPhoneNumber();
  for (const text of ['hi', 'STOP', 'anything', 'START']) await stage.writes(agentId, phoneNumber, text);
  assert.deepEqual(await texts(phoneNumber), ['Which size?', BYE, 'Which size?']);
  assert.equal((await stage.conversation(agentId, phoneNumber)).input.size, undefined);
});

test('a held-back question was not asked: a returning user does not answer it', async () => {
  const agentId = await stage.agentFor('TRANSACTIONAL');
  await createStates(service, agentId, {
    ask: {
      template: { contentMessage: { text: 'Which size?' } },
      input: { nextState: 'hello', assignments: [{ from: 'text', to: 'size' }] },
    },
  });
  const phoneNumber = newPhoneNumber();
  const asks = () => stage.sends(agentId, phoneNumber, {}, 'ask');
  assert.equal((await asks()).eventType, 'SENT');
  await stage.tells(agentId, phoneNumber, 'UNSUBSCRIBE');
  assert.equal((await asks()).eventType, 'FAILED');
  const { stateId, awaitingStateId } = await stage.conversation(agentId, phoneNumber);
  assert.deepEqual([stateId, awaitingStateId], ['ask', null]);
  await stage.writes(agentId, phoneNumber, 'Is my order ready?');
  assert.equal((await stage.conversation(agentId, phoneNumber)).input.size, undefined);
});

test('a word with another meaning for this agent is set in its configuration', async () => {
  const agentId = await stage.agentFor('PROMOTIONAL', {
    optOut: { words: ['leave me alone'], returnWords: ['ahoy'], acknowledgement: BYE },
  });
  const phoneNumber = newPhoneNumber();
  await stage.writes(agentId, phoneNumber, 'quit');
  assert.deepEqual(await actions(agentId, phoneNumber), []);
  await stage.writes(agentId, phoneNumber, 'Leave me alone!!');
  await stage.writes(agentId, phoneNumber, 'unstop');
  await stage.writes(agentId, phoneNumber, 'Ahoy');
  assert.deepEqual(await texts(phoneNumber), ['Hello', BYE, 'Hello']);
});

test('a message written before an opt-out that arrives after it is no return', async () => {
  const agentId = await stage.agentFor('TRANSACTIONAL');
  const phoneNumber = newPhoneNumber();
  const { payload } = await stage.writes(agentId, phoneNumber, 'STOP');
  const sendTime = new Date(Date.parse(payload.sendTime) - 1000).toISOString();
  await told({ agentId, senderPhoneNumber: phoneNumber, sendTime, messageId: 'late-1', text: 'hi' });
  await told({ agentId, senderPhoneNumber: phoneNumber, sendTime, eventId: 'late-2', eventType: 'SUBSCRIBE' });
  assert.equal((await stage.sends(agentId, phoneNumber)).eventType, 'FAILED');
  assert.deepEqual(await texts(phoneNumber), [BYE]);
  assert.deepEqual(await actions(agentId, phoneNumber), ['OPT_OUT word']);
});

test('a retried dead letter is not sent to a user who has left meanwhile', async () => {
  const agentId = await stage.agentFor('PROMOTIONAL');
  const phoneNumber = newPhoneNumber();
  await stage.writes(agentId, phoneNumber, 'STOP');
  const { sql, lanes } = service.app.context;
  const lane = lanes.laneOf(agentId, phoneNumber);
  const messageId = randomUUID();
  const receivedAt = new Date().toISOString();
  const message = {
    messageId,
    content: { text: 'Half price' },
    ttlSeconds: null,
    receivedAt,
    held: null,
    response: null,
  };
  const body = JSON.stringify({ kind: 'dispatch', message });
  await sql`
    insert into dead_letter (lane, seq, agent_id, phone_number, body, attempts, reason)
    values (${lane}, 0, ${agentId}, ${phoneNumber}, ${body}::text::json, 5, 'trouble')`;
  expectStatus(await service.call('POST', `/dead-letters/${lane}/0/retry`), 202);
  const { payload } = await stage.over(agentId, phoneNumber, messageId);
  assert.equal(payload.eventType, 'FAILED');
  assert.equal('errorCode' in payload, false);
  assert.deepEqual(await texts(phoneNumber), [BYE]);
});

test("a client's record counts in order, even for a number without messages", async () => {
  const agentId = await stage.agentFor('TRANSACTIONAL');
  const phoneNumber = newPhoneNumber();
  const answer = await stage.records(agentId, phoneNumber, 'OPT_OUT', 'Phoned on 3 May, ticket 17');
  assert.deepEqual(answer, { agentId, phoneNumber, action: 'OPT_OUT', status: 'ENQUEUED' });
  assert.equal((await stage.sends(agentId, phoneNumber)).eventType, 'FAILED');
  await stage.records(agentId, phoneNumber, 'OPT_OUT', 'Phoned again');
  await stage.records(agentId, phoneNumber, 'OPT_IN');
  assert.equal((await stage.sends(agentId, phoneNumber)).eventType, 'SENT');
  assert.deepEqual(await actions(agentId, phoneNumber), ['OPT_IN api', 'OPT_OUT api']);
  const [, first] = await stage.changes(agentId, phoneNumber);
  assert.deepEqual(first.evidence, { text: 'Phoned on 3 May, ticket 17' });
});

test('the conversation shows since when and why, and the log has the proof of every change, page by page', async () => {
  const agentId = await stage.agentFor('PROMOTIONAL');
  const phoneNumber = newPhoneNumber();
  await stage.sends(agentId, phoneNumber);
  assert.equal('consent' in (await stage.conversation(agentId, phoneNumber)), false);
  const { payload: left } = await stage.writes(agentId, phoneNumber, 'Stop');
  const conversation = await stage.conversation(agentId, phoneNumber);
  assert.equal(conversation.unsubscribed, true);
  assert.deepEqual(conversation.consent, { action: 'OPT_OUT', source: 'word', since: left.sendTime });
  const eventId = await stage.tells(agentId, phoneNumber, 'SUBSCRIBE');
  await stage.records(agentId, phoneNumber, 'OPT_OUT', 'By letter');
  const log = await until(async () => {
    const changes = await stage.changes(agentId, phoneNumber);
    return changes.length === 3 && changes;
  }, 'three changes');
  assert.deepEqual(
    log.map(({ action, source, evidence }) => ({ action, source, evidence })),
    [
      { action: 'OPT_OUT', source: 'api', evidence: { text: 'By letter' } },
      { action: 'OPT_IN', source: 'platform_event', evidence: { eventId } },
      { action: 'OPT_OUT', source: 'word', evidence: { messageId: left.messageId, text: 'Stop' } },
    ],
  );
  assert.ok(log.every(({ at }) => Date.parse(at) > 0));
  const path = `/agents/${agentId}/conversations/${phoneNumber}/consent?limit=2`;
  const { body: page } = await service.call('GET', path);
  const { body: rest } = await service.call('GET', `${path}&cursor=${page.nextCursor}`);
  assert.deepEqual([...page.changes, ...rest.changes], log);
  assert.equal(rest.nextCursor, undefined);
});
