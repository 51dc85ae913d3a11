/** Rows without what can be said again: what is read back is what was written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  carrierEvent,
  expiredEvent,
  failedEvent,
  sentEvent,
  userEvent,
  userMessageEvent,
} from '../../src/model/event-payload.ts';
import type { InboxItem } from '../../src/model/inbox-item.ts';
import { storedBody, storedSession, wholeBody, wholeSession } from '../../src/store/short-rows.ts';

const MESSAGE = '01a207c7-7fe9-76fe-98e9-02f69672dcc6';
const at = '2026-01-02T03:04:05.678901Z';
const item = { lane: 3, seq: 7, agentId: 'agent_"a\\b', phoneNumber: '+15550100002', receivedAt: at } as InboxItem;
const classification = { classificationType: 'RICH_MESSAGE', segmentCount: 1 } as const;
const sent = { messageId: MESSAGE, sendTime: at };
const said = { kind: 'user-message', messageId: 'users-own "id"', sendTime: at, classification: null } as const;
const told = { eventId: 'platforms-own', messageId: MESSAGE, sendTime: at } as const;

const EVENTS = {
  SENT: sentEvent('i', item, { ...sent, classification }),
  FAILED: failedEvent('i', item, { ...sent, failure: null }),
  TTL_EXPIRATION_REVOKED: expiredEvent('i', item, sent),
  'of the platform': carrierEvent('i', item, { ...told, kind: 'server-event', eventType: 'TTL_EXPIRATION_REVOKED' }),
  READ: userEvent('i', item, { ...told, kind: 'user-event', eventType: 'READ' }),
  'about no message': userEvent('i', item, { ...told, messageId: null, kind: 'user-event', eventType: 'IS_TYPING' }),
  "a user's text": userMessageEvent('i', item, { ...said, content: { text: 'Grüezi "👋"' } }),
};

for (const [name, event] of Object.entries(EVENTS)) {
  test(`${name}: the bytes of an event are read as they were, and stored without what its columns say`, () => {
    const body = storedBody(event);
    assert.equal(wholeBody({ ...event, body }), event.body);
    for (const repeated of [event.agentId, event.phoneNumber, MESSAGE]) assert.ok(!body.includes(repeated), body);
    assert.equal(body.includes(event.eventId), false);
    assert.equal(wholeBody(event), event.body, 'a row of an older version');
  });
}

test('bytes that begin in another way are stored whole', () => {
  const { SENT } = EVENTS;
  for (const body of ['{}', `{"sendTime":"${at}"}`, SENT.body.replace('"agentId":', '"agentId": ')]) {
    assert.equal(storedBody({ ...SENT, body }), body);
    assert.equal(wholeBody({ ...SENT, body }), body);
  }
});

test('a session is stored without what is empty', () => {
  const session = {
    stateId: null,
    awaitingStateId: null,
    params: {},
    data: {},
    input: {},
    startedAt: at,
    lastActivityAt: at,
  };
  assert.deepEqual(storedSession(session), { stateId: null, startedAt: at, lastActivityAt: at });
  for (const part of [{}, { params: { n: 1 }, awaitingStateId: 'ask' }, { data: { a: {} }, input: { b: null } }]) {
    const full = { ...session, ...part };
    assert.deepEqual(wholeSession(storedSession(full)), full);
    assert.deepEqual(wholeSession(full), full, 'a row of an older version');
  }
});
