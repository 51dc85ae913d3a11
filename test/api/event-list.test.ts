/** Lists of events, by every filter, and redelivery by the thousand: on synthetic events. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventId } from '../../src/model/event-id.ts';
import { jsonRows } from '../../src/store/rows.ts';
import { createClient } from './context.ts';
import * as api from './with-lanes.ts';

const path = (agentId: string, rest = '') => `/agents/${agentId}/events${rest}`;

/** Every third is a message of the user's. */
function bodyOf(n: number, agentId: string, senderPhoneNumber: string): string {
  const about = { agentId, senderPhoneNumber, messageId: `message-${n}`, sendTime: '2026-01-01T00:00:00Z' };
  const richMessageClassification = { classificationType: 'RICH_MESSAGE', segmentCount: 1 };
  return JSON.stringify(
    n % 3 === 0
      ? { ...about, text: 'Hello', richMessageClassification }
      : { ...about, eventType: 'DELIVERED', eventId: `event-${n}` },
  );
}

/** Synthetic events, as many and as old as a test needs. */
async function agentWithHistory(own: api.LanesApi, count: number): Promise<string> {
  const agentId = await api.createAgent(own, { config: { eventForwardUrl: 'http://127.0.0.1:9/webhook' } });
  const id = (n: number) => eventId(own.context.installation, { lane: 1, seq: n, ordinal: 0 });
  const rows = Array.from({ length: count }, (_, n) => {
    const number = `+1555010${1000 + (n % 7)}`;
    return { seq: n, event_id: id(n), number, body: bodyOf(n, agentId, number) };
  });
  await own.context.sql`
    insert into event (lane, seq, ordinal, event_id, agent_id, phone_number, class, type, body, created_at)
    select 1, seq, 0, event_id, ${agentId}, number, case when seq % 3 = 0 then 'UserMessage' else 'UserEvent' end,
           case when seq % 3 = 0 then 'text' else 'DELIVERED' end, body,
           timestamptz '2026-01-01T00:00:00Z' + seq * interval '1 second'
    from json_to_recordset(${jsonRows(own.context.sql, rows)}) as row (seq bigint, event_id uuid, number text, body text)`;
  return agentId;
}

/** Every page of a list, and their number. */
async function pages(own: api.LanesApi, agentId: string, query: string): Promise<{ seqs: number[]; pages: number }> {
  const seqs: number[] = [];
  let cursor = '';
  for (let count = 1; ; count++) {
    const { status, body } = await own.call('GET', path(agentId, `?${query}${cursor}`));
    assert.equal(status, 200, JSON.stringify(body));
    for (const event of body.events) seqs.push(Number.parseInt(event.eventId.slice(0, 13).replace('-', ''), 16));
    if (body.nextCursor === undefined) return { seqs, pages: count };
    cursor = `&cursor=${body.nextCursor}`;
  }
}

const countDown = (from: number, fits: (n: number) => boolean = () => true) =>
  Array.from({ length: from }, (_, n) => from - 1 - n).filter(fits);

test('events are listed newest first, page by page, by class, type, number and time', async () => {
  await using own = await api.startApiWithLanes();
  const agentId = await agentWithHistory(own, 250);
  assert.deepEqual((await pages(own, agentId, 'limit=100')).seqs, countDown(250));
  assert.deepEqual((await pages(own, agentId, 'limit=100')).pages, 3);
  const filters: Record<string, (n: number) => boolean> = {
    'class=UserMessage': (n) => n % 3 === 0,
    'type=DELIVERED': (n) => n % 3 !== 0,
    'phoneNumber=%2B15550101003': (n) => n % 7 === 3,
    'status=RECORDED': () => true,
    'status=FAILED': () => false,
    'status=PENDING': () => false,
    'since=2026-01-01T00:01:00Z': (n) => n >= 60,
    'until=2026-01-01T00:01:00Z': (n) => n < 60,
    'since=2026-01-01T00:01:00Z&until=2026-01-01T00:02:00Z&class=UserMessage': (n) => n >= 60 && n < 120 && n % 3 === 0,
  };
  for (const [query, fits] of Object.entries(filters)) {
    assert.deepEqual((await pages(own, agentId, query)).seqs, countDown(250, fits), query);
  }
});

test('a filter that matches few of many events reads a bounded number for each page, and misses none', async () => {
  await using own = await api.startApiWithLanes();
  const agentId = await agentWithHistory(own, 4500);
  await own.context.sql`update event set type = 'RARE' where seq in (0, 2400, 4499)`;
  const found = await pages(own, agentId, 'type=RARE');
  assert.deepEqual(found.seqs, [4499, 2400, 0]);
  assert.ok(found.pages > 1);
});

test('the failure queue is listed by when events got there', async () => {
  await using own = await api.startApiWithLanes();
  const agentId = await agentWithHistory(own, 150);
  await own.context.sql`
    insert into failure (lane, seq, ordinal, day, agent_id, phone_number, reason, attempts, failed_at)
    select lane, seq, ordinal, day, agent_id, phone_number, 'HTTP 400', 1, timestamptz '2026-02-01' - seq * interval '1 second'
    from event where seq % 2 = 0`;
  const evenUp = countDown(150, (n) => n % 2 === 0).reverse();
  assert.deepEqual((await pages(own, agentId, 'status=FAILED&limit=40')).seqs, evenUp);
  const narrow = 'status=FAILED&class=UserMessage&since=2026-01-31T23:59:00Z';
  assert.deepEqual(
    (await pages(own, agentId, narrow)).seqs,
    evenUp.filter((n) => n <= 60 && n % 3 === 0),
  );
});

test('more than 10,000 events are redelivered in several calls, each event once', async () => {
  await using own = await api.startApiWithLanes();
  const agentId = await agentWithHistory(own, 10_500);
  await own.context.sql`
    insert into failure (lane, seq, ordinal, day, agent_id, phone_number, reason, attempts)
    select lane, seq, ordinal, day, agent_id, phone_number, 'HTTP 400', 1 from event`;
  const { body: first } = await own.call('POST', path(agentId, '/redeliver'), { body: {} });
  assert.equal(first.accepted, 10_000);
  assert.equal(first.more, true);
  const { body: second } = await own.call('POST', path(agentId, '/redeliver'), { body: { cursor: first.nextCursor } });
  assert.deepEqual(second, { accepted: 500, more: false });
  const seqs = (await own.inbox(agentId)).map(({ body }) => (body.kind === 'redeliver' ? body.seq : -1));
  assert.equal(new Set(seqs).size, 10_500);
  assert.equal(seqs.length, 10_500);
});

test('an invalid filter is a 400 that names it', async () => {
  await using own = await api.startApiWithLanes();
  const agentId = await api.createAgent(own, { config: { eventForwardUrl: 'http://127.0.0.1:9/webhook' } });
  const wrong: Record<string, string> = {
    'status=LOST': 'status',
    'class=Event': 'class',
    'since=yesterday': 'since',
    'until=2016-12-31T23:59:60Z': 'until',
    'phoneNumber=1555': 'phoneNumber',
    'limit=101': 'limit',
    'cursor=x': 'cursor',
    'statu=FAILED': 'statu',
  };
  for (const [query, name] of Object.entries(wrong)) {
    const { status, body } = await own.call('GET', path(agentId, `?${query}`));
    assert.equal(status, 400, query);
    assert.equal(body.errors[0].path, name);
  }
  const { status, body } = await own.call('POST', path(agentId, '/redeliver'), { body: { stauts: 'FAILED' } });
  assert.equal(status, 400);
  assert.equal(body.errors[0].path, '/stauts');
});

test("another account's events are a 404", async () => {
  await using own = await api.startApiWithLanes();
  const { body: account } = await own.call('POST', '/accounts', { body: { name: 'other' } });
  const theirs = await api.createAgent(own, { accountId: account.accountId });
  const { token } = await createClient(own);
  const calls = [
    ['GET', ''],
    ['GET', '/x'],
    ['POST', '/x/redeliver'],
    ['POST', '/redeliver'],
    ['POST', '/test'],
  ] as const;
  for (const [method, rest] of calls) {
    const options = { as: token, ...(rest === '/redeliver' && { body: {} }) };
    assert.equal((await own.call(method, path(theirs, rest), options)).body.code, 'agent_not_found', rest);
  }
});
