/** Conversations run on the version that they began on, whatever is published meanwhile. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { liveVersion } from '../../src/model/rollout.ts';
import { type Answer, createAgent, expectStatus, newPhoneNumber, type Service, startService } from '../harness.ts';
import { consentStage } from './consent-stage.ts';

let service: Service;
let stage: ReturnType<typeof consentStage>;
let agentId: string;
before(async () => {
  service = await startService();
  stage = consentStage(service);
});
after(() => service[Symbol.asyncDispose]());

/** Every text says which flow it is of. */
const flow = (name: string, more: object = {}) => ({
  defaultState: 'lost',
  states: {
    ask: {
      template: {
        contentMessage: {
          text: `${name}: your name?`,
          suggestions: [{ reply: { text: 'Help', postbackData: 'help' } }],
        },
      },
      input: { nextState: 'greet', assignments: [{ from: 'text', to: 'name' }] },
    },
    greet: { template: { contentMessage: { text: `${name}: hello {{ input.name }}` } } },
    help: { template: { contentMessage: { text: `${name}: help` } } },
    lost: { template: { contentMessage: { text: `${name}: lost` } } },
    ...more,
  },
});

const call = async (method: string, path: string, body: object, status = 200) =>
  expectStatus(await service.call(method, `/agents/${agentId}${path}`, body), status);
const draft = (name: string, more: object = {}) => call('PUT', '/flow', flow(name, more));
const publish = async (name: string, more: object = {}) => {
  await draft(name, more);
  // Whatever the verifier says of it.
  return call('POST', '/versions', { force: true }, 201);
};
const configure = (config: object) => call('PATCH', '', { config });
const activate = (version: number, body: object = {}) => call('POST', `/versions/${version}/activate`, body);
const sends = (phoneNumber: string, stateId = 'ask') => stage.sends(agentId, phoneNumber, {}, stateId);
const writes = (phoneNumber: string, text: string) => stage.writes(agentId, phoneNumber, text);
const texts = async (phoneNumber: string) => (await stage.shown(phoneNumber)).map(({ text }) => text);
const conversation = (phoneNumber: string) => stage.conversation(agentId, phoneNumber);
const lastTurn = async (phoneNumber: string) => (await conversation(phoneNumber)).turns[0];

async function taps(phoneNumber: string, text: string, postbackData: string) {
  const path = `/emulator/handsets/${phoneNumber}/messages`;
  const suggestion = { text, postbackData, type: 'REPLY' };
  const { messageId } = expectStatus(await service.call('POST', path, { agentId, suggestion }), 200);
  await stage.over(agentId, phoneNumber, messageId);
}

beforeEach(async () => {
  agentId = await createAgent(service);
  await draft('one');
  await configure({ publishing: 'explicit' });
});

describe('a conversation', () => {
  it('goes on on its version in the middle of a flow, while new ones get the new one', async () => {
    const [old, fresh] = [newPhoneNumber(), newPhoneNumber()];
    await sends(old);
    assert.equal((await publish('two')).pinnedSessions, 0);
    assert.equal((await service.call('GET', `/agents/${agentId}/versions/1`)).body.pinnedSessions, 1);
    await sends(fresh);
    await writes(old, 'Ada');
    await writes(fresh, 'Bob');
    assert.deepEqual(await texts(old), ['one: your name?', 'one: hello Ada']);
    assert.deepEqual(await texts(fresh), ['two: your name?', 'two: hello Bob']);
    // Nothing waits any more.
    await writes(old, 'What?');
    assert.equal((await texts(old)).at(-1), 'two: lost');
  });

  it('shows the version of each turn in its row and its trace, and that of its session', async () => {
    const phone = newPhoneNumber();
    await sends(phone);
    await publish('two');
    await writes(phone, 'Ada');
    await writes(phone, 'What?');
    const { turns, version } = await conversation(phone);
    assert.deepEqual(
      turns.map((turn: Answer['body']) => [turn.version, turn.trace[0]]),
      [2, 1, 1].map((number) => [number, { step: 'version', version: number }]),
    );
    assert.equal(version, 2);
  });

  it('is led by a chip within its version, as long as its session lives', async () => {
    const phone = newPhoneNumber();
    await sends(phone, 'help');
    await publish('two', { later: { template: { contentMessage: { text: 'two: later' } } } });
    await taps(phone, 'Help', 'help');
    assert.equal((await texts(phone)).at(-1), 'one: help');
    await taps(phone, 'Later', 'later');
    assert.equal((await texts(phone)).at(-1), 'two: later', 'the version of the session has no such state');
  });

  it('begins on the live version with each send, even in the middle of another one', async () => {
    const phone = newPhoneNumber();
    await sends(phone);
    await publish('two');
    await sends(phone);
    await writes(phone, 'Ada');
    assert.deepEqual((await texts(phone)).slice(1), ['two: your name?', 'two: hello Ada']);
  });

  it('uses the keywords and the default state of its version', async () => {
    const phone = newPhoneNumber();
    await call('PUT', '/flow', { ...flow('two'), keywords: [{ keyword: 'help', stateId: 'help' }] });
    await writes(phone, 'help');
    await call('POST', '/versions', {}, 201);
    await writes(phone, 'help');
    assert.deepEqual(await texts(phone), ['one: lost', 'two: help']);
  });

  it('stays on its version after a turn that stopped', async () => {
    const phone = newPhoneNumber();
    await sends(phone);
    await publish('two', { broken: { transitions: [{ condition: 'true', nextState: 'nowhere' }] } });
    await sends(phone, 'broken');
    assert.equal((await lastTurn(phone)).stopped, 'missing_state');
    await writes(phone, 'Ada');
    assert.equal((await texts(phone)).at(-1), 'one: hello Ada');
  });

  it('with a state that only the draft has cannot be begun', async () => {
    await draft('two', { more: { template: { contentMessage: { text: 'two: more' } } } });
    const answer = await service.call('POST', `/agents/${agentId}/states/more/send/${newPhoneNumber()}`, {});
    assert.equal(answer.body.code, 'state_not_found');
  });
});

describe('a rollback', () => {
  it('that keeps the sessions leaves those of the newer version where they are', async () => {
    const phone = newPhoneNumber();
    await publish('two');
    await sends(phone);
    await activate(1);
    await writes(phone, 'Ada');
    await writes(phone, 'What?');
    assert.deepEqual((await texts(phone)).slice(1), ['two: hello Ada', 'one: lost']);
  });

  it('that moves them lets them go on in the state of the same id, or at the default state', async () => {
    const [same, gone] = [newPhoneNumber(), newPhoneNumber()];
    const other = { template: { contentMessage: { text: 'two: other?' } }, input: { nextState: 'greet' } };
    await publish('two', { other });
    await sends(same);
    await sends(gone, 'other');
    await activate(1, { sessions: 'move' });
    await writes(same, 'Ada');
    await writes(gone, 'Bob');
    assert.equal((await texts(same)).at(-1), 'one: hello Ada');
    assert.equal((await texts(gone)).at(-1), 'one: lost');
  });
});

describe('a canary', () => {
  it('gives each person the same version each time, and keeps those who have it as it grows', async () => {
    await draft('two');
    await call('POST', '/versions', { activate: false }, 201);
    await activate(2, { percent: 30 });
    const phones = Array.from({ length: 12 }, newPhoneNumber);
    const said = async () => {
      await Promise.all(phones.map((phone) => sends(phone, 'help')));
      return Promise.all(phones.map(async (phone) => (await texts(phone)).at(-1)));
    };
    const { rollout } = (await service.call('GET', `/agents/${agentId}`)).body;
    const expected = phones.map((phone) => (liveVersion(agentId, rollout, phone) === 2 ? 'two: help' : 'one: help'));
    assert.deepEqual(await said(), expected);
    assert.deepEqual(await said(), expected);
    await activate(2, { percent: 60 });
    const grown = await said();
    for (const [index, text] of expected.entries()) if (text === 'two: help') assert.equal(grown[index], text);
  });
});

describe('a test device that is set to it', () => {
  it('runs the draft, and nobody else does', async () => {
    const [tester, other] = [newPhoneNumber(), newPhoneNumber()];
    const device = await call('POST', '/devices', { phoneNumber: tester, draft: true }, 201);
    assert.equal(device.draft, true);
    await draft('two', { more: { template: { contentMessage: { text: 'two: more' } } } });
    await sends(tester, 'more');
    await sends(tester);
    await draft('three');
    await writes(tester, 'Ada');
    await sends(other);
    assert.deepEqual(await texts(tester), ['two: more', 'two: your name?', 'three: hello Ada']);
    assert.deepEqual(await texts(other), ['one: your name?']);
    const turn = await lastTurn(tester);
    assert.deepEqual([turn.version, turn.trace[0]], [undefined, { step: 'version', version: 'draft' }]);
    await call('PATCH', `/devices/${tester}`, { draft: false });
    await sends(tester);
    assert.equal((await texts(tester)).at(-1), 'one: your name?');
  });
});

describe('a flow that is live at once', () => {
  it('has no versions in its turns, and frees the sessions that had one', async () => {
    const phone = newPhoneNumber();
    await sends(phone);
    await draft('two');
    await configure({ publishing: 'immediate' });
    await writes(phone, 'Ada');
    assert.equal((await texts(phone)).at(-1), 'two: hello Ada');
    const { turns, version } = await conversation(phone);
    assert.equal(version, undefined);
    assert.deepEqual([turns[0].version, turns[0].trace[0].step], [undefined, 'assign']);
  });
});
