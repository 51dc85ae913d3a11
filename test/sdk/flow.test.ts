/** What the compiler finds in a flow written in code, and that the document is what was written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineFlow, type ServerEvent, type UserMessage, type WebhookEvent } from '#sdk';

const template = { contentMessage: { text: 'Hello' } };

test('a flow is the document that was written', () => {
  const document = {
    defaultState: 'a',
    keywords: [{ keyword: 'order', stateId: 'b' }],
    states: {
      a: {
        template,
        transitions: [{ condition: 'true', nextState: 'b' }],
        input: { nextState: 'b', assignments: [{ from: 'message.text', to: 'order' }] },
      },
      b: { flowEntryStateId: 'a', template },
    },
  } as const;
  const flow = defineFlow({
    defaultState: 'a',
    keywords: [{ keyword: 'order', stateId: 'b' }],
    states: {
      a: {
        template,
        transitions: [{ condition: 'true', nextState: 'b' }],
        input: { nextState: 'b', assignments: [{ from: 'message.text', to: 'order' }] },
      },
      b: { flowEntryStateId: 'a', template },
    },
  });
  assert.deepEqual(flow, document);
  const ids: 'a' | 'b' = 'a' as keyof typeof flow.states;
  assert.ok(ids in flow.states);
});

test('an id that no state has does not compile, wherever it stands', () => {
  // @ts-expect-error: no state c
  defineFlow({ defaultState: 'c', states: { a: { template } } });
  // @ts-expect-error: no state c
  defineFlow({ keywords: [{ keyword: 'order', stateId: 'c' }], states: { a: { template } } });
  // @ts-expect-error: no state c
  defineFlow({ states: { a: { template, flowEntryStateId: 'c' } } });
  // @ts-expect-error: no state c
  defineFlow({ states: { a: { input: { nextState: 'c' } } } });
  // @ts-expect-error: no state c
  defineFlow({ states: { a: { transitions: [{ condition: 'true', nextState: 'c' }] } } });
  // @ts-expect-error: no state c, in the second of two
  defineFlow({ states: { a: { input: { nextState: 'b' } }, b: { input: { nextState: 'c' } } } });
});

test('a field that the document does not have does not compile', () => {
  // @ts-expect-error: a state has no field `says`
  defineFlow({ states: { a: { says: 'Hello' } } });
  // @ts-expect-error: a flow has no field `start`
  defineFlow({ start: 'a', states: { a: { template } } });
  // @ts-expect-error: a content message has no field `body`
  defineFlow({ states: { a: { template: { contentMessage: { body: 'Hello' } } } } });
});

test('the fields of an event are those of its class and type', () => {
  const read = (event: WebhookEvent) => {
    if (event.class === 'UserMessage') return event.data.text ?? event.data.location?.latitude;
    // @ts-expect-error: only a UserMessage has a response
    void event.response;
    if (event.class === 'UserEvent') return event.data.messageId;
    if (event.data.eventType === 'FAILED') return event.data.errorCode;
    // @ts-expect-error: only FAILED has an errorCode
    return event.data.errorCode;
  };
  const about = { agentId: 'a', phoneNumber: '+15550100001', messageId: 'm', eventId: 'e', sendTime: '' };
  const failed: ServerEvent = { ...about, eventOrigin: 'SERVICE', eventType: 'FAILED', errorCode: '404' };
  assert.equal(read({ class: 'ServerEvent', id: 'e', data: failed }), '404');
  const richMessageClassification = { classificationType: 'RICH_MESSAGE', segmentCount: 1 } as const;
  const from = { agentId: 'a', senderPhoneNumber: '+15550100001', messageId: 'm', sendTime: '' };
  const message: UserMessage = { ...from, richMessageClassification, text: 'Hi' };
  assert.equal(read({ class: 'UserMessage', id: 'e', data: message }), 'Hi');
  // @ts-expect-error: it has one content, not two
  const two: UserMessage = { ...message, location: { latitude: '1', longitude: '2' } };
  assert.ok(two);
});
