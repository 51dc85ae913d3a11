/** The console's list of events: what a look at the newest ones reads, and how that is joined to what the list has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joined, MAX_PAGES, orderOf, PAGE, type Pages, readNewest } from '../../console/src/events/newest.ts';
import type { ForwardedEvent } from '../../src/model/forwarded-event.ts';

const at = orderOf({});

/** One a second: number 0 is the oldest. */
function made(number: number): ForwardedEvent {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();
  return { eventId: `e${number}`, createdAt, status: 'FORWARDED' } as ForwardedEvent;
}

const newestFirst = (count: number) => Array.from({ length: count }, (_, index) => made(count - 1 - index));

/** The API's pages of these events; a cursor is where the next page begins. */
function api(events: ForwardedEvent[]) {
  const asked: (string | undefined)[] = [];
  const readPage = async (cursor: string | undefined) => {
    asked.push(cursor);
    const begin = Number(cursor ?? 0);
    const end = begin + PAGE;
    return { events: events.slice(begin, end), ...(end < events.length && { nextCursor: String(end) }) };
  };
  return { readPage, asked };
}

/** The list after its first page was read while there were `before` events, and a look after there are `now`. */
async function looked(before: number, now: number): Promise<{ ids: string[]; list: Pages; asked: number }> {
  const first = await api(newestFirst(before)).readPage(undefined);
  const { readPage, asked } = api(newestFirst(now));
  const found = await readNewest(readPage, first.events, { at, maxPages: MAX_PAGES });
  const list = joined({ pages: [first], pageParams: [null] }, found, at);
  return { ids: idsOf(list), list, asked: asked.length };
}

const idsOf = ({ pages }: Pages) => pages.flatMap(({ events }) => events.map(({ eventId }) => eventId));
const idsFrom = (newest: number, count: number) => Array.from({ length: count }, (_, index) => `e${newest - index}`);

test('more events than a page holds leave no hole, and a look reads no further than it must', async () => {
  for (const [now, asked] of [
    [500, 1],
    [501, 1],
    [599, 1],
    [601, 2],
    [850, 4],
  ] as const) {
    const { ids, asked: pages } = await looked(500, now);
    assert.deepEqual(ids, idsFrom(now - 1, now - 400), `${now} events`);
    assert.equal(pages, asked, `${now} events`);
  }
});

test('beyond ten pages the list begins anew, and its next page follows on what it has', async () => {
  const { ids, list, asked } = await looked(500, 5000);
  assert.deepEqual(ids, idsFrom(4999, MAX_PAGES * PAGE));
  assert.equal(asked, MAX_PAGES);
  assert.equal(list.pages.at(-1)?.nextCursor, String(MAX_PAGES * PAGE));
});

test('what was read further down stays, with its cursor; what has left the newest has left the list', async () => {
  const all = newestFirst(400);
  const pages = [
    { events: all.slice(0, 100), nextCursor: '100' },
    { events: all.slice(100, 200), nextCursor: '200' },
  ];
  const without = [made(400), ...all.filter(({ eventId }) => eventId !== 'e390')];
  const found = await readNewest(api(without).readPage, all.slice(0, 200), { at, maxPages: MAX_PAGES });
  const list = joined({ pages, pageParams: [null, '100'] }, found, at);
  assert.deepEqual(
    idsOf(list),
    idsFrom(400, 201).filter((id) => id !== 'e390'),
  );
  assert.deepEqual(list.pageParams, [null, '100']);
  assert.equal(list.pages.at(-1)?.nextCursor, '200');
});

test('an event that fails anew is at the top of the queue, and the others stay', async () => {
  const inQueue = orderOf({ status: 'FAILED' });
  const failed = (number: number, failedAt: string) =>
    ({ ...made(number), failure: { reason: '', group: '', failedAt } }) as ForwardedEvent;
  const queue = newestFirst(300).map((event, index) => failed(299 - index, event.createdAt));
  const anew = failed(10, made(300).createdAt);
  const now = [anew, ...queue.filter(({ eventId }) => eventId !== 'e10')];
  const found = await readNewest(api(now).readPage, queue, { at: inQueue, maxPages: MAX_PAGES });
  const list = joined({ pages: [{ events: queue, nextCursor: '300' }], pageParams: [null] }, found, inQueue);
  assert.deepEqual(idsOf(list), ['e10', ...idsFrom(299, 300).filter((id) => id !== 'e10')]);
});

test('a filter that fits few events keeps the list: its pages are short', async () => {
  const known = { pages: [{ events: [made(1)], nextCursor: 'b' }], pageParams: [null] };
  for (const [events, ids] of [
    [[], ['e1']],
    [[made(9)], ['e9', 'e1']],
  ] as const) {
    const page = { events: [...events], nextCursor: 'a' };
    const found = await readNewest(async () => page, known.pages[0]!.events, { at, maxPages: MAX_PAGES });
    assert.deepEqual(idsOf(joined(known, found, at)), ids);
  }
});
