/** A message's traffic type at the RCS platform: the send request's, else the state's, else the agent's default. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAgent, createStates, expectStatus, newPhoneNumber, type Service, startService } from '../harness.ts';
import { until } from '../until.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service?.[Symbol.asyncDispose]());

const says = (text: string, more: object = {}) => ({ template: { contentMessage: { text } }, ...more });

/** An agent that is known to the platform with its use case, whose forbidden messages it then refuses. */
async function agentFor(useCase: string, states: Record<string, object>): Promise<string> {
  const keywords = Object.keys(states).map((stateId) => ({ keyword: stateId, stateId }));
  const agentId = await createAgent(service, { useCase, config: { keywords } });
  expectStatus(await service.call('PUT', `/emulator/agents/${agentId}`, { launched: true, useCase }), 200);
  await createStates(service, agentId, states);
  return agentId;
}

/** The type of the phone's `count`th message. */
async function typeOf(phoneNumber: string, count: number): Promise<string | undefined> {
  const sent = await until(async () => {
    const { body } = await service.call('GET', `/emulator/handsets/${phoneNumber}`);
    return body.transcript.filter(({ direction }: { direction: string }) => direction === 'OUTBOUND')[count - 1];
  }, `message ${count}`);
  return sent.messageTrafficType;
}

test("a send sets its message's traffic type, else the state does, else the use case", async () => {
  const agentId = await agentFor('MULTI_USE', {
    note: says('Your parcel is here'),
    offer: says('Half price', { messageTrafficType: 'PROMOTION' }),
    // Silent: the state with the message counts.
    route: { messageTrafficType: 'ACKNOWLEDGEMENT', transitions: [{ condition: 'true', nextState: 'offer' }] },
  });
  const phoneNumber = newPhoneNumber();
  const rows: [string, object, string][] = [
    ['note', {}, 'TRANSACTION'],
    ['note', { messageTrafficType: 'PROMOTION' }, 'PROMOTION'],
    ['offer', {}, 'PROMOTION'],
    ['offer', { messageTrafficType: 'TRANSACTION' }, 'TRANSACTION'],
    ['route', {}, 'PROMOTION'],
  ];
  for (const [index, [stateId, body, type]] of rows.entries()) {
    expectStatus(await service.call('POST', `/agents/${agentId}/states/${stateId}/send/${phoneNumber}`, body), 200);
    assert.equal(await typeOf(phoneNumber, index + 1), type, `${stateId} ${JSON.stringify(body)}`);
  }
});

test('a reply is a SERVICEREQUEST, unless its state sets another type', async () => {
  for (const [useCase, own] of [
    ['MULTI_USE', 'PROMOTION'],
    ['PROMOTIONAL', 'PROMOTION'],
    ['TRANSACTIONAL', 'TRANSACTION'],
    ['OTP', 'AUTHENTICATION'],
  ]) {
    const agentId = await agentFor(useCase!, {
      plain: says('Hello'),
      marked: says('Hello', { messageTrafficType: own }),
    });
    const phoneNumber = newPhoneNumber();
    for (const [index, text] of ['plain', 'marked'].entries()) {
      expectStatus(await service.call('POST', `/emulator/handsets/${phoneNumber}/messages`, { agentId, text }), 200);
      assert.equal(await typeOf(phoneNumber, index + 1), index === 0 ? 'SERVICEREQUEST' : own, `${useCase} ${text}`);
    }
  }
});
